import type { VehicleLocation, VendorPerson } from '#contract/boards/telematics.ts'
import type { FleetDriver, FleetTruck } from '#server/demo/days/telematics-fleet.ts'
import type { TruckState } from '#server/demo/days/truck-motion.ts'
import type { TelematicsVehicle } from '#server/providers/telematics/telematics.ts'

/** Makes with a name of two words. All other names are one word. */
const LONG_MAKES = ['Great Dane', 'Western Star', 'Hyundai Translead']

/** Splits `Kenworth T680` into make and model, as vendors store them. */
export function makeAndModel(words: string): { readonly make: string; readonly model: string } {
  const long = LONG_MAKES.find((make) => words.startsWith(`${make} `))
  const make = long ?? words.split(' ', 1)[0] ?? ''
  return { make, model: words.slice(make.length).trim() }
}

/** Null for a driver whom the vendor does not know, and without a driver. */
export function personOf(driver: FleetDriver | null): VendorPerson | null {
  if (driver === null || driver.gomotive_id === null) return null
  return { id: driver.gomotive_id, first_name: driver.first_name, last_name: driver.last_name }
}

export const isoAt = (instant: number): string => new Date(instant).toISOString()

export const fixOf = (state: TruckState): VehicleLocation => ({
  located_at: isoAt(state.at),
  lat: state.latitude,
  lon: state.longitude,
  speed: state.speed,
  bearing: state.bearing,
  type: state.type,
  description: state.description,
  odometer: state.odometer,
  engine_hours: state.engineHours,
  fuel_primary_remaining_percentage: state.fuelPercent,
})

export function vehicleOf(truck: FleetTruck, state: TruckState): TelematicsVehicle {
  const driver = personOf(truck.driver)
  return {
    id: truck.gomotive_id,
    number: truck.unit_number ?? truck.id,
    ...makeAndModel(truck.transport_model),
    vin: truck.vin ?? '',
    license_plate_state: '',
    license_plate_number: truck.licence_plate ?? '',
    permanent_driver: driver,
    current_driver: driver,
    current_location: fixOf(state),
  }
}
