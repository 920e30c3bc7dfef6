import { describe, expect, test } from 'vitest'
import { dateOf, dayNumber, sundayOf, weekOf } from '#server/demo/days/day-numbers.ts'
import { baseOf, tripsOfWeek, weeksTouched } from '#server/demo/days/rolling-weeks.ts'
import { passagesOf } from '#server/demo/days/toll-roads.ts'
import { roadMiles, tripDays } from '#server/demo/days/trip-miles.ts'
import { CITIES, type City } from '#server/demo/roads/freight-map.ts'

const cityOf = (name: string): City => CITIES.find((city) => city.name === name) as City
const trip = (from: string, to: string) => {
  const [origin, destination] = [cityOf(from), cityOf(to)]
  const miles = roadMiles(origin, destination)
  return { origin, destination, miles, from: 100, to: 99 + tripDays(origin, destination) }
}
const agencies = (from: string, to: string) => [...passagesOf(trip(from, to))].map(({ agency }) => agency)
const WEEK = weekOf(dayNumber('2026-11-21'))

test('weeks begin on Sunday, and days are counted from 1970', () => {
  expect([dayNumber('1970-01-01'), dateOf(dayNumber('2026-11-21'))]).toEqual([0, '2026-11-21'])
  expect(dateOf(sundayOf(WEEK))).toBe('2026-11-15')
  expect([weekOf(dayNumber('2026-11-15')), weekOf(dayNumber('2026-11-22'))]).toEqual([WEEK, WEEK + 1])
  expect([...weeksTouched({ first: '2026-11-21', last: '2026-11-22' })]).toEqual([WEEK, WEEK + 1])
})

describe('the week of a truck', () => {
  const trucks = Array.from({ length: 200 }, (_, index) => String(1001 + index))

  test('is the same each time it is computed, and differs from other trucks’ weeks and from the next week', () => {
    expect(tripsOfWeek('1001', WEEK)).toEqual(tripsOfWeek('1001', WEEK))
    expect(tripsOfWeek('1001', WEEK)).not.toEqual(tripsOfWeek('1002', WEEK))
    expect(tripsOfWeek('1001', WEEK)).not.toEqual(tripsOfWeek('1001', WEEK + 1))
  })

  test('has consecutive loads within the week, each starting where the one before ended', () => {
    for (const truck of trucks) {
      const trips = tripsOfWeek(truck, WEEK)
      expect(trips.length).toBeGreaterThan(1)
      for (const [index, one] of trips.entries()) {
        expect(one.to - one.from + 1).toBe(tripDays(one.origin, one.destination))
        const before = trips[index - 1]
        expect(one.from).toBeGreaterThan(before?.to ?? sundayOf(WEEK) - 1)
        if (before) expect(one.origin).toBe(before.destination)
      }
      expect(trips.at(-1)?.to).toBeLessThanOrEqual(sundayOf(WEEK) + 6)
    }
  })

  test('ends where the next one begins', () => {
    for (const truck of trucks) {
      for (const week of [WEEK, WEEK + 1, WEEK + 2, WEEK + 30, WEEK + 31]) {
        const last = tripsOfWeek(truck, week).at(-1)?.destination ?? baseOf(truck, week)
        expect(last.name, `${truck} in ${week}`).toBe(baseOf(truck, week + 1).name)
      }
    }
  })
})

describe('toll roads', () => {
  test('are listed in the order in which a trip meets them, and only on trips that pass them', () => {
    expect(agencies('Chicago IL', 'Newark NJ')).toEqual(['Indiana Toll Road', 'Ohio Turnpike', 'PA Turnpike'])
    expect(agencies('Charlotte NC', 'Newark NJ')).toContain('NJ Turnpike')
    expect(agencies('Kansas City MO', 'Oklahoma City OK')).toEqual(['Kansas Turnpike'])
    expect(agencies('Tulsa OK', 'Oklahoma City OK')).toEqual(['Oklahoma Turnpike'])
    expect(agencies('Columbus OH', 'Charlotte NC')).toEqual(['West Virginia Turnpike'])
    expect(agencies('Memphis TN', 'Nashville TN')).toEqual([])
    expect(agencies('Denver CO', 'Salt Lake City UT')).toEqual([])
  })

  test('cost about what five axles pay, the same in both directions', () => {
    const paid = (from: string, to: string, agency: string) =>
      [...passagesOf(trip(from, to))].find((one) => one.agency === agency)?.amount
    // 241 miles, $57.50 in 2025.
    const ohio = paid('Gary IN', 'Harrisburg PA', 'Ohio Turnpike') ?? 0
    expect(ohio > 45 && ohio < 65, `${ohio}`).toBe(true)
    expect(paid('Harrisburg PA', 'Gary IN', 'Ohio Turnpike')).toBe(ohio)
  })

  test('are passed on days of the trip, in order', () => {
    for (const from of CITIES) {
      for (const to of CITIES.filter((other) => other !== from)) {
        const whole = trip(from.name, to.name)
        const days = [...passagesOf(whole)].map(({ offset }) => offset)
        expect(days.toSorted((a, b) => a - b)).toEqual(days)
        expect(days.every((day) => day >= whole.from && day <= whole.to)).toBe(true)
      }
    }
  })

  test('are paid as far as the truck has come: an interrupted trip pays the rest when it continues', () => {
    const whole = trip('Chicago IL', 'Newark NJ')
    const [indiana, ohio, pennsylvania] = ['Indiana Toll Road', 'Ohio Turnpike', 'PA Turnpike']
    const paid = (over: object) => [...passagesOf({ ...whole, ...over })].map(({ agency, offset }) => [agency, offset])
    expect(paid({})).toEqual([
      [indiana, 100],
      [ohio, 100],
      [pennsylvania, 100],
    ])
    expect(paid({ to: 100, days: [120] })).toEqual([[indiana, 100]])
    expect(paid({ to: 103, days: [120, 0, 250, whole.miles - 370] })).toEqual([
      [indiana, 100],
      [ohio, 102],
      [pennsylvania, 103],
    ])
  })
})
