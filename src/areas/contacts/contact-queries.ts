import { compareContacts, contactEndpoints } from '#contract/people/contacts.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'
import { contactRows } from './contact-rows.ts'

/** The departments, sorted by name. */
export const contactList = listQuery({
  key: ['contacts', 'list'],
  endpoint: contactEndpoints.list,
  areas: ['contacts'],
  isSynced: true,
  kind: contactRows,
  compare: compareContacts,
  newFirst: true,
})

/** Rows per page of the stored list: about 60 kB, read and written in a few milliseconds. */
const STORED_PAGE = 250

/** Prefetched: all contacts. */
export const contactsToPrefetch = prefetchList(() => [wholeList(contactList, { limit: STORED_PAGE })])
