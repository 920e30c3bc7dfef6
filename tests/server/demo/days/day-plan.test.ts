import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clockTime, dayAt, startOfDay } from '#server/demo/days/chicago-days.ts'
import { dateOf, dayNumber } from '#server/demo/days/day-numbers.ts'
import { type DayAhead, planDay, type Segment } from '#server/demo/days/day-plan.ts'
import { randomFrom } from '#server/demo/random.ts'
import { chicagoDay } from '#server/records/calendar.ts'

const HOUR_MS = 3_600_000
/** Days of 23, 25 and 24 hours. */
const DAYS = ['2026-03-08', '2026-11-01', '2026-11-21', '2027-03-14', '2026-07-04'].map(dayNumber)
const hours = (segments: readonly Segment[]) => segments.reduce((sum, { from, to }) => sum + (to - from), 0) / HOUR_MS
const driven = (segments: readonly Segment[]) => segments.filter((one) => one.kind === 'driving')
const restingAt = (one: Segment) => one.kind === 'stopped' && one.reason === 'off_duty'

const aDay = fc
  .record({
    day: fc.constantFrom(...DAYS),
    miles: fc.integer({ min: 400, max: 6400 }).map((tenths) => tenths / 10),
    share: fc.option(fc.double({ min: 0.02, max: 0.98, noNaN: true })),
    isDelivery: fc.boolean(),
    seed: fc.nat(),
  })
  .map(({ share, seed, ...rest }) => {
    const ahead: DayAhead = { ...rest, fuelAt: share === null ? null : rest.miles * share }
    return { ahead, segments: planDay(randomFrom(`${seed}`), ahead) }
  })

describe('a day at the wheel', () => {
  test('has no gap from midnight to midnight, even when the clocks change', () => {
    fc.assert(
      fc.property(aDay, ({ ahead, segments }) => {
        expect(segments[0]?.from).toBe(startOfDay(ahead.day))
        expect(segments.at(-1)?.to).toBe(startOfDay(ahead.day + 1))
        for (const [index, one] of segments.entries()) {
          expect(one.to).toBeGreaterThan(one.from)
          if (index > 0) expect(one.from).toBe(segments[index - 1]?.to)
        }
      }),
    )
  })

  test('covers each of its miles once, at speeds that a governor allows', () => {
    fc.assert(
      fc.property(aDay, ({ ahead, segments }) => {
        let mile = 0
        for (const leg of driven(segments)) {
          expect(leg.milesFrom).toBe(mile)
          for (const pace of leg.paces) {
            expect(pace.milesFrom).toBeCloseTo(mile, 9)
            mile = pace.milesTo
            expect(pace.speed >= 30 && pace.speed <= 68, `${pace.speed}`).toBe(true)
            expect(((pace.to - pace.from) / HOUR_MS) * 70).toBeGreaterThanOrEqual(pace.milesTo - pace.milesFrom - 0.001)
          }
          mile = leg.milesTo
        }
        expect(mile).toBe(ahead.miles)
      }),
    )
  })

  test('keeps the hours of service: at most 11 hours of driving within 14, and a break before more than 8', () => {
    fc.assert(
      fc.property(aDay, ({ segments }) => {
        expect(hours(driven(segments))).toBeLessThanOrEqual(11)
        const work = segments.filter((one) => !restingAt(one))
        expect(((work.at(-1)?.to ?? 0) - (work[0]?.from ?? 0)) / HOUR_MS).toBeLessThanOrEqual(14)
        let atTheWheel = 0
        for (const one of segments) {
          if (one.kind === 'driving') atTheWheel += hours([one])
          else if (hours([one]) >= 0.5) atTheWheel = 0
          expect(atTheWheel).toBeLessThanOrEqual(8)
        }
      }),
    )
  })

  test('leaves ten hours of rest before any next day', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DAYS, ...DAYS.map((day) => day - 1)), aDay, aDay, (day, one, other) => {
        const today = planDay(randomFrom('today'), { ...one.ahead, day })
        const tomorrow = planDay(randomFrom('tomorrow'), { ...other.ahead, day: day + 1 })
        const rest = [today.at(-1), tomorrow[0]].filter((segment) => segment !== undefined)
        expect(rest.every(restingAt)).toBe(true)
        expect(hours(rest)).toBeGreaterThanOrEqual(10)
      }),
    )
  })

  test('starts driving between 5:15 and 7:45, Chicago time', () => {
    fc.assert(
      fc.property(aDay, ({ ahead, segments }) => {
        const start = driven(segments)[0]?.from ?? 0
        expect(start).toBeGreaterThanOrEqual(clockTime(ahead.day, 5 * 60 + 15))
        expect(start).toBeLessThanOrEqual(clockTime(ahead.day, 7 * 60 + 45))
      }),
    )
  })

  test('stops at the pump where fuel is due, and at the dock when the load is delivered', () => {
    fc.assert(
      fc.property(aDay, ({ ahead, segments }) => {
        const stops = segments.filter((one) => one.kind === 'stopped')
        const pump = stops.filter(({ reason }) => reason === 'fuel')
        expect(pump.map(({ miles }) => miles)).toEqual(ahead.fuelAt === null ? [] : [ahead.fuelAt])
        for (const stop of pump) expect(hours([stop]) >= 1 / 3 && hours([stop]) <= 0.5).toBe(true)
        expect(stops.some(({ reason }) => reason === 'dock')).toBe(ahead.isDelivery)
      }),
    )
  })

  test('without miles is a single rest', () => {
    const [only, ...others] = planDay(randomFrom('rest'), {
      day: DAYS[0] ?? 0,
      miles: 0,
      fuelAt: null,
      isDelivery: true,
    })
    expect(only).toMatchObject({ kind: 'stopped', reason: 'off_duty' })
    expect(others).toEqual([])
    expect(hours(only ? [only] : [])).toBe(23)
  })
})

describe('Chicago’s days', () => {
  test('begin at midnight in Chicago and last 23 to 25 hours', () => {
    const length = (date: string) => (startOfDay(dayNumber(date) + 1) - startOfDay(dayNumber(date))) / HOUR_MS
    expect(['2026-03-08', '2026-11-01', '2026-11-21'].map(length)).toEqual([23, 25, 24])
    expect(new Date(startOfDay(dayNumber('2026-07-04'))).toISOString()).toBe('2026-07-04T05:00:00.000Z')
    expect(new Date(clockTime(dayNumber('2026-03-08'), 315)).toISOString()).toBe('2026-03-08T10:15:00.000Z')
  })

  test('match the company’s calendar at every instant', () => {
    const anInstant = fc.date({ min: new Date('2025-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(anInstant, (now) => {
        expect(dateOf(dayAt(now.getTime()))).toBe(chicagoDay(now))
      }),
    )
  })
})
