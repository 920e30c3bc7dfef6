import { useMemo } from 'react'
import type { DispatcherName } from '#contract/people/dispatchers.ts'
import { dutyStatus, dutyStatusOf } from '#contract/people/driver-choices.ts'
import { DRIVER_TITLES, type Driver } from '#contract/people/drivers.ts'
import { historyEndpoints } from '#contract/wire/history.ts'
import { dayValueWords, valueWords } from '#src/format/value-words.ts'
import type { HistoryWords } from '#src/history/history-changes.ts'
import { PERSON_FIELDS } from '#src/history/person-fields.ts'
import { dispatcherNames } from '#src/lookups/dispatcher-name-queries.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { RecordHistoryDialog } from '#src/record/record-history-dialog.tsx'
import { dispatcherWords, driverRecord } from './changes/driver-record.ts'

const unit = (value: unknown) => (value === null || value === undefined ? 'None' : String(value))

function status(value: unknown): string {
  const known = dutyStatus.safeParse(value)
  return known.success ? dutyStatusOf(known.data).title : valueWords(value)
}

/**
 * The texts for a driver's history in addition to the record's fields. Dispatchers are shown by name if `names`
 * contains them.
 */
export function driverHistoryWords(names: readonly DispatcherName[]): HistoryWords {
  const { dispatcher } = driverRecord.fields
  return {
    status: { title: 'Status', words: status },
    status_date_from: { title: 'Status from', words: dayValueWords },
    status_date_to: { title: 'Status to', words: dayValueWords },
    dispatcher: { title: dispatcher.title, words: (value) => dispatcherWords(value, names) },
    truck_id: { title: 'Truck', words: unit },
    trailer_id: { title: 'Trailer', words: unit },
    gomotive_id: { title: DRIVER_TITLES.gomotive_id, words: valueWords },
    pilot_flying_j_driver_id: { title: DRIVER_TITLES.pilot_flying_j_driver_id, words: valueWords },
    ...PERSON_FIELDS,
  }
}

interface DriverHistoryProps {
  readonly driver: Driver
  readonly onClose: () => void
}

/** The history of a driver. */
export function DriverHistory({ driver, onClose }: DriverHistoryProps) {
  const { dispatcher } = driver
  const { rows } = useAllRows(dispatcherNames)
  const words = useMemo(
    () => driverHistoryWords(dispatcher === null ? rows : [...rows, dispatcher]),
    [rows, dispatcher],
  )
  return (
    <RecordHistoryDialog
      {...{ record: driverRecord, row: driver, words, onClose }}
      area="drivers"
      endpoint={historyEndpoints.drivers}
    />
  )
}
