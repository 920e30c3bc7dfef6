import { useMemo } from 'react'
import { vehicleStatus, vehicleStatusOf } from '#contract/units/unit-choices.ts'
import type { Unit } from '#contract/units/units.ts'
import { historyEndpoints } from '#contract/wire/history.ts'
import { fullName } from '#contract/wire/people.ts'
import { unitRecord } from '#src/areas/units/changes/unit-record.ts'
import { dayWords, valueWords } from '#src/format/value-words.ts'
import type { HistoryWords } from '#src/history/history-changes.ts'
import { dispatcherNames } from '#src/lookups/dispatcher-name-queries.ts'
import { driverNames } from '#src/lookups/driver-name-queries.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { RecordHistoryDialog } from '#src/record/record-history-dialog.tsx'
import { UNIT_WORDS } from '../unit-kinds.ts'

interface Named {
  readonly id: number
  readonly user: { readonly first_name: string; readonly last_name: string }
}

/** Names by which drivers and dispatchers are told, as far as the device has them. */
interface Names {
  readonly drivers: readonly Named[]
  readonly dispatchers: readonly Named[]
}

function status(value: unknown): string {
  const known = vehicleStatus.safeParse(value)
  return known.success ? vehicleStatusOf(known.data).title : valueWords(value)
}

function named(names: readonly Named[], noun: string) {
  return (value: unknown) => {
    if (value === null || value === undefined) return 'None'
    const found = names.find(({ id }) => id === value)
    return found ? fullName(found.user) : `${noun} ${String(value)}`
  }
}

const plain = (title: string) => ({ title, words: valueWords })
const day = (title: string) => ({ title, words: dayWords })

/** The history of a unit beside the record's own fields. */
export function unitHistoryWords({ drivers, dispatchers }: Names): HistoryWords {
  return {
    status: { title: 'Status', words: status },
    status_date_from: day('Status from'),
    status_date_to: day('Status to'),
    driver: { title: 'Driver', words: named(drivers, 'Driver') },
    dispatcher: { title: 'Dispatcher', words: named(dispatchers, 'Dispatcher') },
    // A file's path tells a reader nothing.
    photo: { title: 'Photo', words: (value) => (value ? 'A photo' : 'None') },
    is_deleted: plain('Deleted'),
  }
}

interface UnitHistoryProps {
  readonly unit: Unit
  readonly onClose: () => void
}

/** Who changed what of a unit. */
export function UnitHistory({ unit, onClose }: UnitHistoryProps) {
  const { area } = UNIT_WORDS[unit.kind]
  const drivers = useAllRows(driverNames).rows
  const dispatchers = useAllRows(dispatcherNames).rows
  const words = useMemo(() => unitHistoryWords({ drivers, dispatchers }), [drivers, dispatchers])
  return (
    <RecordHistoryDialog
      {...{ record: unitRecord, row: unit, area, words, onClose }}
      endpoint={historyEndpoints[area]}
    />
  )
}
