import { transportEndpoints } from '#contract/units/transport.ts'
import { unitRefOf } from '#contract/units/unit-names.ts'
import { trailerEndpoints, truckEndpoints, type Unit, type UnitDependents } from '#contract/units/units.ts'
import { anyOf, edit } from '#contract/wire/access.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { type RecordQuery, recordQuery } from '#src/offline/reading/record-query.ts'

/** The identifiers of all units, which must be unique. */
export const unitIdentifiers = recordQuery({
  key: ['transport', 'identifiers'],
  endpoint: transportEndpoints.identifiers,
  areas: ['trucks', 'trailers'],
})

/** Prefetched for users who create or edit units. */
export const identifiersToPrefetch = prefetchList(
  () => [{ ...unitIdentifiers, access: anyOf(edit('trucks'), edit('trailers')) }],
  { isFirst: true },
)

/** The records that depend on a unit, requested before it is deleted. */
export function unitDependents(unit: Unit): RecordQuery<UnitDependents> {
  const params = { id: unitRefOf(unit) }
  const counted = ['maintenance', 'figures'] as const
  return unit.kind === 'truck'
    ? recordQuery({
        key: ['trucks', 'dependents'],
        endpoint: truckEndpoints.dependents,
        params,
        areas: ['trucks', ...counted],
      })
    : recordQuery({
        key: ['trailers', 'dependents'],
        endpoint: trailerEndpoints.dependents,
        params,
        areas: ['trailers', ...counted],
      })
}
