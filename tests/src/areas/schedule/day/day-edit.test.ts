import { describe, expect, test } from 'vitest'
import type { ScheduleDay } from '#contract/boards/schedule.ts'
import { type DayTarget, rowOfDay, type WantedDay } from '#src/areas/schedule/day/day-edit.ts'
import { newDay } from '#src/areas/schedule/day/seen-day.ts'
import { rowDraft } from '#src/areas/schedule/row-draft-commands.ts'
import { addDays } from '#src/format/calendar.ts'
import { aDay, ids } from '#tests/src/areas/schedule/schedule-builders.ts'

const driver = { id: 12, name: 'Maria Lopez' }
const today = '2026-11-21'
const at = (days: number) => addDays(today, days)
const day = (days: number, over: Partial<ScheduleDay> = {}) =>
  aDay({ id: 40 + days, date: at(days), version: 3, ...over })
const mine = (days: number) =>
  newDay({ driver: 12, date: at(days), status: 'on_the_road', description: '', client_id: crypto.randomUUID() })
const VACATION: WantedDay = { status: 'on_vacation', description: '' }
const target = (days: number, was: ScheduleDay | null, to: WantedDay | null): DayTarget => ({ date: at(days), was, to })
const noted = (description: string): WantedDay => ({ status: 'on_vacation', description })

/** The request for a row: command, parameters, body and the version seen. Null if nothing is sent. */
function requestFor(...targets: readonly DayTarget[]) {
  const draft = rowDraft({ driver, targets }, ids())
  if (!draft) return null
  const { params, body } = draft.command.request(draft.input as never)
  return { name: draft.command.name, params, body, seenVersion: draft.seenVersion }
}

describe('the request for one day', () => {
  test('creates a day that is new', () => {
    expect(requestFor(target(0, null, noted('Home')))).toMatchObject({
      name: 'schedule.createDay',
      body: { driver: 12, date: today, status: 'on_vacation', description: 'Home', client_id: expect.any(String) },
      seenVersion: null,
    })
  })
  test('changes only what differs of an existing day', () => {
    const was = day(0, { description: 'Toledo' })
    expect(requestFor(target(0, was, noted('Toledo')))).toEqual({
      name: 'schedule.changeDay',
      params: { id: 40 },
      body: { status: 'on_vacation' },
      seenVersion: 3,
    })
    expect(requestFor(target(0, was, { ...was, description: '' }))?.body).toEqual({ description: '' })
  })
  test('names a cleared day, or a day that only this device has, by driver and date', () => {
    expect(requestFor(target(0, day(0), null))).toMatchObject({
      name: 'schedule.setDays',
      body: { driver: 12, days: [{ date: today, seen: 3, status: null }] },
    })
    expect(requestFor(target(0, mine(0), VACATION))).toMatchObject({
      name: 'schedule.setDays',
      body: { days: [{ date: today, seen: null, status: 'on_vacation' }] },
    })
  })
  test.each([
    ['is unchanged', [target(0, day(0), { status: 'on_the_road', description: '' })]],
    ['was not planned and stays so', [target(0, null, null), target(1, null, null)]],
    ['does not exist', []],
  ])('is not sent for a day that %s', (_, targets) => {
    expect(requestFor(...targets)).toBeNull()
  })
  test('is a change of one day if only one of several days differs', () => {
    const same = target(1, day(1, { status: 'on_vacation' }), VACATION)
    expect(requestFor(target(0, day(0), VACATION), same)).toMatchObject({
      name: 'schedule.changeDay',
      params: { id: 40 },
    })
  })
})

describe('the request for several days', () => {
  test('is a fill for consecutive days that get one status, days that already have it included', () => {
    const has = day(1, { status: 'on_vacation', description: 'Home' })
    const filled = requestFor(target(0, day(0), VACATION), target(1, has, noted('Home')), target(2, null, VACATION))
    expect(filled).toMatchObject({
      name: 'schedule.fillDays',
      body: { date_from: today, date_to: at(2), status: 'on_vacation', seen: { [at(0)]: 3, [at(1)]: 3, [at(2)]: 0 } },
    })
    expect(filled).toHaveProperty(['body', 'client_ids'], { [at(2)]: expect.any(String) })
  })
  test.each([
    ['with a gap', [target(0, day(0), VACATION), target(2, null, VACATION)]],
    ['of which one is cleared', [target(0, day(0), VACATION), target(1, day(1), null)]],
    ['of which one gets a description', [target(0, day(0), noted('Home')), target(1, null, VACATION)]],
    [
      'of which one loses its description',
      [target(0, day(0, { description: 'x' }), VACATION), target(1, null, VACATION)],
    ],
    [
      'that get different statuses',
      [target(0, day(0), VACATION), target(1, null, { ...VACATION, status: 'firing_process' })],
    ],
    ['that are all cleared', [target(0, day(0), null), target(1, day(1), null)]],
  ])('is still one change for days %s', (_, targets) => {
    const one = requestFor(...targets)
    expect(one?.name).toBe('schedule.setDays')
    expect(one).toHaveProperty(['body', 'days', 'length'], 2)
  })
  test('contains only what differs of each day, and leaves out unchanged days', () => {
    const change = requestFor(
      target(0, day(0), null),
      target(1, day(1), { status: 'on_the_road', description: 'Dock 4' }),
      target(2, day(2), { status: 'on_the_road', description: '' }),
      target(3, null, VACATION),
    )
    expect(change?.body).toEqual({
      driver: 12,
      days: [
        { date: at(0), seen: 3, status: null },
        { date: at(1), seen: 3, description: 'Dock 4' },
        { date: at(3), seen: 0, status: 'on_vacation' },
      ],
    })
  })
})

test('the editor sets the status on all days of the range, and the description on the opened day', () => {
  const planned = day(1, { description: 'Toledo' })
  const dayOn = (date: string) => (date === at(1) ? planned : null)
  expect(rowOfDay(driver, today, { from: today, to: at(1) }, noted('Home'), dayOn)).toEqual({
    driver,
    // The user did not edit the description of this day, so it stays as it is when the change is saved.
    targets: [target(0, null, noted('Home')), { ...target(1, planned, noted('Toledo')), untouched: 'description' }],
  })
})
