import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plannedHauls } from '#server/demo/company/driven-days.ts'
import { sundayOf, weekOf } from '#server/demo/days/day-numbers.ts'
import { type BookedPlan, itinerary } from '#server/demo/days/itinerary.ts'
import { baseOf, tripsIntoWeeks, tripsOfWeek } from '#server/demo/days/rolling-weeks.ts'
import { tripDays } from '#server/demo/days/trip-miles.ts'
import { milesByDay, type Trip } from '#server/demo/days/trips.ts'
import { randomFrom } from '#server/demo/random.ts'
import { CITIES, type City } from '#server/demo/roads/freight-map.ts'
import { company, LOADED_DAY, simulatedFleet, trucksWithDrivers, UNITS } from '#tests/support/yard/simulated-fleet.ts'

const { trips, plan } = simulatedFleet()
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const cityOf = (name: string): City => CITIES.find((city) => city.name === name) as City

describe('an itinerary', () => {
  test('has all hauls of the plan, past and future', () => {
    for (const truck of trucksWithDrivers) {
      const driver = company.drivers.find(({ id }) => id === truck.driver_id)
      const hauls = plannedHauls(driver?.runs ?? [])
      const last = LOADED_DAY + (driver?.runs.at(-1)?.to ?? 0)
      const tripStarts = trips
        .tripsOfUnit(truck.id, LOADED_DAY - 181, last)
        .map(({ origin, from }) => [origin.name, from])
      expect(tripStarts).toEqual(hauls.map(({ origin, from }) => [origin.name, LOADED_DAY + from]))
    }
  })

  test('continues where the plan left the truck, and follows the rolling weeks later', () => {
    for (const unit of UNITS) {
      const all = trips.tripsOfUnit(unit, LOADED_DAY - 150, LOADED_DAY + 120)
      expect(all.length).toBeGreaterThan(60)
      for (const [index, trip] of all.entries()) {
        const before = all[index - 1]
        if (before === undefined) continue
        expect(trip.origin.name, `${unit} on ${trip.from}`).toBe(before.destination.name)
        expect(trip.from).toBeGreaterThan(before.to)
      }
      const later = weekOf(LOADED_DAY + 60)
      expect(trips.tripsOfUnit(unit, sundayOf(later), sundayOf(later) + 6)).toEqual(tripsOfWeek(unit, later))
    }
  })

  test('of a truck without a plan consists of rolling weeks only', () => {
    for (const week of [weekOf(LOADED_DAY) - 20, weekOf(LOADED_DAY), weekOf(LOADED_DAY) + 3]) {
      expect(trips.tripsOfUnit('9001', sundayOf(week), sundayOf(week) + 6)).toEqual(tripsOfWeek('9001', week))
    }
  })

  test('has the same trips for a few days as for many', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...UNITS),
        fc.integer({ min: -90, max: 90 }),
        fc.nat({ max: 20 }),
        (unit, from, days) => {
          const [first, last] = [LOADED_DAY + from, LOADED_DAY + from + days]
          const whole = trips.tripsOfUnit(unit, first - 30, last + 30)
          expect(trips.tripsOfUnit(unit, first, last)).toEqual(
            whole.filter((trip) => trip.from <= last && trip.to >= first),
          )
        },
      ),
    )
  })

  test('keeps a truck without a driver in one place until the plan is over', () => {
    const idle = company.units.filter(({ kind, driver_id }) => kind === 'truck' && driver_id === null)
    expect(idle.length).toBeGreaterThan(0)
    for (const { id } of idle) {
      expect(trips.tripsOfUnit(id, LOADED_DAY - 181, LOADED_DAY)).toEqual([])
      const [first] = trips.tripsOfUnit(id, LOADED_DAY + 1, LOADED_DAY + 20)
      expect(first?.origin).toBe(plan.booked(id)?.place)
    }
  })
})

describe('a haul cut short by the end of the plan', () => {
  const [origin, destination] = [cityOf('Joliet IL'), cityOf('El Paso TX')]
  const cut: Trip = { origin, destination, from: LOADED_DAY - 3, to: LOADED_DAY - 3, miles: 1480 }
  const booked: BookedPlan = {
    trips: [cut],
    place: origin,
    first: LOADED_DAY - 181,
    last: LOADED_DAY + 2,
    made: LOADED_DAY,
    odometer: 90_000,
    fuel: randomFrom('fuel'),
    driver: 1,
  }
  const own = itinerary({ booked: (unit) => (unit === '7' ? booked : null) })

  test('waits on the way until the plan is over, and is then completed', () => {
    const [haul, next] = own.tripsOfUnit('7', LOADED_DAY - 3, LOADED_DAY + 20)
    expect(haul && milesByDay(haul)).toEqual([640, 0, 0, 0, 0, 0, 420, 420])
    expect(sum(haul?.days ?? [])).toBe(1480)
    expect([haul?.to, next?.origin]).toEqual([LOADED_DAY + 4, destination])
    const days = own.weekOfUnit('7', weekOf(LOADED_DAY))
    expect(days.find(({ day }) => day === LOADED_DAY)).toMatchObject({ before: 640, miles: 0 })
  })
})

describe('the trips into the rolling weeks', () => {
  test('lead from any city on any day to the start of a week at most two weeks ahead', () => {
    for (const place of CITIES) {
      for (let day = LOADED_DAY; day < LOADED_DAY + 28; day++) {
        const into = tripsIntoWeeks('5', place, day)
        const from = `${place.name} on ${day}`
        expect(into.trips[0]?.origin ?? place, from).toBe(place)
        expect(into.trips.at(-1)?.destination ?? place, from).toBe(baseOf('5', into.week))
        expect(into.trips.at(-1)?.to ?? day - 1, from).toBeLessThan(sundayOf(into.week))
        expect(into.week - weekOf(day), from).toBeLessThanOrEqual(2)
        for (const trip of into.trips) expect(trip.to - trip.from + 1).toBe(tripDays(trip.origin, trip.destination))
      }
    }
  })

  test('are empty where a week begins anyway', () => {
    const week = weekOf(LOADED_DAY)
    expect(tripsIntoWeeks('5', baseOf('5', week), sundayOf(week))).toEqual({ trips: [], week })
  })
})
