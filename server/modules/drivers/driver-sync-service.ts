import { chicagoDay } from '#server/records/calendar.ts'
import { papersVisibility } from '#server/records/sql/papers-sql.ts'
import { changedIdArray, changedIds, RENAMED_USERS, syncedList } from '#server/records/sync/synced-list.ts'
import { driverList, driverNameList } from './driver-list-repository.ts'
import { thisWeek } from './driver-service.ts'

const USERS = changedIdArray('users')

/** Drivers who changed themselves, whose user changed, or whose units changed. */
const OWN_CHANGES = `${changedIds('drivers')}
  union all select d.id from drivers d where d.user_id = any(${USERS})
  union all select t.driver_id from units t where t.id = any(${changedIdArray('trucks', 'trailers')})`

export const driverSync = syncedList({
  visibilityOf: () => null,
  listFor: (_, now) => driverList({ ordering: '', filter: '', words: [], range: thisWeek(now), hasMiles: false }),
  // A row shows the dispatcher's name.
  affected: `${OWN_CHANGES}
    union all select d.id from drivers d where d.dispatcher_id = any(array(
      select p.id from dispatchers p where p.user_id = any(${RENAMED_USERS})))`,
})

export const driverNameSync = syncedList({
  visibilityOf: papersVisibility,
  listFor: (papers, now) => driverNameList({}, { papers, today: chicagoDay(now) }),
  affected: OWN_CHANGES,
})
