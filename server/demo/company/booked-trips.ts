import { dayNumber } from '#server/demo/days/day-numbers.ts'
import type { Booked, BookedPlan } from '#server/demo/days/itinerary.ts'
import type { Trip } from '#server/demo/days/trips.ts'
import { randomFrom } from '#server/demo/random.ts'
import { YARDS } from '#server/demo/roads/freight-map.ts'
import { demoCompany } from './company.ts'
import type { LoadedDemo } from './demo-loaded.ts'
import { FIRST_BOOKED, plannedHauls } from './driven-days.ts'
import type { SeedDriver } from './drivers.ts'
import type { SeedPosition } from './positions.ts'
import type { SeedUnit } from './units.ts'

/** The plans that the demo company had for its trucks and trailers when it was created. */
export interface DemoPlan {
  /** The plan of a truck, by its id; null when the company never had that truck. */
  readonly booked: Booked
  /** Where a trailer was left; null when its place is unknown, undefined when the company never had that trailer. */
  leftAt(trailer: string): SeedPosition | null | undefined
}

function planOf(
  unit: SeedUnit,
  driver: SeedDriver | undefined,
  fuel: BookedPlan['fuel'],
  creationDay: number,
): BookedPlan {
  const hauls = driver ? plannedHauls(driver.runs) : []
  const trips = hauls.map(
    ({ origin, destination, from, to, miles }): Trip => ({
      origin,
      destination,
      from: creationDay + from,
      to: creationDay + to,
      miles,
    }),
  )
  return {
    trips,
    place: trips[0]?.origin ?? driver?.runs[0]?.origin ?? randomFrom(`waiting ${unit.id}`).pick(YARDS),
    first: creationDay + FIRST_BOOKED,
    last: creationDay + (driver?.runs.at(-1)?.to ?? 0),
    made: creationDay,
    odometer: unit.miles_driven,
    fuel,
    driver: driver?.id ?? null,
  }
}

function demoPlan({ drivers, loaded_on }: LoadedDemo): DemoPlan {
  const company = demoCompany(drivers, loaded_on)
  const creationDay = dayNumber(loaded_on)
  const driverOf = new Map(company.drivers.map((driver) => [driver.id, driver]))
  const trucks = new Map(company.units.filter(({ kind }) => kind === 'truck').map((unit) => [unit.id, unit]))
  const trailers = new Set(company.units.filter(({ kind }) => kind === 'trailer').map(({ id }) => id))
  const positions = new Map([...company.positions()].map((position) => [position.unit_id, position]))
  return {
    booked: (id) => {
      const unit = trucks.get(id)
      if (unit === undefined) return null
      const driver = driverOf.get(unit.driver_id ?? 0)
      return planOf(unit, driver, company.fuelling(unit.driver_id ?? unit.id), creationDay)
    },
    leftAt: (id) => positions.get(id) ?? (trailers.has(id) ? null : undefined),
  }
}

/**
 * The demo company's plans, generated again when the first plan is needed. Without a demo company every plan is absent.
 */
export function bookedTrips(demo: LoadedDemo | null): DemoPlan {
  if (demo === null) return { booked: () => null, leftAt: () => undefined }
  let cachedPlan: DemoPlan | undefined
  const plan = () => {
    cachedPlan ??= demoPlan(demo)
    return cachedPlan
  }
  return { booked: (unit) => plan().booked(unit), leftAt: (trailer) => plan().leftAt(trailer) }
}
