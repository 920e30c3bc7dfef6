import { useMemo } from 'react'
import { type Dispatcher, dispatcherKind } from '#contract/dispatchers.ts'
import { historyEndpoints } from '#contract/history.ts'
import { fullName } from '#contract/people.ts'
import { historyQuery } from '#src/history/history-query.ts'
import { HistoryDialog } from '#src/history/record-history.tsx'
import { useAllRows } from '#src/offline/use-all-rows.ts'
import { driverNames } from '#src/picks/driver-name-queries.ts'
import { dispatcherHistoryWords } from './dispatcher-history-words.ts'

interface DispatcherHistoryProps {
  readonly dispatcher: Dispatcher
  readonly onClose: () => void
}

/** Who changed what of a dispatcher. */
export function DispatcherHistory({ dispatcher, onClose }: DispatcherHistoryProps) {
  const { id, user } = dispatcher
  const query = useMemo(() => historyQuery({ area: 'dispatchers', endpoint: historyEndpoints.dispatchers, id }), [id])
  const { rows } = useAllRows(driverNames)
  const words = useMemo(() => dispatcherHistoryWords(rows), [rows])
  return (
    <HistoryDialog
      record={fullName(user)}
      query={query}
      words={words}
      kind={dispatcherKind}
      recordKey={dispatcherKind.keyOf(dispatcher)}
      onClose={onClose}
    />
  )
}
