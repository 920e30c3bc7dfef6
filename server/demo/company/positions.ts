import type { Random } from '#server/demo/random.ts'
import { YARDS } from '#server/demo/roads/freight-map.ts'
import { fiveDigits, type Place } from '#server/demo/roads/great-circle.ts'
import { bookedHauls } from './driven-days.ts'
import type { SeedDriver } from './drivers.ts'
import type { SeedUnit } from './units.ts'

/** The last position of a trailer (`telematics_assets`), with its age instead of a time. */
export interface SeedPosition extends Place {
  readonly unit_id: string
  /** Whether the trailer has a driver. It is then where the driver's truck is, and only telematics knows that place. */
  readonly is_pulled: boolean
  /** Charge of the gateway's battery, in percent. */
  readonly battery_capacity: number
  readonly formatted_address: string
  readonly minutes_ago: number
}

/** The share of trailers that have a gateway, which reports their position. */
const WITH_GATEWAY = 0.92

/**
 * The positions of trailers that have a gateway: where their driver delivered the last load, or at one of the company's
 * yards.
 */
export function* positionsOf(
  random: Random,
  units: readonly SeedUnit[],
  drivers: readonly SeedDriver[],
): Generator<SeedPosition> {
  const driverOf = new Map(drivers.map((driver) => [driver.id, driver]))
  for (const unit of units) {
    const own = random.branch(unit.id)
    if (unit.kind !== 'trailer' || !own.chance(WITH_GATEWAY)) continue
    const driver = unit.driver_id === null ? undefined : driverOf.get(unit.driver_id)
    const city = (driver && bookedHauls(driver.runs).at(-1)?.destination) ?? own.pick(YARDS)
    // Up to 0.03 degrees off, because a yard is not in the middle of its city.
    const astray = (degrees: number) => fiveDigits(degrees + own.whole(-3000, 3000) / 100_000)
    yield {
      unit_id: unit.id,
      is_pulled: driver !== undefined,
      latitude: astray(city.latitude),
      longitude: astray(city.longitude),
      battery_capacity: own.whole(20, 100),
      formatted_address: city.name,
      // A gateway without power reports rarely: 1 to 30 hours ago.
      minutes_ago: own.whole(60, 30 * 60),
    }
  }
}
