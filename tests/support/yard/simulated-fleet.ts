import { bookedTrips } from '#server/demo/company/booked-trips.ts'
import { demoCompany } from '#server/demo/company/company.ts'
import { dayNumber } from '#server/demo/days/day-numbers.ts'
import { itinerary } from '#server/demo/days/itinerary.ts'
import type { FleetTrailer, FleetTruck } from '#server/demo/days/telematics-fleet.ts'
import { truckMotion } from '#server/demo/days/truck-motion.ts'

/**
 * The day on which the demo company of 60 drivers is loaded: a Saturday three weeks after the end of daylight saving
 * time.
 */
export const LOADED_ON = '2026-11-21'
export const LOADED_DAY = dayNumber(LOADED_ON)
export const company = demoCompany(60, LOADED_ON)
export const trucksWithDrivers = company.units.filter((unit) => unit.kind === 'truck' && unit.driver_id !== null)

/** A new plan, its trips and the trucks' motion, without cached results. */
export function simulatedFleet() {
  const plan = bookedTrips({ drivers: 60, loaded_on: LOADED_ON })
  const trips = itinerary({ booked: plan.booked })
  return { plan, trips, motion: truckMotion(trips) }
}

/** The ids of the plan's trucks, and of some that it does not know. */
export const UNITS = [...trucksWithDrivers.map(({ id }) => id), '9001', '9002', 'B-17', 'HD 4']

export interface TelematicsFleet {
  readonly trucks: readonly FleetTruck[]
  readonly trailers: readonly FleetTrailer[]
}

/** The units of the demo company, as telematics reads them from the database on the day on which it was loaded. */
export function telematicsFleet(): TelematicsFleet {
  const people = new Map(company.users.map((user) => [user.id, user]))
  const drivers = new Map(company.drivers.map((driver) => [driver.id, driver]))
  const truckOf = new Map(trucksWithDrivers.map(({ id, driver_id }) => [driver_id, id]))
  const driverOf = (id: number | null) => {
    const driver = drivers.get(id ?? 0)
    const { first_name = '', last_name = '' } = people.get(driver?.user_id ?? 0) ?? {}
    return driver ? { id: driver.id, gomotive_id: driver.gomotive_id, first_name, last_name } : null
  }
  const all = company.units
  return {
    trucks: all.filter(({ kind }) => kind === 'truck').map((unit) => ({ ...unit, driver: driverOf(unit.driver_id) })),
    trailers: all
      .filter(({ kind }) => kind === 'trailer')
      .map((unit) => ({ ...unit, truck: truckOf.get(unit.driver_id) ?? null })),
  }
}
