import { useMemo } from 'react'
import { vehicleStatus, vehicleStatusOf } from '#contract/units/unit-choices.ts'
import type { Unit } from '#contract/units/units.ts'
import { historyEndpoints } from '#contract/wire/history.ts'
import { fullName } from '#contract/wire/people.ts'
import { unitRecord } from '#src/areas/units/changes/unit-record.ts'
import { dayValueWords, valueWords } from '#src/format/value-words.ts'
import type { HistoryWords } from '#src/history/history-changes.ts'
import { dispatcherNames } from '#src/lookups/dispatcher-name-queries.ts'
import { driverNames } from '#src/lookups/driver-name-queries.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { RecordHistoryDialog } from '#src/record/record-history-dialog.tsx'
import { UNIT_WORDS } from '../unit-kinds.ts'

interface NamedRecord {
  readonly id: number
  readonly user: { readonly first_name: string; readonly last_name: string }
}

/** The names of drivers and dispatchers, as far as the device has them. */
interface KnownNames {
  readonly drivers: readonly NamedRecord[]
  readonly dispatchers: readonly NamedRecord[]
}

function status(value: unknown): string {
  const known = vehicleStatus.safeParse(value)
  return known.success ? vehicleStatusOf(known.data).title : valueWords(value)
}

function named(names: readonly NamedRecord[], noun: string) {
  return (value: unknown) => {
    if (value === null || value === undefined) return 'None'
    const found = names.find(({ id }) => id === value)
    return found ? fullName(found.user) : `${noun} ${String(value)}`
  }
}

const plain = (title: string) => ({ title, words: valueWords })
const day = (title: string) => ({ title, words: dayValueWords })

/** The texts for a unit's history in addition to the record's fields. */
export function unitHistoryWords({ drivers, dispatchers }: KnownNames): HistoryWords {
  return {
    status: { title: 'Status', words: status },
    status_date_from: day('Status from'),
    status_date_to: day('Status to'),
    driver: { title: 'Driver', words: named(drivers, 'Driver') },
    dispatcher: { title: 'Dispatcher', words: named(dispatchers, 'Dispatcher') },
    // A file's path means nothing to a reader.
    photo: { title: 'Photo', words: (value) => (value ? 'A photo' : 'None') },
    is_deleted: plain('Deleted'),
  }
}

interface UnitHistoryProps {
  readonly unit: Unit
  readonly onClose: () => void
}

/** The history of a unit. */
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
