import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { bookedTrips } from '#server/demo/company/booked-trips.ts'
import { seedDemo } from '#server/demo/company/demo.ts'
import { findLoadedDemo } from '#server/demo/company/demo-loaded.ts'
import { startOfDay } from '#server/demo/days/chicago-days.ts'
import { dayNumber } from '#server/demo/days/day-numbers.ts'
import { itinerary } from '#server/demo/days/itinerary.ts'
import { truckMotion } from '#server/demo/days/truck-motion.ts'
import { emptyTables, openTestDb } from '#tests/support/server/database.ts'

const demo = { drivers: 12, today: '2026-11-21', now: new Date('2026-11-21T15:00:00Z'), passwordHash: 'a hash' }

let db: Db
beforeAll(async () => {
  db = await openTestDb()
})
beforeEach(() => emptyTables(db))
afterAll(() => db.close())

describe('the plan of the demo company', () => {
  test('is stored as the number of drivers and the day of the load', async () => {
    expect(await findLoadedDemo(db)).toBeNull()
    await seedDemo(db, demo)
    expect(await findLoadedDemo(db)).toEqual({ drivers: 12, loaded_on: '2026-11-21' })
  })

  test('moves each truck on the days and by the miles of its books', async () => {
    await seedDemo(db, demo)
    const { booked } = bookedTrips(await findLoadedDemo(db))
    const motion = truckMotion(itinerary({ booked }))
    const days = await db.query<{ unit_id: string; date: string; miles: number }>(
      'test.unit_miles',
      `select unit_id, date, miles from unit_miles join units on id = unit_id where kind = 'truck' and date >= '2026-08-20'`,
    )
    expect(days.length).toBeGreaterThan(400)
    for (const { unit_id, date, miles } of days) {
      const [day, morning] = [dayNumber(date), motion.exactlyAt(unit_id, startOfDay(dayNumber(date)))]
      const evening = motion.exactlyAt(unit_id, startOfDay(day + 1))
      expect(evening.odometer - morning.odometer, `${unit_id} on ${date}`).toBeCloseTo(miles, 1)
    }
  })

  test('gives each truck its unit’s odometer at the end of the day of the load, and a positive odometer when the books begin', async () => {
    await seedDemo(db, demo)
    const { booked } = bookedTrips(await findLoadedDemo(db))
    const motion = truckMotion(itinerary({ booked }))
    const trucks = await db.query<{ id: string; miles_driven: number }>(
      'test.trucks',
      `select id, miles_driven from units where kind = 'truck'`,
    )
    for (const { id, miles_driven } of trucks) {
      const at = (day: string) => motion.exactlyAt(id, startOfDay(dayNumber(day))).odometer
      expect(at('2026-11-22')).toBeCloseTo(miles_driven, 0)
      expect(at('2026-05-24')).toBeGreaterThan(0)
    }
  })

  test('places parked trailers where their gateways reported them; pulled trailers have no reported position, and an unknown trailer has no place', async () => {
    await seedDemo(db, demo)
    const { leftAt } = bookedTrips(await findLoadedDemo(db))
    const trailers = await db.query<{ id: string; driver: number | null; latitude: number | null }>(
      'test.trailers',
      `select u.id, u.driver_id as driver, (a.location->>'lat')::float8 as latitude from units u left join telematics_assets a on a.id = u.gomotive_id where u.kind = 'trailer'`,
    )
    expect(trailers.length).toBeGreaterThan(10)
    for (const { id, driver, latitude } of trailers) {
      const left = leftAt(id)
      if (driver !== null) expect([left?.is_pulled ?? true, latitude]).toEqual([true, null])
      else if (left === null || left === undefined || latitude === null) expect([left, latitude]).toEqual([null, null])
      else expect(left.latitude).toBeCloseTo(latitude, 9)
    }
    expect(leftAt('TL-9999')).toBeUndefined()
  })

  test('has no trips and no places when no demo company is loaded', () => {
    const { booked, leftAt } = bookedTrips(null)
    expect([booked('1001'), leftAt('TL-1001')]).toEqual([null, undefined])
  })
})
