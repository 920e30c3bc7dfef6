import { changedIdArray, changedIds, syncedList } from '#server/records/sync/synced-list.ts'
import { fleetManagerList, userList } from './user-list-repository.ts'
import { seesContacts } from './user-service.ts'

const DRIVERS = changedIdArray('drivers')

/** The vendor ids that the changed drivers have, and those that they had before. */
const changedVendorIds = (field: string) => `array(
  select v::bigint from changed c cross join lateral (values (c.from_value #>> '{}'), (c.to_value #>> '{}')) as ids(v)
  where c.area = 'drivers' and c.field = '${field}' and v is not null)`

export const userSync = syncedList({
  visibilityOf: () => null,
  listFor: () => userList(''),
  // A row shows the user's duties, the vendor ids that other drivers have too, and the place of the driver's truck.
  affected: `${changedIds('users')}
    union all select d.user_id from drivers d where d.id = any(${DRIVERS})
    union all select p.user_id from dispatchers p where p.id = any(${changedIdArray('dispatchers')})
    union all select d.user_id from drivers d where d.gomotive_id = any(${changedVendorIds('gomotive_id')})
    union all select d.user_id from drivers d
      where d.pilot_flying_j_driver = any(${changedVendorIds('pilot_flying_j_driver')})
    union all select d.user_id from drivers d where d.id = any(array(
      select t.driver_id from units t where t.id = any(${changedIdArray('trucks')})))`,
})

export const fleetManagerSync = syncedList({
  visibilityOf: seesContacts,
  listFor: fleetManagerList,
  affected: changedIds('users'),
})
