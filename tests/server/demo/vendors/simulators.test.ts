import { describe, expect, test } from 'vitest'
import { dateOf, dayNumber } from '#server/demo/days/day-numbers.ts'
import { itinerary } from '#server/demo/days/itinerary.ts'
import type { RollingTruck } from '#server/demo/days/rolling-weeks.ts'
import { daysOfTrips } from '#server/demo/days/trips.ts'
import { simulatedFuel } from '#server/demo/vendors/simulated-fuel.ts'
import { simulatedTolls } from '#server/demo/vendors/simulated-tolls.ts'
import type { FuelRow } from '#server/providers/fuel/fuel.ts'
import type { TollRow } from '#server/providers/tolls/tolls.ts'
import { pagesOf } from '#tests/support/yard/fake-vendor.ts'

const FLEET: readonly RollingTruck[] = Array.from({ length: 40 }, (_, index) => ({
  id: String(1001 + index),
  unit_number: `A-${index}`,
  licence_plate: `P${482_100 + index}`,
  transponder_id: `00700${index}`,
  card: index === 7 ? null : 4_402_100 + index,
  ...(index % 3 === 0 ? { reefer: `TL-${1001 + index}`, reefer_number: `R-${index}` } : { reefer: null }),
}))
const fleet = async () => FLEET
const trips = itinerary({ booked: () => null })
const tolls = simulatedTolls({ fleet, itinerary: trips })
const fuel = simulatedFuel({ fleet, itinerary: trips })
const MONTH = ['2026-10-23', '2026-11-22'] as const
const rowsOf = async <Row>(source: Parameters<typeof pagesOf<Row>>[0], first: string, last: string) =>
  (await pagesOf<Row>(source, first, last)).flatMap(({ rows }) => rows)

describe.each([
  ['tolls', tolls],
  ['fuel', fuel],
] as const)('simulated %s', (_name, source) => {
  test('has the same rows with the same keys for a day in every request and range', async () => {
    const month = await rowsOf<{ key: string; date: string }>(source as never, ...MONTH)
    expect(month.length).toBeGreaterThan(100)
    expect(await rowsOf(source as never, ...MONTH)).toEqual(month)
    const week = await rowsOf<{ key: string; date: string }>(source as never, '2026-11-11', '2026-11-17')
    expect(week).toEqual(month.filter(({ date }) => date >= '2026-11-11' && date <= '2026-11-17'))
    expect(new Set(month.map(({ key }) => key)).size).toBe(month.length)
  })

  test('stays within the requested days', async () => {
    for (const day of ['2026-11-14', '2026-11-15', '2026-11-21']) {
      const rows = await rowsOf<{ date: string }>(source as never, day, day)
      expect(new Set(rows.map(({ date }) => date))).toEqual(new Set([day]))
    }
  })
})

test('a toll has the plate, transponder and number of its truck', async () => {
  const rows = await rowsOf<{ plate: string; transponder_id: string; unit_number: string }>(tolls as never, ...MONTH)
  const marks = new Set(FLEET.map((truck) => `${truck.licence_plate} ${truck.transponder_id} ${truck.unit_number}`))
  for (const row of rows) expect(marks).toContain(`${row.plate} ${row.transponder_id} ${row.unit_number}`)
})

test('fuel is bought for trucks and reefers as often as the miles need, with the driver’s card', async () => {
  const rows = await rowsOf<{ product: string; unit_number: string; network_driver: number }>(fuel as never, ...MONTH)
  const reefers = rows.filter(({ product }) => product === 'reefer')
  expect(new Set(reefers.map((row) => row.unit_number.slice(0, 2)))).toEqual(new Set(['R-']))
  const stops = (rows.length - reefers.length) / FLEET.length
  expect(stops > 8 && stops < 16, `${stops} stops in a month`).toBe(true)
  // A driver without a card buys no fuel.
  expect(rows.filter((row) => row.unit_number === 'A-7')).toEqual([])
  for (const { unit_number, card } of FLEET.filter((truck) => truck.card !== null)) {
    const own = rows.filter((row) => row.unit_number === unit_number)
    expect(new Set(own.map((row) => row.network_driver))).toEqual(new Set([card]))
  }
})

test('tolls and diesel are paid only on days on which the truck moved', async () => {
  const rolled = (unit: string) => {
    const days = daysOfTrips(trips.tripsOfUnit(unit, dayNumber(MONTH[0]), dayNumber(MONTH[1])))
    return new Set([...days].map(({ offset }) => dateOf(offset)))
  }
  const byNumber = new Map(FLEET.map(({ id, unit_number }) => [unit_number, rolled(id)]))
  for (const { unit_number, date } of await rowsOf<TollRow>(tolls, ...MONTH)) {
    expect(byNumber.get(unit_number)?.has(date), `${unit_number} ${date}`).toBe(true)
  }
  const diesel = (await rowsOf<FuelRow>(fuel, ...MONTH)).filter(({ product }) => product === 'diesel')
  expect(diesel.length).toBeGreaterThan(200)
  for (const { unit_number, date } of diesel) expect(byNumber.get(unit_number)?.has(date)).toBe(true)
})

test('an empty fleet pays no tolls and buys no fuel', async () => {
  const emptyFleet = async () => []
  expect(await pagesOf(simulatedTolls({ fleet: emptyFleet, itinerary: trips }))).toEqual([])
  expect(await pagesOf(simulatedFuel({ fleet: emptyFleet, itinerary: trips }))).toEqual([])
})
