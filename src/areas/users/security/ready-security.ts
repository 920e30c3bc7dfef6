import { prefetch } from '#src/offline/reading/declared-query.ts'
import { understood } from './security-filter.ts'
import { securityList } from './security-queries.ts'
import type { SecuritySearch } from './security-search.ts'

/** Gets ready what an address of the log shows. */
export const readySecurity = (search: SecuritySearch): Promise<void> => prefetch(securityList(understood(search)))
