import { changedIds, syncedList } from '#server/records/sync/synced-list.ts'
import { contactRows } from './contact-repository.ts'

export const contactSync = syncedList({
  visibilityOf: () => null,
  listFor: () => contactRows.list,
  affected: changedIds('contacts'),
})
