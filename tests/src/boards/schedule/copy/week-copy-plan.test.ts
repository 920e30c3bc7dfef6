import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ScheduleDay, ScheduleRow } from '#contract/boards/schedule.ts'
import { DUTY_STATUSES } from '#contract/people/driver-choices.ts'
import type { RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import {
  applyingWords,
  copiedWords,
  copyNotes,
  copyWords,
  weekTitle,
  whyNothing,
} from '#src/boards/schedule/copy/copy-words.ts'
import { type CopyOptions, planWeekCopy, type WeekSide } from '#src/boards/schedule/copy/week-copy-plan.ts'
import { dayOn } from '#src/boards/schedule/schedule-items.ts'
import { addDays, daysBetween, type IsoDay } from '#src/format/calendar.ts'
import { daysOf, weekAt } from '#src/format/week.ts'
import { aDay, aScheduleRow } from '#tests/src/areas/schedule/schedule-builders.ts'

const today = '2026-11-23'
const fromDates = daysOf(weekAt(today, 0))
const toDates = daysOf(weekAt(today, 1))
const all: CopyOptions = { scope: { kind: 'all' }, replaces: false, withDescriptions: true }
const dana = { id: 1, name: 'Dana Whitfield' }
const hank = { id: 2, name: 'Hank Dubois' }

/** A week of Maria's days, by their index in the week. */
function week(dates: readonly IsoDay[], days: Readonly<Record<number, Partial<ScheduleDay>>>): WeekSide {
  const own = Object.entries(days).map(([at, day]) => aDay({ date: dates[Number(at)] ?? '', ...day }))
  return { dates, rows: [aScheduleRow({ id: 12, name: 'Maria Lopez' }, own, dana)] }
}
const withRows = (dates: readonly IsoDay[], ...rows: readonly ScheduleRow[]): WeekSide => ({ dates, rows })
const targets = (edits: readonly RowEdit[]) => edits.flatMap((edit) => edit.targets)

describe('copying a week', () => {
  test('gives each day the content from seven days before, and carries the day seen there', () => {
    const source = week(fromDates, { 0: { status: 'on_vacation', description: 'wedding' }, 2: {} })
    const taken = aDay({ date: '2026-12-02', status: 'firing_process', version: 4 })
    const { edits, ...counts } = planWeekCopy(source, week(toDates, { 2: taken }), { ...all, replaces: true })

    expect(edits).toEqual([
      {
        driver: { id: 12, name: 'Maria Lopez' },
        targets: [
          { date: '2026-11-30', was: null, to: { status: 'on_vacation', description: 'wedding' } },
          { date: '2026-12-02', was: taken, to: { status: 'on_the_road', description: '' } },
        ],
      },
    ])
    expect(counts).toEqual({ added: 1, replaced: 1, same: 0, skipped: 0, unplanned: 5, drivers: 1, others: 0 })
  })

  test('leaves days with other content unchanged, unless they are to be replaced', () => {
    const taken = week(toDates, { 0: { status: 'on_vacation' }, 1: { description: 'other' }, 2: {} })
    const { edits, ...counts } = planWeekCopy(week(fromDates, { 0: {}, 1: {}, 2: {}, 3: {} }), taken, all)

    expect(targets(edits).map(({ date }) => date)).toEqual([toDates[3]])
    expect(counts).toMatchObject({ added: 1, replaced: 0, same: 1, skipped: 2 })
  })

  test('clears no day where the copied week has nothing planned', () => {
    const taken = week(toDates, { 0: { status: 'on_vacation' } })
    expect(planWeekCopy(week(fromDates, {}), taken, { ...all, replaces: true })).toMatchObject({
      edits: [],
      unplanned: 7,
    })
  })

  test('without descriptions keeps the descriptions that are there', () => {
    const source = week(fromDates, {
      0: { description: 'to Reno' },
      1: { description: 'to Boise' },
      2: { description: 'x' },
    })
    const taken = week(toDates, { 1: { status: 'on_vacation', description: 'wedding' }, 2: { description: 'y' } })
    const options = { ...all, replaces: true, withDescriptions: false }
    const { edits, same } = planWeekCopy(source, taken, options)

    expect(targets(edits).map(({ to }) => to)).toEqual([
      { status: 'on_the_road', description: '' },
      { status: 'on_the_road', description: 'wedding' },
    ])
    expect(same).toBe(1)
  })
})

describe('the scope of a copy', () => {
  const row = (id: number, name: string, dates: readonly IsoDay[], of: typeof dana | null) =>
    aScheduleRow({ id, name }, dates === fromDates ? [aDay({ driver: id, date: dates[0] ?? '' })] : [], of)
  const allDrivers = (dates: readonly IsoDay[]) =>
    withRows(
      dates,
      row(12, 'Maria Lopez', dates, dana),
      row(13, 'Joe Hall', dates, hank),
      row(14, 'Luis Nowak', dates, null),
    )
  const copiedFor = (whose: CopyOptions['scope']) =>
    planWeekCopy(allDrivers(fromDates), allDrivers(toDates), { ...all, scope: whose }).edits.map(
      ({ driver }) => driver.name,
    )

  test('is all drivers, a dispatcher, the drivers without one, or one driver', () => {
    expect(copiedFor({ kind: 'all' })).toEqual(['Maria Lopez', 'Joe Hall', 'Luis Nowak'])
    expect(copiedFor({ kind: 'dispatcher', id: 2 })).toEqual(['Joe Hall'])
    expect(copiedFor({ kind: 'dispatcher', id: null })).toEqual(['Luis Nowak'])
    expect(copiedFor({ kind: 'driver', id: 12 })).toEqual(['Maria Lopez'])
  })

  test('excludes and counts a driver who is in only one of the weeks', () => {
    const { rows } = allDrivers(fromDates)
    const later = withRows(toDates, row(12, 'Maria Lopez', toDates, dana), row(15, 'Ann Reyes', toDates, dana))
    const copied = planWeekCopy(withRows(fromDates, ...rows), later, all)

    expect(copied.edits.map(({ driver }) => driver.name)).toEqual(['Maria Lopez'])
    expect(copied).toMatchObject({ drivers: 1, others: 3 })
    expect(copyNotes(copied).at(-1)).toBe('3 drivers are in only one of the two weeks and are not copied.')
  })

  test('excludes a driver who changed dispatchers, except if it is all drivers', () => {
    const now = withRows(toDates, row(12, 'Maria Lopez', toDates, hank))
    const before = withRows(fromDates, row(12, 'Maria Lopez', fromDates, dana))

    expect(planWeekCopy(before, now, all)).toMatchObject({ drivers: 1, others: 0 })
    for (const id of [1, 2]) {
      const moved = planWeekCopy(before, now, { ...all, scope: { kind: 'dispatcher', id } })
      expect(moved).toMatchObject({ edits: [], drivers: 0, others: 1 })
    }
  })

  test('contains a driver once who is in two rows because he moved while the list was read', () => {
    const twice = withRows(toDates, row(12, 'Maria Lopez', toDates, dana), row(12, 'Maria Lopez', toDates, hank))
    expect(planWeekCopy(allDrivers(fromDates), twice, all).edits).toHaveLength(1)
  })
})

/** Any two weeks of one to three drivers, from shortly before or after clock changes, leap days and ends of years. */
const anyDay = fc.record({
  status: fc.constantFrom(...DUTY_STATUSES.map(({ value }) => value)),
  description: fc.constantFrom('', 'to Reno', 'wedding'),
})
const anyStart = fc
  .constantFrom('2026-03-04', '2026-10-28', '2026-12-27', '2027-12-30', '2028-02-25', today)
  .chain((day) => fc.integer({ min: -10, max: 10 }).map((days) => addDays(day, days)))
const anyWeeks = fc.record({
  start: anyStart,
  step: fc.integer({ min: -3, max: 3 }).filter((step) => step !== 0),
  drivers: fc.array(
    fc.record({
      from: fc.array(fc.option(anyDay), { minLength: 7, maxLength: 7 }),
      to: fc.array(fc.option(anyDay), { minLength: 7, maxLength: 7 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  replaces: fc.boolean(),
  withDescriptions: fc.boolean(),
})
type AnyWeeks = typeof anyWeeks extends fc.Arbitrary<infer Value> ? Value : never

function sidesOf({ start, step, drivers }: AnyWeeks): readonly [WeekSide, WeekSide] {
  const side = (offset: number, which: 'from' | 'to'): WeekSide => {
    const dates = daysOf(weekAt(start, offset))
    const rows = drivers.map((driver, id) => {
      const days = driver[which].flatMap((day, at) =>
        day ? [aDay({ ...day, driver: id + 1, date: dates[at] ?? '', version: at + 1 })] : [],
      )
      return aScheduleRow({ id: id + 1, name: `Driver ${id + 1}` }, days, { id: id + 1, name: 'Dana Whitfield' })
    })
    return { dates, rows }
  }
  return [side(0, 'from'), side(step, 'to')]
}

/** A week with the edits applied. */
function applied(side: WeekSide, edits: readonly RowEdit[]): WeekSide {
  const rows = side.rows.map((row) => ({
    ...row,
    drivers: row.drivers.map((driver) => {
      const own = edits.find((edit) => edit.driver.id === driver.id)?.targets ?? []
      const stay = driver.days.filter(({ date }) => own.every((target) => target.date !== date))
      const come = own.flatMap(({ date, to }) => (to ? [aDay({ ...to, driver: driver.id, date })] : []))
      return { ...driver, days: [...stay, ...come] }
    }),
  }))
  return { ...side, rows }
}

describe('for any weeks, also across clock changes and the turn of the year', () => {
  const options = ({ replaces, withDescriptions }: AnyWeeks): CopyOptions => ({ ...all, replaces, withDescriptions })

  test('a second copy changes nothing, and replacing skips no day', () => {
    fc.assert(
      fc.property(anyWeeks, (weeks) => {
        const [from, to] = sidesOf(weeks)
        const first = planWeekCopy(from, to, options(weeks))
        const after = applied(to, first.edits)
        const again = planWeekCopy(from, after, options(weeks))

        expect(again.edits).toEqual([])
        expect(again.same).toBe(first.same + first.added + first.replaced)
        expect(again.skipped).toBe(weeks.replaces ? 0 : first.skipped)
      }),
    )
  })

  test('each day is counted once, and only changed days are sent', () => {
    fc.assert(
      fc.property(anyWeeks, (weeks) => {
        const [from, to] = sidesOf(weeks)
        const { edits, added, replaced, same, skipped, unplanned, drivers } = planWeekCopy(from, to, options(weeks))

        expect(added + replaced + same + skipped + unplanned).toBe(drivers * 7)
        expect(targets(edits)).toHaveLength(added + replaced)
        for (const { date, was, to: wanted } of targets(edits)) {
          expect(to.dates).toContain(date)
          expect(wanted).not.toBeNull()
          expect({ status: was?.status, description: was?.description }).not.toEqual(wanted)
        }
      }),
    )
  })

  test('skipping changes no day that has a plan', () => {
    fc.assert(
      fc.property(anyWeeks, (weeks) => {
        const [from, to] = sidesOf(weeks)
        const { edits } = planWeekCopy(from, to, { ...options(weeks), replaces: false })
        const after = applied(to, edits)

        for (const [at, row] of to.rows.entries()) {
          for (const driver of row.drivers) {
            const now = after.rows[at]?.drivers[0]
            for (const day of driver.days) expect(now && dayOn(now, day.date)).toEqual(day)
          }
        }
        expect(targets(edits).every(({ was }) => was === null)).toBe(true)
      }),
    )
  })

  test('a day is copied to the same day of the week, whole weeks away', () => {
    fc.assert(
      fc.property(anyWeeks, (weeks) => {
        const [from, to] = sidesOf(weeks)
        for (const { driver, targets: own } of planWeekCopy(from, to, { ...options(weeks), withDescriptions: true })
          .edits) {
          const source = from.rows.flatMap((row) => row.drivers).find(({ id }) => id === driver.id)
          for (const { date, to: wanted } of own) {
            const day = source && dayOn(source, addDays(date, -7 * weeks.step))
            expect(day).toMatchObject({ ...wanted })
            expect(daysBetween(day?.date ?? '', date)).toBe(7 * weeks.step)
          }
        }
      }),
    )
  })
})

describe('the words of a week copy', () => {
  const copied = (over: Partial<ReturnType<typeof planWeekCopy>>) => ({
    ...planWeekCopy(week(fromDates, { 0: {}, 1: {} }), week(toDates, {}), all),
    ...over,
  })

  test('name a week by its steps and its days', () => {
    expect(weekTitle(weekAt(today, 0), 0)).toBe('Current · Mon 11/23/26 – Sun 11/29/26')
    expect(weekTitle(weekAt('2026-12-28', 1), 1)).toBe('in 1 week · Mon 01/04/27 – Sun 01/10/27')
  })

  test('show how many days are copied', () => {
    expect(copyWords(copied({}))).toBe('Copy 2 days')
    expect(copiedWords(copied({}))).toBe('Week copied: 2 days of 1 driver')
    expect(applyingWords(copied({}))).toBe('Keeping 2 days on this device…')
    expect(copyWords(null)).toBe('Copy')
  })

  test('explain why there is nothing to copy, and what to do', () => {
    const none = { edits: [], added: 0, same: 0, skipped: 0 }
    expect(whyNothing(copied({}))).toBeNull()
    expect(whyNothing(copied({ ...none, drivers: 0 }))).toMatch(/^None of these drivers/)
    expect(whyNothing(copied({ ...none, same: 2 }))).toMatch(/in the other week already/)
    expect(whyNothing(copied({ ...none, same: 1, skipped: 1 }))).toMatch(
      /the day that has something else.*Choose Replace/,
    )
    expect(whyNothing(copied(none))).toMatch(/^Nothing is planned/)
  })
})
