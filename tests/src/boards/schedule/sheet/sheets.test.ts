import { describe, expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { markOfDay, markOfDriver, markOfTeam, marksOnSheet } from '#src/boards/schedule/sheet/sheet-marks.ts'
import {
  dataWords,
  filterWords,
  partWords,
  printedWords,
  unconfirmedWords,
  weekInWords,
} from '#src/boards/schedule/sheet/sheet-words.ts'
import { readProgressOf, sheetsOf, teamName } from '#src/boards/schedule/sheet/sheets.ts'
import { daysOf, weekAt } from '#src/format/week.ts'
import { aDay, aScheduleRow } from '#tests/src/areas/schedule/schedule-builders.ts'

const today = '2026-11-21'
const week = weekAt(today, 0)
const dates = daysOf(week)
const maria = aScheduleRow({ id: 12, name: 'Maria Lopez' }, [aDay({ date: today })])
const joe = aScheduleRow(
  { id: 13, name: 'Joe Hall' },
  [aDay({ driver: 13, date: '2026-11-27', status: 'on_vacation' })],
  { id: 2, name: 'Hank Dubois' },
)
const alone = { ...joe, id: 3, drivers: [] }
const nobodys = aScheduleRow({ id: 14, name: 'Luis Nowak' }, [], null)

describe('the sheets of a week', () => {
  test('are one for each team, in the order of the page; a dispatcher without drivers is named and has none', () => {
    const { teams, without } = sheetsOf([maria, joe, alone, nobodys], '', dates)
    expect(teams).toEqual([maria, joe, nobodys])
    expect(teams.map(teamName)).toEqual(['Dana Whitfield', 'Hank Dubois', 'No dispatcher'])
    expect(without).toEqual(['Hank Dubois'])
  })

  test('of a status are those of teams with such a day in this week, with all of their drivers', () => {
    expect(sheetsOf([maria, joe, alone], 'on_vacation', dates)).toEqual({ teams: [joe], without: [] })
    expect(sheetsOf([maria, joe], 'on_vacation', daysOf(weekAt(today, 1))).teams).toEqual([])
  })
})

describe('the list behind the sheets', () => {
  const ready = { state: 'ready', hasMore: false, moreProblem: null } as const
  const offline = new ApiError('network')

  test('is whole once it is read to its end, and partial if the rest cannot be read', () => {
    expect(readProgressOf({ ...ready, state: 'loading' })).toBe('reading')
    expect(readProgressOf({ ...ready, hasMore: true })).toBe('reading')
    expect(readProgressOf(ready)).toBe('whole')
    expect(readProgressOf({ ...ready, hasMore: true, moreProblem: offline })).toBe('part')
    // One attempt failed, and a later one read the rest.
    expect(readProgressOf({ ...ready, moreProblem: offline })).toBe('whole')
  })

  test.each(['not_saved', 'refused', 'failed'] as const)('has nothing to print when it is %s', (state) => {
    expect(readProgressOf({ ...ready, state })).toBe('nothing')
  })

  test('shows how much of it is on this device, and what to do', () => {
    const rows = Array.from({ length: 25 }, () => maria)
    expect(partWords({ rows, count: 501, moreProblem: offline })).toBe(
      'Only 25 of 501 dispatchers are on this device. Try again when there is a network.',
    )
    const refused = new ApiError('status', { status: 500, problem: { detail: 'The server is busy.' } })
    expect(partWords({ rows, count: 501, moreProblem: refused })).toBe(
      'Only 25 of 501 dispatchers could be read. The server is busy. Try again.',
    )
  })
})

describe('a sheet shows', () => {
  const at = Date.parse('2026-11-21T20:05:00Z') // 14:05 in Chicago

  test('its days in words', () => {
    expect(weekInWords(week)).toBe('Saturday, November 21, 2026 to Friday, November 27, 2026')
  })

  test('the time of its data and of the printing, each with its date', () => {
    expect(dataWords(at, at + 60_000)).toBe('As of 11/21/26 2:05 PM')
    expect(printedWords(at)).toBe('Printed 11/21/26 2:05 PM, Central time')
  })

  test('that its age is unknown if there is none or it is in the future', () => {
    expect(dataWords(null, at)).toBe('Age unknown')
    expect(dataWords(at + 3_600_000, at)).toBe('Age unknown')
  })

  test('its filter', () => {
    expect(filterWords('on_vacation')).toBe('Dispatchers with a day of Vacation')
    expect(filterWords('')).toBe('')
  })

  test('how many changes the server has not confirmed', () => {
    expect(unconfirmedWords(0)).toBe('')
    expect(unconfirmedWords(1)).toBe('1 change that the server has not confirmed is marked')
    expect(unconfirmedWords(2)).toBe('2 changes that the server has not confirmed are marked')
  })
})

describe('the marks of a sheet', () => {
  const marks = new Map([
    ['day/12/2026-11-21', 'waiting'],
    ['day/12/2026-12-24', 'waiting'],
    ['day/13/2026-11-21', 'attention'],
    ['driver/12', 'sending'],
    ['dispatcher/1', 'sign_in'],
  ] as const)

  test('are those of its days, its drivers and its dispatcher', () => {
    expect(markOfDay(marks, 12, '2026-11-21')).toBe('waiting')
    expect(markOfDay(marks, 12, '2026-11-22')).toBeNull()
    expect(markOfDriver(marks, 12)).toBe('sending')
    expect(markOfTeam(marks, maria)).toBe('sign_in')
    expect(markOfTeam(marks, nobodys)).toBeNull()
  })

  test('are counted only for what is on the sheet', () => {
    expect(marksOnSheet(marks, maria, dates)).toBe(3)
    expect(marksOnSheet(marks, joe, dates)).toBe(1)
    expect(marksOnSheet(new Map(), maria, dates)).toBe(0)
  })
})
