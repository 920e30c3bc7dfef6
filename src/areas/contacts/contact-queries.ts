import { type Contact, compareContacts, contactEndpoints, contactKind } from '#contract/people/contacts.ts'
import { kind } from '#contract/wire/record.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'

/** Their kind by name, their whole row by type. */
export const contactRows = kind<Contact>(contactKind.name, contactKind.keyOf)

/** The departments by name. */
export const contactList = listQuery({
  key: ['contacts', 'list'],
  endpoint: contactEndpoints.list,
  kind: contactRows,
  compare: compareContacts,
  newFirst: true,
})

/** Rows a page of the kept list: some 60 kB, read and written in a few milliseconds. */
const KEPT_PAGE = 250

/** What a device keeps of the contacts without being asked: all of them. */
export const contactsToKeep = prefetchList(() => [wholeList(contactList, { limit: KEPT_PAGE })])
