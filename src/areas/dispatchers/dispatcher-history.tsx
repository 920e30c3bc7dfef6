import { useMemo } from 'react'
import { type Dispatcher, dispatcherKind } from '#contract/dispatchers.ts'
import type { DriverName } from '#contract/drivers.ts'
import { historyEndpoints } from '#contract/history.ts'
import { fullName } from '#contract/people.ts'
import { dayWords } from '#src/format/value-words.ts'
import type { HistoryWords } from '#src/history/history-changes.ts'
import { historyQuery } from '#src/history/history-query.ts'
import { PERSON_FIELDS } from '#src/history/person-fields.ts'
import { HistoryDialog } from '#src/history/record-history.tsx'
import { useAllRows } from '#src/offline/use-all-rows.ts'
import { statusWords } from './dispatcher-commands.ts'
import { driverNames } from './dispatcher-queries.ts'

interface DispatcherHistoryProps {
  readonly dispatcher: Dispatcher
  readonly onClose: () => void
}

/** Who changed what of a dispatcher. */
export function DispatcherHistory({ dispatcher, onClose }: DispatcherHistoryProps) {
  const { id, user } = dispatcher
  const query = useMemo(() => historyQuery({ area: 'dispatchers', endpoint: historyEndpoints.dispatchers, id }), [id])
  const { rows } = useAllRows(driverNames)
  const words = useMemo(() => historyWords(rows), [rows])
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

/** How the fields of a dispatcher's history are told; drivers by their names, as far as `names` has them. */
function historyWords(names: readonly DriverName[]): HistoryWords {
  const nameOf = new Map(names.map(({ id, user }) => [id, fullName(user)]))
  const drivers = (value: unknown) => {
    if (!Array.isArray(value) || value.length === 0) return 'None'
    return value.map((id) => nameOf.get(Number(id)) ?? `Driver ${id}`).join(', ')
  }
  return {
    status: { title: 'Status', words: statusWords },
    status_date_from: { title: 'Status from', words: dayWords },
    status_date_to: { title: 'Status to', words: dayWords },
    driver_ids: { title: 'Drivers', words: drivers },
    ...PERSON_FIELDS,
  }
}
