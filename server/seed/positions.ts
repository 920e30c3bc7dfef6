import { CITIES } from '#server/simulation/freight-map.ts'
import type { Place } from '#server/simulation/great-circle.ts'
import type { Random } from '#server/simulation/random.ts'
import { bookedHauls } from './driven-days.ts'
import type { SeedDriver } from './drivers.ts'
import type { SeedUnit } from './units.ts'

/** Where a trailer was (`telematics_assets`), with its age instead of an instant. */
export interface SeedPosition extends Place {
  readonly unit_id: string
  readonly is_moving: boolean
  /** Of the gateway's battery, in percent. */
  readonly battery_capacity: number
  readonly formatted_address: string
  readonly minutes_ago: number
}

/** Not every trailer has a gateway that tells where it is. */
const WITH_GATEWAY = 0.92

const between = (from: number, to: number, share: number) =>
  Math.round((from + (to - from) * share) * 100_000) / 100_000

/** Where a trailer's gateway last told it was: on the way, where the last load was delivered, or where it was left. */
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
    const haul = driver && bookedHauls(driver.runs).at(-1)
    const isOut = haul !== undefined && haul.to >= 0
    const days = haul ? haul.to - haul.from + 1 : 1
    const share = isOut ? (-haul.from + own.whole(20, 80) / 100) / days : 1
    const [origin, destination] = haul ? [haul.origin, haul.destination] : [CITIES[0], own.pick(CITIES.slice(0, 14))]
    // A yard is not the middle of its city.
    const astray = () => own.whole(-3000, 3000) / 100_000
    yield {
      unit_id: unit.id,
      latitude: between(origin.latitude, destination.latitude, share) + astray(),
      longitude: between(origin.longitude, destination.longitude, share) + astray(),
      is_moving: isOut && own.chance(0.6),
      battery_capacity: own.whole(20, 100),
      formatted_address: isOut ? `On the way from ${origin.name} to ${destination.name}` : destination.name,
      // A gateway that rolls has power and tells often; a trailer that stands saves it.
      minutes_ago: isOut ? own.whole(2, 55) : own.whole(60, 30 * 60),
    }
  }
}
