import { fullName } from '#contract/people.ts'
import { vehicleStatus, vehicleStatusOf } from '#contract/units.ts'
import { exactMiles } from '#src/format/numbers.ts'
import { dayWords, valueWords } from '#src/format/value-words.ts'
import type { HistoryWords } from '#src/history/history-changes.ts'
import { typeTitle } from './unit-words.ts'

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

/** How the fields of a unit's history are told. */
export function unitHistoryWords({ drivers, dispatchers }: Names): HistoryWords {
  return {
    status: { title: 'Status', words: status },
    status_date_from: day('Status from'),
    status_date_to: day('Status to'),
    driver: { title: 'Driver', words: named(drivers, 'Driver') },
    dispatcher: { title: 'Dispatcher', words: named(dispatchers, 'Dispatcher') },
    transport_model: plain('Model'),
    year: plain('Year'),
    color: plain('Colour'),
    type: { title: 'Type', words: (value) => (typeof value === 'string' ? typeTitle(value) : valueWords(value)) },
    // The path of a file says nothing to anybody.
    photo: { title: 'Photo', words: (value) => (value ? 'A photo' : 'None') },
    miles_driven: {
      title: 'Miles driven',
      words: (value) => (typeof value === 'number' ? exactMiles(value) : valueWords(value)),
    },
    inspection_passed_date: day('Inspection passed'),
    next_service_date: day('Next service'),
    registration_expire: day('Registration expires'),
    gomotive_id: plain('GoMotive ID'),
    vin: plain('VIN'),
    fleet_manager_name: plain('Fleet manager'),
    fleet_manager_phone: plain('Fleet manager’s phone'),
    fleet_manager_email: plain('Fleet manager’s email'),
    unit_number: plain('Unit number'),
    licence_plate: plain('License plate'),
    transponder_id: plain('Transponder'),
    pilot_flying_j_truck: plain('Fuel network ID'),
    is_deleted: plain('Deleted'),
  }
}
