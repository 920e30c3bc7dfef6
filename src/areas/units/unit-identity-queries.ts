import { edit } from '#contract/access.ts'
import { trailerEndpoints } from '#contract/trailers.ts'
import { truckEndpoints } from '#contract/trucks.ts'
import type { UnitDependents } from '#contract/unit-calls.ts'
import type { Unit } from '#contract/unit-rows.ts'
import { refOf } from '#contract/units.ts'
import { type RecordQuery, recordQuery } from '#src/offline/record-query.ts'

/** What is written on all trucks. */
export const truckIdentifiers = recordQuery({ key: ['trucks', 'identifiers'], endpoint: truckEndpoints.identifiers })

/** What a device keeps of it without being asked: whoever makes and describes trucks. */
export function identifiersToKeep() {
  return [{ ...truckIdentifiers, access: edit('trucks') }]
}

/** What hangs on a unit: asked before it is deleted. */
export function unitDependents(unit: Unit): RecordQuery<UnitDependents> {
  const params = { id: refOf(unit) }
  return unit.kind === 'truck'
    ? recordQuery({ key: ['trucks', 'dependents'], endpoint: truckEndpoints.dependents, params })
    : recordQuery({ key: ['trailers', 'dependents'], endpoint: trailerEndpoints.dependents, params })
}
