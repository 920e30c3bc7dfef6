import { useMemo } from 'react'
import type { Dispatcher } from '#contract/people/dispatchers.ts'
import type { DriverName } from '#contract/people/drivers.ts'
import { historyEndpoints } from '#contract/wire/history.ts'
import { fullName } from '#contract/wire/people.ts'
import { dayValueWords } from '#src/format/value-words.ts'
import type { HistoryWords } from '#src/history/history-changes.ts'
import { PERSON_FIELDS } from '#src/history/person-fields.ts'
import { driverNames } from '#src/lookups/driver-name-queries.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { RecordHistoryDialog } from '#src/record/record-history-dialog.tsx'
import { dispatcherRecord } from './dispatcher-record.ts'
import { statusWords } from './dispatcher-words.ts'

const idsOf = (value: unknown): readonly number[] => (Array.isArray(value) ? value.map(Number) : [])

/** The texts for a dispatcher's history. Drivers are shown by name if `names` contains them. */
export function dispatcherHistoryWords(names: readonly DriverName[]): HistoryWords {
  const nameOf = new Map(names.map(({ id, user }) => [id, fullName(user)]))
  const driver = (id: number) => nameOf.get(id) ?? `Driver ${id}`
  return {
    status: { title: 'Status', words: statusWords },
    status_date_from: { title: 'Status from', words: dayValueWords },
    status_date_to: { title: 'Status to', words: dayValueWords },
    driver_ids: {
      title: 'Drivers',
      change: (from, to) => {
        const [before, after] = [idsOf(from), idsOf(to)]
        const additions = after.filter((id) => !before.includes(id)).map((id) => `+${driver(id)}`)
        const removals = before.filter((id) => !after.includes(id)).map((id) => `−${driver(id)}`)
        return [...additions, ...removals].join(', ')
      },
    },
    ...PERSON_FIELDS,
  }
}

interface DispatcherHistoryProps {
  readonly dispatcher: Dispatcher
  readonly onClose: () => void
}

/** The history of a dispatcher. */
export function DispatcherHistory({ dispatcher, onClose }: DispatcherHistoryProps) {
  const { rows } = useAllRows(driverNames)
  const words = useMemo(() => dispatcherHistoryWords(rows), [rows])
  return (
    <RecordHistoryDialog
      {...{ record: dispatcherRecord, row: dispatcher, words, onClose }}
      area="dispatchers"
      endpoint={historyEndpoints.dispatchers}
    />
  )
}
