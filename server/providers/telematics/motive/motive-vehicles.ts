import { valueAt } from '#server/providers/http-feed/vendor-rows.ts'
import type { TelematicsRows, TelematicsVehicle } from '#server/providers/telematics/telematics.ts'
import { isLocationReported, vehicleFixOf } from './motive-fix.ts'
import { byId, eitherText, mergeLists, personAt } from './motive-record.ts'

function vehicleOf(id: number, listed: unknown, located: unknown, now: Date): TelematicsVehicle {
  const text = (name: string) => eitherText(listed, located, name)
  // The list of locations is more current about the driver, also when there is none.
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
 * Merges the vehicles of the list with plates and the list with locations. A vehicle in only one list keeps the fields
 * of that list. Vehicles parked for long (`inactive`) are included, because users look for them. `deactivated` vehicles
 * are left out: they have left the company, and another vehicle often has their number now.
 */
export function mergeVehicles(
  list: readonly unknown[],
  locations: readonly unknown[],
  now: Date,
): TelematicsRows<TelematicsVehicle> {
  return mergeLists(
    byId(list, 'vehicle'),
    byId(locations, 'vehicle', 'vehicle_location'),
    ({ id, listed, located }) => {
      if (eitherText(listed, located, 'status') === 'deactivated') return null
      const row = vehicleOf(id, listed, located, now)
      return {
        row,
        isMislocated: row.current_location === null && isLocationReported(valueAt(located, 'current_location')),
      }
    },
  )
}
