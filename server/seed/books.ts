import type { Calendar } from './calendar.ts'
import { bookedHauls, drivenDays, FIRST_BOOKED } from './driven-days.ts'
import type { SeedDriver } from './drivers.ts'
import { fuelStops } from './fuel-stops.ts'
import type { Random } from './random.ts'
import type { SeedUnit } from './units.ts'

/** A row of `driver_miles`: a day on which somebody drove. */
export interface SeedMiles {
  readonly driver_id: number
  readonly date: string
  readonly miles: number
}

/** A row of `fuel_transactions`; `amount` in dollars. */
export interface SeedFuel {
  readonly id: number
  readonly driver_id: number
  readonly unit_id: string | null
  readonly date: string
  readonly gallons: number
  readonly amount: number
  readonly site: string
  readonly source_key: string
}

/** A row of `gross_revenue`, on the day of delivery; in dollars. */
export interface SeedRevenue {
  readonly id: number
  readonly date: string
  readonly dispatcher_id: number | null
  readonly driver_id: number
  readonly amount: number
}

/** By driver, then by date. */
export function* milesOf(drivers: readonly SeedDriver[], calendar: Calendar): Generator<SeedMiles> {
  for (const { id, runs } of drivers) {
    for (const { offset, miles } of drivenDays(runs)) yield { driver_id: id, date: calendar.date(offset), miles }
  }
}

/** Whoever has the network's card fuels with it, for the truck that they drive now. */
export function* fuelOf(
  random: Random,
  fleet: { readonly drivers: readonly SeedDriver[]; readonly units: readonly SeedUnit[] },
  calendar: Calendar,
): Generator<SeedFuel> {
  const trucks = fleet.units.filter((unit) => unit.kind === 'truck' && unit.driver_id !== null)
  const truckOf = new Map(trucks.map((unit) => [unit.driver_id, unit.id]))
  const stops = fuelStops(random.branch('sites'))
  let id = 0
  for (const { id: driver_id, pilot_flying_j_driver: card, runs } of fleet.drivers) {
    if (card === null) continue
    let receipt = 0
    for (const { offset, ...bought } of stops(random.branch(driver_id), drivenDays(runs))) {
      id++
      receipt++
      const unit_id = truckOf.get(driver_id) ?? null
      yield { id, driver_id, unit_id, date: calendar.date(offset), ...bought, source_key: `${card}-${receipt}` }
    }
  }
}

/** What a mile of freight brings in, from the poorest load to the best; in cents. */
const CENTS_A_MILE = [190, 260] as const

/** Every load that was delivered by today, for whoever dispatches the driver. */
export function* revenueOf(random: Random, drivers: readonly SeedDriver[], calendar: Calendar): Generator<SeedRevenue> {
  let id = 0
  for (const { id: driver_id, dispatcher_id, runs } of drivers) {
    const own = random.branch(driver_id)
    for (const { to, miles } of bookedHauls(runs)) {
      const cents = Math.round(miles * own.whole(...CENTS_A_MILE))
      if (to < FIRST_BOOKED || to > 0) continue
      id++
      yield { id, date: calendar.date(to), dispatcher_id, driver_id, amount: cents / 100 }
    }
  }
}
