import { valueAt } from '#server/providers/http-feed/vendor-rows.ts'
import type { TelematicsVehicle, Told } from '#server/providers/telematics/telematics.ts'
import { isTold, vehicleFixOf } from './motive-fix.ts'
import { byId, eitherText, merged, personAt } from './motive-record.ts'

function vehicleOf(id: number, listed: unknown, located: unknown, now: Date): TelematicsVehicle {
  const text = (name: string) => eitherText(listed, located, name)
  // Who drives now is known better where the vehicle is: also that nobody does.
  const isDriverLocated = valueAt(located, 'current_driver') !== undefined
  return {
    id,
    number: text('number'),
    make: text('make'),
    model: text('model'),
    vin: text('vin'),
    license_plate_state: text('license_plate_state'),
    license_plate_number: text('license_plate_number'),
    permanent_driver: personAt(listed, 'permanent_driver') ?? personAt(located, 'permanent_driver'),
    current_driver: personAt(isDriverLocated ? located : listed, 'current_driver'),
    current_location: vehicleFixOf(valueAt(located, 'current_location'), now),
  }
}

/**
 * The company's vehicles of the list with plates and of the list with locations; one that is in one list alone is told as
 * far as it is known. Those that are parked for long (`inactive`) are kept: people ask where they stand. Those that are
 * `deactivated` are not: they left the company, and the number on their door is often another one's by now.
 */
export function mergedVehicles(
  list: readonly unknown[],
  locations: readonly unknown[],
  now: Date,
): Told<TelematicsVehicle> {
  return merged(byId(list, 'vehicle'), byId(locations, 'vehicle', 'vehicle_location'), ({ id, listed, located }) => {
    if (eitherText(listed, located, 'status') === 'deactivated') return null
    const row = vehicleOf(id, listed, located, now)
    return { row, isMislocated: row.current_location === null && isTold(valueAt(located, 'current_location')) }
  })
}
