import type { Inspection } from '#contract/maintenance/inspections.ts'
import { inspectionChoiceEndpoints } from '#contract/maintenance/maintenance.ts'
import { compareUnits } from '#contract/units/unit-names.ts'
import { kind } from '#contract/wire/record.ts'
import { isRenumbering, retitled } from '#src/lookups/unit-numbers.ts'
import type { Fold } from '#src/offline/fold/fold.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'
import { inspectionRows } from './inspection-rows.ts'

/** A unit that has inspections: a choice of the unit filter. */
export type InspectedUnit = Pick<Inspection['transport'], 'id' | 'kind' | 'number' | 'title'>

/** Names only: no optimistic effect applies to this kind. */
const nameKind = kind<InspectedUnit>('inspected_unit', ({ id }) => id)

/** Units by their waiting numbers, with the units of reports that this device created and has not sent yet. */
function withWaiting(serverUnits: readonly InspectedUnit[], fold: Fold): readonly InspectedUnit[] {
  const units = isRenumbering(fold) ? serverUnits.map((unit) => retitled(unit, fold)) : serverUnits
  const ids = new Set(units.map(({ id }) => id))
  const waiting = [...fold.keys(inspectionRows)].flatMap((key) => fold.find(inspectionRows, key)?.transport ?? [])
  const added = waiting.filter(({ id }) => ids.size < ids.add(id).size)
  return added.length === 0 ? units : [...units, ...added].sort(compareUnits)
}

/** All units that have inspections, in the sort order of units. */
export const inspectedUnits = listQuery({
  key: ['maintenance', 'units'],
  endpoint: inspectionChoiceEndpoints.transport,
  query: { limit: 1000 },
  areas: ['maintenance', 'trucks', 'trailers'],
  kind: nameKind,
  compare: compareUnits,
  overlayRows: withWaiting,
})

/** The complete list, for the prefetch set. */
export const inspectedUnitsToPrefetch = prefetchList(() => [wholeList(inspectedUnits)])
