import { changedIdArray, changedIds, syncedList } from '#server/records/sync/synced-list.ts'
import { dispatcherList, dispatcherNameList } from './dispatcher-list-repository.ts'

const OWN_CHANGES = `${changedIds('dispatchers')}
  union all select p.id from dispatchers p where p.user_id = any(${changedIdArray('users')})`

export const dispatcherSync = syncedList({
  visibilityOf: () => null,
  listFor: () => dispatcherList('', ''),
  // A row has the ids of the dispatcher's drivers.
  affected: `${OWN_CHANGES}
    union all select d.dispatcher_id from drivers d where d.id = any(${changedIdArray('drivers')})`,
})

export const dispatcherNameSync = syncedList({
  visibilityOf: () => null,
  listFor: () => dispatcherNameList,
  affected: OWN_CHANGES,
})
