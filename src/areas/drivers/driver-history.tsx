import { useMemo } from 'react'
import { type Driver, driverKind } from '#contract/drivers.ts'
import { historyEndpoints } from '#contract/history.ts'
import { fullName } from '#contract/people.ts'
import { historyQuery } from '#src/history/history-query.ts'
import { HistoryDialog } from '#src/history/record-history.tsx'
import { useAllRows } from '#src/offline/use-all-rows.ts'
import { dispatcherNames } from '#src/picks/dispatcher-name-queries.ts'
import { driverHistoryWords } from './driver-history-words.ts'

interface DriverHistoryProps {
  readonly driver: Driver
  readonly onClose: () => void
}

/** Who changed what of a driver. */
export function DriverHistory({ driver, onClose }: DriverHistoryProps) {
  const { id, user, dispatcher } = driver
  const query = useMemo(() => historyQuery({ area: 'drivers', endpoint: historyEndpoints.drivers, id }), [id])
  const { rows } = useAllRows(dispatcherNames)
  const words = useMemo(
    () => driverHistoryWords(dispatcher === null ? rows : [...rows, dispatcher]),
    [rows, dispatcher],
  )
  return (
    <HistoryDialog
      record={fullName(user)}
      query={query}
      words={words}
      kind={driverKind}
      recordKey={driverKind.keyOf(driver)}
      onClose={onClose}
    />
  )
}
