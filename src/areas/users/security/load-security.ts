import { prefetch } from '#src/offline/reading/declared-query.ts'
import { parseFilter } from './security-filter.ts'
import { securityList } from './security-queries.ts'
import type { SecuritySearch } from './security-search.ts'

/** Loads the events for a URL of the log. */
export const loadSecurity = (search: SecuritySearch): Promise<void> => prefetch(securityList(parseFilter(search)))
