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

/** A unit that has inspections, to narrow the list to. */
export type InspectedUnit = Pick<Inspection['transport'], 'id' | 'kind' | 'number' | 'title'>

/** No change that waits is laid over these: they are names. */
const nameKind = kind<InspectedUnit>('inspected_unit', ({ id }) => id)

/** Those of reports that this device has made and not yet sent stand among them. */
function withWaiting(told: readonly InspectedUnit[], fold: Fold): readonly InspectedUnit[] {
  const units = isRenumbering(fold) ? told.map((unit) => retitled(unit, fold)) : told
  const here = new Set(units.map(({ id }) => id))
  const waiting = [...fold.keys(inspectionRows)].flatMap((key) => fold.find(inspectionRows, key)?.transport ?? [])
  const more = waiting.filter(({ id }) => here.size < here.add(id).size)
  return more.length === 0 ? units : [...units, ...more].sort(compareUnits)
}

/** All units that have inspections, by id. */
export const inspectedUnits = listQuery({
  key: ['maintenance', 'units'],
  endpoint: inspectionChoiceEndpoints.transport,
  query: { limit: 1000 },
  areas: ['maintenance', 'trucks', 'trailers'],
  kind: nameKind,
  compare: compareUnits,
  overlayRows: withWaiting,
})

/** What a device keeps of them without being asked. */
export const inspectedUnitsToKeep = prefetchList(() => [wholeList(inspectedUnits)])
