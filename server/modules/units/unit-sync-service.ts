import type { UnitKind } from '#contract/units/unit-choices.ts'
import { papersVisibility } from '#server/records/sql/papers-sql.ts'
import { changedIdArray, changedIds, syncedList } from '#server/records/sync/synced-list.ts'
import { unitList, unitNameList } from './unit-list-repository.ts'
import { unitView } from './unit-service.ts'

const DRIVERS = changedIdArray('drivers')
const USERS = changedIdArray('users')

/** Units that changed themselves, or whose driver or driver's user changed. */
const ownChanges = (kind: UnitKind) => `${changedIds(`${kind}s`)}
  union all select t.id from units t where t.kind = '${kind}' and t.driver_id = any(array(
    select d.id from drivers d where d.id = any(${DRIVERS}) union all select d.id from drivers d where d.user_id = any(${USERS})))`

/** The vendor ids that the changed units have, and those that they had before. */
const changedVendorIds = (kind: UnitKind, field: string) => `array(
  select v::bigint from changed c cross join lateral (values (c.from_value #>> '{}'), (c.to_value #>> '{}')) as ids(v)
  where c.area = '${kind}s' and c.field = '${field}' and v is not null)`

/** Units with a vendor id that a changed unit has or had: a row says which of its ids another unit has too. */
const sharingUnits = (kind: UnitKind) => `
  select t.id from units t where t.kind = '${kind}' and t.gomotive_id = any(${changedVendorIds(kind, 'gomotive_id')})
  union all select t.id from units t
    where t.kind = '${kind}' and t.pilot_flying_j_truck = any(${changedVendorIds(kind, 'pilot_flying_j_truck')})`

/** All units of a kind. A row also shows the dispatcher's name and the fleet manager's. */
const unitSync = (kind: UnitKind) =>
  syncedList({
    visibilityOf: papersVisibility,
    listFor: (papers, now) => unitList({ kind, filter: '', words: [], visibility: unitView(papers, now) }),
    affected: `${ownChanges(kind)} union all ${sharingUnits(kind)}
      union all select t.id from units t where t.kind = '${kind}' and t.fleet_manager_id = any(${USERS})
      union all select t.id from units t where t.kind = '${kind}' and t.dispatcher_id = any(array(
        select p.id from dispatchers p where p.user_id = any(${USERS})))`,
  })

/** The names of all units of a kind. */
const unitNameSync = (kind: UnitKind) =>
  syncedList({ visibilityOf: () => null, listFor: () => unitNameList(kind), affected: ownChanges(kind) })

export const truckSync = unitSync('truck')
export const trailerSync = unitSync('trailer')
export const truckNameSync = unitNameSync('truck')
export const trailerNameSync = unitNameSync('trailer')
