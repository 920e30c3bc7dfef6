import { transportEndpoints } from '#contract/units/transport.ts'
import { refOf } from '#contract/units/unit-names.ts'
import { trailerEndpoints, truckEndpoints, type Unit, type UnitDependents } from '#contract/units/units.ts'
import { anyOf, edit } from '#contract/wire/access.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { type RecordQuery, recordQuery } from '#src/offline/reading/record-query.ts'

/** What no two units may have alike. */
export const unitIdentifiers = recordQuery({
  key: ['transport', 'identifiers'],
  endpoint: transportEndpoints.identifiers,
  areas: ['trucks', 'trailers'],
})

/** What a device keeps of it without being asked: whoever makes and describes units. */
export const identifiersToKeep = prefetchList(() => [
  { ...unitIdentifiers, access: anyOf(edit('trucks'), edit('trailers')) },
])

/** What hangs on a unit: asked before it is deleted. */
export function unitDependents(unit: Unit): RecordQuery<UnitDependents> {
  const params = { id: refOf(unit) }
  return unit.kind === 'truck'
    ? recordQuery({ key: ['trucks', 'dependents'], endpoint: truckEndpoints.dependents, params })
    : recordQuery({ key: ['trailers', 'dependents'], endpoint: trailerEndpoints.dependents, params })
}
