import { useMemo } from 'react'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { anyOf, view } from '#contract/wire/access.ts'
import { unitList } from '#src/lookups/unit-name-queries.ts'
import { useFold } from '#src/offline/fold/use-fold.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { type Reading, useReading } from '#src/offline/reading/use-reading.ts'
import { useCan } from '#src/session/use-can.ts'
import { useToday } from '#src/ui/use-now.ts'
import { type AttentionSummary, attentionSummary, attentionUnits, unlistedUnits } from './attention-groups.ts'
import { attentionToday } from './attention-queries.ts'

const LISTS = { truck: unitList('truck'), trailer: unitList('trailer') }
const NONE: ReadonlySet<string> = new Set()

/** The rows of a kind of unit. Who may view the maintenance may view what it concerns, as on the server. */
function useUnits(kind: UnitKind, isWanted: boolean) {
  const canView = useCan(anyOf(view(kind === 'truck' ? 'trucks' : 'trailers'), view('maintenance')))
  return useAllRows(LISTS[kind], { isWanted: isWanted && canView }).rows
}

/** What needs attention now, from this device's data; null while it is unknown. */
export function useAttentionSummary(): {
  readonly attended: AttentionSummary | null
  readonly reading: Reading
} {
  const { known, ...reading } = useReading(attentionToday.options)
  const fold = useFold(known?.asOf)
  const today = useToday()
  const data = known?.data
  const keys = useMemo(() => (data ? unlistedUnits(data, fold) : NONE), [data, fold])
  const isWanted = keys.size > 0
  const [trucks, trailers] = [useUnits('truck', isWanted), useUnits('trailer', isWanted)]
  const attended = useMemo(
    () => (data ? attentionSummary(data, fold, today, attentionUnits(keys, [...trucks, ...trailers])) : null),
    [data, fold, today, keys, trucks, trailers],
  )
  return { attended, reading }
}
