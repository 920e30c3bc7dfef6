import { changedIdArray, changedIds, mayEndSharing, syncedList } from '#server/records/sync/synced-list.ts'
import { FORMER_MANAGER } from './new-user-repository.ts'
import { fleetManagerList, userList } from './user-list-repository.ts'
import { seesContacts } from './user-service.ts'

const DRIVERS = changedIdArray('drivers')

export const userSync = syncedList({
  visibilityOf: () => null,
  listFor: () => userList(''),
  // A row shows the user's duties, the vendor ids that other drivers have too, and the place of the driver's truck.
  affected: `${changedIds('users')}
    union all select d.user_id from drivers d where d.id = any(${DRIVERS})
    union all select p.user_id from dispatchers p where p.id = any(${changedIdArray('dispatchers')})
    union all select d.user_id from drivers d
      where (d.gomotive_is_shared or d.fuel_id_is_shared) and ${mayEndSharing('drivers', 'users')}
    union all select d.user_id from drivers d where d.id = any(array(
      select t.driver_id from units t where t.id = any(${changedIdArray('trucks')})))`,
})

export const fleetManagerSync = syncedList({
  visibilityOf: seesContacts,
  listFor: fleetManagerList,
  // Only those who are or were fleet managers: the ids of other users are for administrators.
  affected: `select u.id from users u where u.id = any(${changedIdArray('users')}) and u.role = 'fleet_manager'
    union all select c.record_id::integer from changed c where c.area = 'users' and c.field = 'role'
      and '"fleet_manager"' in (c.from_value::text, c.to_value::text)
    union all select c.record_id::integer from changed c where c.area = '${FORMER_MANAGER}'`,
})
