import { afterEach, describe, expect, test } from 'vitest'
import type { ScheduleRow } from '#contract/boards/schedule.ts'
import { type Cursor, cursorOrFirst, moveCursor } from '#src/boards/schedule/grid/grid-cursor.ts'
import { scheduleFor } from '#src/boards/schedule/schedule-for.ts'
import { dayOn, hasDayOf, scheduleItems } from '#src/boards/schedule/schedule-items.ts'
import { SCHEDULE_SEARCH_DEFAULTS, scheduleSearch } from '#src/boards/schedule/schedule-search.ts'
import { dayWords } from '#src/format/calendar.ts'
import { daysOf, weekAt } from '#src/format/week.ts'
import { aDay, aScheduleRow } from '#tests/src/areas/schedule/schedule-builders.ts'

const today = '2026-11-21'
const dates = daysOf(weekAt(today, 0))
const dana = { id: 1, name: 'Dana Whitfield' }
const hank = { id: 2, name: 'Hank Dubois' }
const maria12 = { id: 12, name: 'Maria Lopez' }
const maria = aScheduleRow(maria12, [aDay({ date: today })], dana)
const joe = aScheduleRow(
  { id: 13, name: 'Joe Hall' },
  [aDay({ driver: 13, date: '2026-11-27', status: 'on_vacation' })],
  hank,
)
const nobodys = aScheduleRow({ id: 14, name: 'Luis Nowak' }, [], null)

describe('the lines of the schedule', () => {
  test('are each dispatcher with the drivers, followed by the drivers without a dispatcher', () => {
    const lines = scheduleItems([maria, joe, nobodys], '', dates)

    expect(lines.map((line) => (line.kind === 'driver' ? line.driver.user.first_name : line.title))).toEqual([
      'Dana Whitfield',
      'Maria',
      'Hank Dubois',
      'Joe',
      'No dispatcher',
      'Luis',
    ])
  })

  test('include a dispatcher who has no drivers', () => {
    const alone: ScheduleRow = { ...maria, drivers: [] }
    expect(scheduleItems([alone], '', dates)).toMatchObject([{ title: 'Dana Whitfield', drivers: 0 }])
  })

  test('filtered by a status are those of the dispatchers with such a day among the seven shown', () => {
    expect(scheduleItems([maria, joe, nobodys], 'on_vacation', dates)[0]).toMatchObject({ title: 'Hank Dubois' })
    expect(hasDayOf(joe, 'on_vacation', daysOf(weekAt(today, 1)))).toBe(false)
  })
})

describe('weeks with a clock change or the end of a year', () => {
  const hostZone = process.env.TZ
  afterEach(() => {
    if (hostZone === undefined) delete process.env.TZ
    else process.env.TZ = hostZone
  })

  test.each(['America/Chicago', 'America/Sao_Paulo', 'Pacific/Kiritimati'])(
    'have a column for each day with its plan, on a device in %s',
    (zone) => {
      process.env.TZ = zone
      const headings = (start: string) => daysOf(weekAt(start, 0)).map(dayWords)
      expect(headings('2026-03-06').slice(1, 4)).toEqual(['Sat 03/07/26', 'Sun 03/08/26', 'Mon 03/09/26'])
      expect(headings('2026-10-30').slice(1, 4)).toEqual(['Sat 10/31/26', 'Sun 11/01/26', 'Mon 11/02/26'])
      expect(headings('2026-12-28').slice(2, 5)).toEqual(['Wed 12/30/26', 'Thu 12/31/26', 'Fri 01/01/27'])
      for (const start of ['2026-03-06', '2026-10-30', '2026-12-28']) {
        const week = daysOf(weekAt(start, 0))
        const row = aScheduleRow(
          maria12,
          week.map((date) => aDay({ date, description: date })),
        )
        const [line] = scheduleItems([row], '', week).slice(1)
        if (line?.kind !== 'driver') throw new Error('no line of a driver')
        expect(week.map((date) => dayOn(line.driver, date)?.description)).toEqual(week)
      }
    },
  )
})

describe('the keyboard', () => {
  const lines = scheduleItems([maria, joe, nobodys], '', dates)
  const at = (driver: number, column: number): Cursor => ({ driver, column })
  const press = (from: Cursor, key: string, withControl = false) => moveCursor(lines, from, key, withControl)

  test('moves by one cell and skips the headings of dispatchers', () => {
    expect(press(at(12, 3), 'ArrowDown')).toEqual(at(13, 3))
    expect(press(at(13, 3), 'ArrowUp')).toEqual(at(12, 3))
    expect(press(at(12, 3), 'ArrowRight')).toEqual(at(12, 4))
    expect(press(at(12, 3), 'ArrowLeft')).toEqual(at(12, 2))
  })

  test('stays inside the edges', () => {
    expect(press(at(12, 0), 'ArrowUp')).toEqual(at(12, 0))
    expect(press(at(12, 0), 'ArrowLeft')).toEqual(at(12, 0))
    expect(press(at(14, 6), 'ArrowDown')).toEqual(at(14, 6))
    expect(press(at(14, 6), 'ArrowRight')).toEqual(at(14, 6))
    expect(press(at(12, 2), 'PageDown')).toEqual(at(14, 2))
  })

  test('moves to the ends of the week, and with Control to the ends of the whole schedule', () => {
    expect(press(at(13, 3), 'Home')).toEqual(at(13, 0))
    expect(press(at(13, 3), 'End')).toEqual(at(13, 6))
    expect(press(at(13, 3), 'Home', true)).toEqual(at(12, 0))
    expect(press(at(13, 3), 'End', true)).toEqual(at(14, 6))
  })

  test('ignores other keys', () => {
    expect(press(at(12, 0), 'a')).toBeNull()
    expect(press(at(12, 0), 'Tab')).toBeNull()
  })

  test('starts at the first driver, also if the driver of the last cell is gone', () => {
    expect(cursorOrFirst(lines, null)).toEqual(at(12, 0))
    expect(cursorOrFirst(lines, at(99, 4))).toEqual(at(12, 0))
    expect(cursorOrFirst(lines, at(13, 4))).toEqual(at(13, 4))
    expect(cursorOrFirst([], at(13, 4))).toBeNull()
  })
})

describe('the address of the schedule', () => {
  test('contains week, tab, sort order and filter', () => {
    const choice = { week: -2, tab: 'edit', sort: 'status', filter: 'on_vacation' }
    expect(scheduleSearch.parse(choice)).toEqual(choice)
  })

  test('means this week, viewed by name and unfiltered, when it is empty or invalid', () => {
    expect(scheduleSearch.parse({})).toEqual(SCHEDULE_SEARCH_DEFAULTS)
    expect(scheduleSearch.parse({ week: 'soon', tab: 'delete', sort: 1, filter: 'asleep' })).toEqual(
      SCHEDULE_SEARCH_DEFAULTS,
    )
    expect(scheduleSearch.parse({ week: 1e9 }).week).toBe(0)
    expect(scheduleSearch.parse({ week: 1.5 }).week).toBe(0)
  })

  test('requests the same stored days on each day of a calendar week, so that yesterday’s are found offline', () => {
    const keyOn = (day: string) => JSON.stringify(scheduleFor(SCHEDULE_SEARCH_DEFAULTS, day).options.queryKey)

    expect(keyOn('2026-11-22')).toBe(keyOn('2026-11-28'))
    expect(keyOn('2026-11-22')).not.toBe(keyOn('2026-11-29'))
    const nextWeek = scheduleFor({ ...SCHEDULE_SEARCH_DEFAULTS, week: 1 }, '2026-11-27')
    expect(keyOn('2026-11-29')).toBe(JSON.stringify(nextWeek.options.queryKey))
  })

  const weeks = ['2026-11-21', '2026-11-22', '2026-12-28', '2027-03-10', '2026-03-02', '2026-03-08', '2026-10-26']
  test.each(weeks)('requests all seven days from %s on', (day) => {
    const { start, end } = weekAt(day, 0)
    const queryInput = scheduleFor(SCHEDULE_SEARCH_DEFAULTS, day).options.queryKey.at(-1)
    const { date_after, date_before } = (queryInput as { query: { date_after: string; date_before: string } }).query

    expect(date_after <= start).toBe(true)
    expect(date_before >= end).toBe(true)
  })
})
