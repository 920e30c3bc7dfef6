import type { Db } from '#server/db/db.ts'
import { randomFrom } from '#server/demo/random.ts'
import { CITIES } from '#server/demo/roads/freight-map.ts'
import { storePositions } from '#server/modules/telematics/poll-service.ts'
import { hideUnlisted } from '#server/modules/telematics/position-repository.ts'
import type { TelematicsVehicle } from '#server/providers/telematics/telematics.ts'

const FIRST_ID = 9_000_000
/** Degrees that a truck travels in ten seconds: a little more than a sixth of a mile. */
const STEP = 0.0026

/** Vehicles around random cities of the freight map. Each `tick` moves a `share` of them (0 to 1) a step further. */
export function aFleet(count: number, tick: number, share = 1): readonly TelematicsVehicle[] {
  const random = randomFrom('bench fleet')
  const now = new Date().toISOString()
  return Array.from({ length: count }, (_, index) => {
    const city = random.pick(CITIES)
    const [north, east, bearing] = [random.fraction() * 4 - 2, random.fraction() * 6 - 3, random.whole(0, 359)]
    const isMoving = index < count * share
    const traveled = isMoving ? tick * STEP : 0
    return {
      id: FIRST_ID + index,
      number: String(100_000 + index),
      make: 'Freightliner',
      model: 'Freightliner Cascadia',
      vin: `1FUJGLDR8PL${100_000 + index}`,
      license_plate_state: 'IL',
      license_plate_number: `P${100_000 + index}`,
      permanent_driver: null,
      current_driver: { id: index + 1, first_name: 'Terrence', last_name: `Boone ${index}` },
      current_location: {
        located_at: now,
        lat: Math.round((city.latitude + north + traveled) * 1e5) / 1e5,
        lon: Math.round((city.longitude + east + traveled) * 1e5) / 1e5,
        speed: isMoving ? 62 : 0,
        bearing,
        type: isMoving ? 'vehicle_moving' : 'vehicle_stopped',
        description: `12.3 mi NE of ${city.name}`,
        odometer: 412_000 + index + tick / 6,
        engine_hours: 9_210.4,
        fuel_primary_remaining_percentage: 71,
      },
    }
  })
}

/** Replaces the vehicles on the map by a fleet of this size. */
export async function driveFleet(db: Db, count: number, tick: number, share = 1): Promise<void> {
  const vehicles = aFleet(count, tick, share)
  await hideUnlisted(
    db,
    'vehicles',
    vehicles.map(({ id }) => id),
  )
  await storePositions(db, { vehicles, assets: [] })
}
