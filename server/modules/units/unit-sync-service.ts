import type { UnitKind } from '#contract/units/unit-choices.ts'
import { papersVisibility } from '#server/records/sql/papers-sql.ts'
import {
  changedIdArray,
  changedIds,
  mayEndSharing,
  RENAMED_USERS,
  syncedList,
} from '#server/records/sync/synced-list.ts'
import { seesMarks } from './list-units.ts'
import { unitList, unitNameList } from './unit-list-repository.ts'
import { unitView } from './unit-service.ts'

const DRIVERS = changedIdArray('drivers')

/** Units that changed themselves, or whose driver or driver's user changed. */
const ownChanges = (kind: UnitKind) => `${changedIds(`${kind}s`)}
  union all select t.id from units t where t.kind = '${kind}' and t.driver_id = any(array(
    select d.id from drivers d where d.id = any(${DRIVERS}) union all select d.id from drivers d where d.user_id = any(${RENAMED_USERS})))`

/** Units that shared a vendor's id with another unit: a row says which of its ids another unit has too. */
const sharingUnits = (kind: UnitKind) => `select t.id from units t
  where t.kind = '${kind}' and (t.gomotive_is_shared or t.fuel_id_is_shared) and ${mayEndSharing(`${kind}s`)}`

/** All units of a kind. A row also shows the dispatcher's name and the fleet manager's. */
const unitSync = (kind: UnitKind) =>
  syncedList({
    visibilityOf: papersVisibility,
    listFor: (papers, now) => unitList({ kind, filter: '', words: [], visibility: unitView(papers, now) }),
    affected: `${ownChanges(kind)} union all ${sharingUnits(kind)}
      union all select t.id from units t where t.kind = '${kind}' and t.fleet_manager_id = any(${RENAMED_USERS})
      union all select t.id from units t where t.kind = '${kind}' and t.dispatcher_id = any(array(
        select p.id from dispatchers p where p.user_id = any(${RENAMED_USERS})))`,
  })

/** The names of all units of a kind. */
const unitNameSync = (kind: UnitKind) =>
  syncedList({
    visibilityOf: (user) => seesMarks(user, kind),
    listFor: (hasMarks) => unitNameList(kind, hasMarks),
    affected: ownChanges(kind),
  })

export const truckSync = unitSync('truck')
export const trailerSync = unitSync('trailer')
export const truckNameSync = unitNameSync('truck')
export const trailerNameSync = unitNameSync('trailer')
