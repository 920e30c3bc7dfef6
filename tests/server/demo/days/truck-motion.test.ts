import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drivenDays } from '#server/demo/company/driven-days.ts'
import { dayAt, startOfDay } from '#server/demo/days/chicago-days.ts'
import { dayNumber, weekOf } from '#server/demo/days/day-numbers.ts'
import { crowMiles } from '#server/demo/roads/great-circle.ts'
import { distanceToRoad, roadBetween } from '#server/demo/roads/road-map.ts'
import { company, LOADED_DAY, simulatedFleet, trucksWithDrivers, UNITS } from '#tests/support/yard/simulated-fleet.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const { motion, trips, plan } = simulatedFleet()
const aUnit = fc.constantFrom(...UNITS)
/** A day of the last 90 or the next 120 days. The days on which the clocks change come more often. */
const aDay = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: LOADED_DAY - 90, max: LOADED_DAY + 120 }) },
  { weight: 1, arbitrary: fc.constantFrom(dayNumber('2026-11-01'), dayNumber('2027-03-14')) },
)
const anInstant = fc
  .tuple(aDay, fc.nat({ max: 25 * 3600 - 1 }))
  .map(([day, seconds]) => startOfDay(day) + seconds * 1000)
/** An instant at which trucks drive. */
const aWorkingInstant = fc
  .tuple(aDay, fc.integer({ min: 5 * 3600, max: 19 * 3600 }))
  .map(([day, seconds]) => startOfDay(day) + seconds * 1000)
const RUNS = { numRuns: 400 }

const unitDay = (unit: string, day: number) => {
  const found = trips.weekOfUnit(unit, weekOf(day)).find((one) => one.day === day)
  if (found === undefined) throw new Error(`no day ${day}`)
  return found
}

describe('a truck', () => {
  test('is always on the road of its trip, or where the last trip ended', () => {
    fc.assert(
      fc.property(aUnit, fc.oneof(aWorkingInstant, anInstant), (unit, at) => {
        const state = motion.exactlyAt(unit, at)
        const { trip, place } = unitDay(unit, dayAt(at))
        const off = trip ? distanceToRoad(roadBetween(trip.origin, trip.destination), state) : crowMiles(place, state)
        expect(off).toBeLessThan(trip && state.speed > 0 ? 0.1 : 1)
      }),
      RUNS,
    )
  })

  test('never exceeds 75 miles an hour, in its own speed or from minute to minute', () => {
    fc.assert(
      fc.property(aUnit, fc.oneof(aWorkingInstant, anInstant), (unit, at) => {
        const [here, there] = [motion.exactlyAt(unit, at), motion.exactlyAt(unit, at + MINUTE_MS)]
        expect(here.speed).toBeLessThanOrEqual(70)
        expect(crowMiles(here, there) * 60).toBeLessThanOrEqual(75)
        expect((there.odometer - here.odometer) * 60).toBeLessThanOrEqual(75 + 6)
      }),
      RUNS,
    )
  })

  test('never loses miles or engine hours, and gains at most 14 engine hours a day', () => {
    fc.assert(
      fc.property(aUnit, anInstant, fc.nat({ max: 60 * 86_400 }), (unit, at, seconds) => {
        const [before, after] = [motion.exactlyAt(unit, at), motion.exactlyAt(unit, at + seconds * 1000)]
        expect(after.odometer).toBeGreaterThanOrEqual(before.odometer)
        expect(after.engineHours).toBeGreaterThanOrEqual(before.engineHours)
        expect(after.odometer).toBeGreaterThan(0)
        const days = seconds / 86_400 + 1
        expect(after.engineHours - before.engineHours).toBeLessThanOrEqual(days * 14)
      }),
      RUNS,
    )
  })

  test('never runs dry, and gains fuel only at the pump', () => {
    fc.assert(
      fc.property(aUnit, fc.oneof(aWorkingInstant, anInstant), (unit, at) => {
        const [before, after] = [motion.exactlyAt(unit, at), motion.exactlyAt(unit, at + MINUTE_MS)]
        expect(before.fuelPercent).toBeGreaterThanOrEqual(8)
        expect(before.fuelPercent).toBeLessThanOrEqual(100)
        if (after.fuelPercent <= before.fuelPercent) return
        const pumps = motion
          .dayOf(unit, dayAt(at))
          .segments.filter((one) => one.kind === 'stopped' && one.reason === 'fuel')
        expect(pumps.some(({ from, to }) => from <= at + MINUTE_MS && to >= at)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('stands still at midnight, with no jump between the two days', () => {
    fc.assert(
      fc.property(aUnit, aDay, (unit, day) => {
        const midnight = startOfDay(day)
        const [before, after] = [motion.exactlyAt(unit, midnight - MINUTE_MS), motion.exactlyAt(unit, midnight)]
        expect([before.speed, after.speed]).toEqual([0, 0])
        expect(crowMiles(before, after), `${unit} on ${day}`).toBeLessThan(1)
        expect(after.odometer).toBe(before.odometer)
        expect(after.engineHours).toBeCloseTo(before.engineHours, 1)
        expect(after.fuelPercent).toBeCloseTo(before.fuelPercent, 0)
      }),
      { numRuns: 3000 },
    )
  })

  test('has the same state in whatever order it is queried', () => {
    const someQuestions = fc.array(fc.tuple(aUnit, anInstant), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(someQuestions, (questions) => {
        const ask = (some: typeof questions) => {
          const { motion: own } = simulatedFleet()
          return some.map(([unit, at]) => own.stateAt(unit, at))
        }
        const states = ask(questions)
        expect(ask(questions.toReversed()).toReversed()).toEqual(states)
      }),
      { numRuns: 8 },
    )
  })

  test('reports moving while driving, stopped at a stop, and ignition off when off duty', () => {
    const { segments } = motion.dayOf(UNITS[0] ?? '', LOADED_DAY - 1)
    for (const unit of UNITS.slice(0, 20)) {
      for (const segment of motion.dayOf(unit, LOADED_DAY).segments) {
        const { type } = motion.exactlyAt(unit, segment.from)
        if (segment.kind === 'driving') expect(type).toBe('vehicle_moving')
        else if (segment.reason !== 'off_duty') expect(type).toBe('vehicle_stopped')
        else expect(motion.exactlyAt(unit, segment.to - 1).type).toBe('ignition_off')
      }
    }
    expect(segments.length).toBeGreaterThan(0)
  })
})

describe('the odometer of a truck of the demo company', () => {
  test('equals the books at the end of the day of the load', () => {
    for (const { id, miles_driven } of trucksWithDrivers) {
      const { odometer } = motion.exactlyAt(id, startOfDay(LOADED_DAY + 1))
      expect(odometer).toBeCloseTo(miles_driven, 0)
    }
  })

  test('gains the driver’s miles on each day of the books', () => {
    for (const { id, driver_id } of trucksWithDrivers) {
      const runs = company.drivers.find((driver) => driver.id === driver_id)?.runs ?? []
      const miles = new Map([...drivenDays(runs)].map(({ offset, miles: driven }) => [LOADED_DAY + offset, driven]))
      for (let day = LOADED_DAY - 120; day <= LOADED_DAY; day++) {
        const [before, after] = [day, day + 1].map((one) => motion.exactlyAt(id, startOfDay(one)).odometer)
        expect((after ?? 0) - (before ?? 0), `${id} on ${day}`).toBeCloseTo(miles.get(day) ?? 0, 1)
      }
    }
  })
})

test('fuel is bought where the truck stands at the pump, as much as its tank gains', () => {
  const fuel = [...company.fuel()].filter(({ product, date }) => product === 'diesel' && date >= '2026-09-01')
  const own = new Set(trucksWithDrivers.map(({ id }) => id))
  const bought = fuel.filter(({ unit_id }) => own.has(unit_id ?? ''))
  expect(bought.length).toBeGreaterThan(300)
  for (const { unit_id, date, gallons, site } of bought) {
    const day = motion.dayOf(unit_id ?? '', dayNumber(date))
    const pump = day.segments.find((one) => one.kind === 'stopped' && one.reason === 'fuel')
    expect(pump, `${unit_id} on ${date}`).toBeDefined()
    const [before, after] = [pump?.from ?? 0, pump?.to ?? 0].map((at) => motion.exactlyAt(unit_id ?? '', at))
    const pumped = (((after?.fuelPercent ?? 0) - (before?.fuelPercent ?? 0)) * day.tank.gallons) / 100
    expect(Math.abs(pumped - gallons)).toBeLessThan(4)
    const town = site.replace(/^.* Travel Center, /, '').replace(/ ([A-Z]{2})$/, ', $1')
    expect(before?.description).toContain(town)
  }
})

describe('a truck without a driver', () => {
  const at = startOfDay(LOADED_DAY) + 18 * 3_600_000
  const id = trucksWithDrivers[0]?.id ?? ''

  test('stays with its engine off where it was at the start of its first day without a driver', () => {
    const then = motion.exactlyAt(id, startOfDay(LOADED_DAY - 5))
    for (const hours of [0, 3, 50, 500]) {
      const now = motion.stateAt(id, at + hours * 3_600_000, { since: LOADED_DAY - 5 })
      const { latitude, longitude, odometer } = then
      expect(now).toMatchObject({ latitude, longitude, odometer, speed: 0, type: 'ignition_off' })
      expect(at + hours * 3_600_000 - now.at).toBeLessThan(4 * 3_600_000)
    }
  })

  test('has its own place in the yard in Joliet when that day is unknown', () => {
    const places = ['9001', '9002', '9003'].map((unit) => motion.stateAt(unit, at, { since: null }))
    expect(new Set(places.map(({ latitude }) => latitude)).size).toBe(3)
    for (const place of places) {
      expect(place).toMatchObject({ description: 'Joliet, IL', type: 'ignition_off' })
      expect(crowMiles(place, { latitude: 41.53, longitude: -88.08 })).toBeLessThan(0.3)
    }
  })
})

test('a vendor’s last report is never in the future, and that of a moving truck is less than a second old', () => {
  fc.assert(
    fc.property(aUnit, anInstant, (unit, at) => {
      const state = motion.stateAt(unit, at)
      expect(state.at).toBeLessThanOrEqual(at)
      expect(at - state.at).toBeLessThan(state.speed > 0 ? 1000 : DAY_MS / 24)
      expect(state).toEqual(motion.exactlyAt(unit, state.at))
    }),
    RUNS,
  )
})

test('the plan has the driver of a truck with a driver, and nothing for an unknown truck', () => {
  expect(plan.booked('9001')).toBeNull()
  expect(plan.booked(trucksWithDrivers[3]?.id ?? '')?.driver).toBe(trucksWithDrivers[3]?.driver_id)
})
