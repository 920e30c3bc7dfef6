import type { DispatcherName } from '#contract/dispatchers.ts'
import { dutyStatus, dutyStatusOf } from '#contract/duty.ts'
import { fullName } from '#contract/people.ts'
import { dayWords, valueWords } from '#src/format/value-words.ts'
import type { HistoryWords } from '#src/history/history-changes.ts'
import { PERSON_FIELDS } from '#src/history/person-fields.ts'
import { positionTitle } from './driver-rate.ts'

const unit = (value: unknown) => (value === null || value === undefined ? 'None' : String(value))

function status(value: unknown): string {
  const known = dutyStatus.safeParse(value)
  return known.success ? dutyStatusOf(known.data).title : valueWords(value)
}

/**
 * How the fields of a driver's history are told. Dispatchers by their names, as far as `names` has them.
 */
export function driverHistoryWords(names: readonly DispatcherName[]): HistoryWords {
  const nameOf = (value: unknown) => {
    if (value === null || value === undefined) return 'None'
    const found = names.find(({ id }) => id === value)
    return found ? fullName(found.user) : `Dispatcher ${value}`
  }
  return {
    status: { title: 'Status', words: status },
    status_date_from: { title: 'Status from', words: dayWords },
    status_date_to: { title: 'Status to', words: dayWords },
    position: { title: 'Position', words: positionTitle },
    dispatcher: { title: 'Dispatcher', words: nameOf },
    truck_id: { title: 'Truck', words: unit },
    trailer_id: { title: 'Trailer', words: unit },
    med_expire: { title: 'Medical card expires', words: dayWords },
    CDL_expire: { title: 'CDL expires', words: dayWords },
    // Its unit was that of the position of then, which a later entry may tell.
    rate: { title: 'Rate', words: valueWords },
    gomotive_id: { title: 'GoMotive ID', words: valueWords },
    pilot_flying_j_driver_id: { title: 'Fuel network ID', words: valueWords },
    ...PERSON_FIELDS,
  }
}
