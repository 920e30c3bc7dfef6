import { fuelStops, reeferStops } from '#server/demo/days/fuel-stops.ts'
import { passagesOf } from '#server/demo/days/toll-roads.ts'
import type { Random } from '#server/demo/random.ts'
import type { Calendar } from './calendar.ts'
import { bookedHauls, drivenDays, FIRST_BOOKED } from './driven-days.ts'
import type { SeedDriver } from './drivers.ts'
import type { SeedUnit } from './units.ts'

/** A row of `driver_miles`: a day on which the driver drove. */
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
  readonly product: 'diesel' | 'reefer'
  readonly source_key: string
}

/** A row of `toll_transactions`; `amount` in dollars. */
export interface SeedToll {
  readonly id: number
  readonly unit_id: string
  readonly date: string
  readonly amount: number
  readonly agency: string
  readonly plaza: string
  readonly source_key: string
}

interface Fleet {
  readonly drivers: readonly SeedDriver[]
  readonly units: readonly SeedUnit[]
}

/** A row of `gross_revenue`, on the day of delivery; in dollars. */
export interface SeedRevenue {
  readonly id: number
  readonly date: string
  readonly dispatcher_id: number | null
  readonly driver_id: number
  readonly amount: number
}

/** The miles of all drivers, by driver, then by date. */
export function* milesOf(drivers: readonly SeedDriver[], calendar: Calendar): Generator<SeedMiles> {
  for (const { id, runs } of drivers) {
    for (const { offset, miles } of drivenDays(runs)) yield { driver_id: id, date: calendar.date(offset), miles }
  }
}

/** The unit that each driver has now, among the units that fit: a map from driver id to unit id. */
const unitsByDriver = (units: readonly SeedUnit[], fits: (unit: SeedUnit) => boolean) =>
  new Map(units.filter((unit) => unit.driver_id !== null && fits(unit)).map((unit) => [unit.driver_id, unit.id]))

/**
 * Fuel that drivers with the network's card buy for the truck that they drive now, and for their trailer when it is a
 * reefer. All diesel rows come first, then all reefer rows.
 */
export function* fuelOf(random: Random, fleet: Fleet, calendar: Calendar): Generator<SeedFuel> {
  const truckOf = unitsByDriver(fleet.units, (unit) => unit.kind === 'truck')
  const reeferOf = unitsByDriver(fleet.units, (unit) => unit.type === 'reefer')
  let id = 0
  for (const { id: driver_id, pilot_flying_j_driver: card, runs } of fleet.drivers) {
    if (card === null) continue
    let receipt = 0
    for (const { offset, at, ...bought } of fuelStops(random.branch(driver_id), drivenDays(runs))) {
      id++
      receipt++
      const unit_id = truckOf.get(driver_id) ?? null
      const date = calendar.date(offset)
      yield { id, driver_id, unit_id, date, ...bought, product: 'diesel', source_key: `${card}-${receipt}` }
    }
  }
  for (const { id: driver_id, pilot_flying_j_driver: card, runs } of fleet.drivers) {
    const unit_id = reeferOf.get(driver_id)
    if (card === null || unit_id === undefined) continue
    let receipt = 0
    for (const { offset, ...bought } of reeferStops(random.branch(`reefer ${driver_id}`), drivenDays(runs))) {
      id++
      receipt++
      const date = calendar.date(offset)
      yield { id, driver_id, unit_id, date, ...bought, product: 'reefer', source_key: `${card}-r${receipt}` }
    }
  }
}

/** Tolls of the trucks that have a driver now, on the toll roads along the driver's trips. */
export function* tollsOf({ drivers, units }: Fleet, calendar: Calendar): Generator<SeedToll> {
  const truckOf = unitsByDriver(units, (unit) => unit.kind === 'truck')
  let id = 0
  for (const driver of drivers) {
    const unit_id = truckOf.get(driver.id)
    if (unit_id === undefined) continue
    for (const haul of bookedHauls(driver.runs)) {
      for (const { offset, ...paid } of passagesOf(haul)) {
        if (offset < FIRST_BOOKED || offset > 0) continue
        id++
        yield { id, unit_id, date: calendar.date(offset), ...paid, source_key: String(id).padStart(7, '0') }
      }
    }
  }
}

/** Revenue of a mile of freight in cents, from the poorest load to the best. */
const CENTS_A_MILE = [190, 260] as const

/** Revenue of every load that was delivered in the 26 weeks of the books, booked to the driver's dispatcher. */
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
