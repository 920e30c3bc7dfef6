import { useMemo } from 'react'
import { historyEndpoints } from '#contract/history.ts'
import type { Unit } from '#contract/unit-rows.ts'
import { unitKind } from '#contract/units.ts'
import { historyQuery } from '#src/history/history-query.ts'
import { HistoryDialog } from '#src/history/record-history.tsx'
import { useAllRows } from '#src/offline/use-all-rows.ts'
import { dispatcherNames } from '#src/picks/dispatcher-name-queries.ts'
import { driverNames } from '#src/picks/driver-name-queries.ts'
import { unitTitle } from './seen-unit.ts'
import { unitHistoryWords } from './unit-history-words.ts'
import { UNIT_WORDS } from './unit-kinds.ts'

interface UnitHistoryProps {
  readonly unit: Unit
  readonly onClose: () => void
}

/** Who changed what of a unit. */
export function UnitHistory({ unit, onClose }: UnitHistoryProps) {
  const { id, kind } = unit
  const { area } = UNIT_WORDS[kind]
  const query = useMemo(() => historyQuery({ area, endpoint: historyEndpoints[area], id }), [area, id])
  const drivers = useAllRows(driverNames).rows
  const dispatchers = useAllRows(dispatcherNames).rows
  const words = useMemo(() => unitHistoryWords({ drivers, dispatchers }), [drivers, dispatchers])
  return (
    <HistoryDialog
      record={unitTitle(unit)}
      query={query}
      words={words}
      kind={unitKind}
      recordKey={unitKind.keyOf(unit)}
      onClose={onClose}
    />
  )
}
