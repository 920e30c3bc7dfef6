import { describe, expect, test } from 'vitest'
import type { ScheduleDay } from '#contract/boards/schedule.ts'
import { type DayTarget, rowOfDay, type WantedDay } from '#src/areas/schedule/day/day-edit.ts'
import { newDay } from '#src/areas/schedule/day/seen-day.ts'
import { rowDraft } from '#src/areas/schedule/row-draft-commands.ts'
import { addDays } from '#src/format/calendar.ts'
import { aDay, ids } from './schedule-builders.ts'

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

/** What is sent for a row, if anything: the call and what it says. */
function sent(...targets: readonly DayTarget[]) {
  const draft = rowDraft({ driver, targets }, ids())
  if (!draft) return null
  const { params, body } = draft.command.request(draft.input as never)
  return { name: draft.command.name, params, body, seenVersion: draft.seenVersion }
}

describe('one day', () => {
  test('that is new is made', () => {
    expect(sent(target(0, null, noted('Home')))).toMatchObject({
      name: 'schedule.createDay',
      body: { driver: 12, date: today, status: 'on_vacation', description: 'Home', client_id: expect.any(String) },
      seenVersion: null,
    })
  })
  test('that is there is changed, in just what differs', () => {
    const was = day(0, { description: 'Toledo' })
    expect(sent(target(0, was, noted('Toledo')))).toEqual({
      name: 'schedule.changeDay',
      params: { id: 40 },
      body: { status: 'on_vacation' },
      seenVersion: 3,
    })
    expect(sent(target(0, was, { ...was, description: '' }))?.body).toEqual({ description: '' })
  })
  test('that is cleared, or that only this device knows, goes by its driver and date', () => {
    expect(sent(target(0, day(0), null))).toMatchObject({
      name: 'schedule.setDays',
      body: { driver: 12, days: [{ date: today, seen: 3, status: null }] },
    })
    expect(sent(target(0, mine(0), VACATION))).toMatchObject({
      name: 'schedule.setDays',
      body: { days: [{ date: today, seen: null, status: 'on_vacation' }] },
    })
  })
  test.each([
    ['is as it was', [target(0, day(0), { status: 'on_the_road', description: '' })]],
    ['was nothing and stays nothing', [target(0, null, null), target(1, null, null)]],
    ['is not there at all', []],
  ])('that %s sends nothing', (_, targets) => {
    expect(sent(...targets)).toBeNull()
  })
  test('of several that is all that differs goes as one day', () => {
    const same = target(1, day(1, { status: 'on_vacation' }), VACATION)
    expect(sent(target(0, day(0), VACATION), same)).toMatchObject({ name: 'schedule.changeDay', params: { id: 40 } })
  })
})

describe('several days', () => {
  test('in a run that get one status are a fill, those that have it among them', () => {
    const has = day(1, { status: 'on_vacation', description: 'Home' })
    const filled = sent(target(0, day(0), VACATION), target(1, has, noted('Home')), target(2, null, VACATION))
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
  ])('%s are one change all the same', (_, targets) => {
    const one = sent(...targets)
    expect(one?.name).toBe('schedule.setDays')
    expect(one).toHaveProperty(['body', 'days', 'length'], 2)
  })
  test('say just what differs of each, and leave out what is as it was', () => {
    const change = sent(
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

test('the editor gives all days of the range the status, and the opened one the description', () => {
  const there = day(1, { description: 'Toledo' })
  const dayOn = (date: string) => (date === at(1) ? there : null)
  expect(rowOfDay(driver, today, { from: today, to: at(1) }, noted('Home'), dayOn)).toEqual({
    driver,
    // What nobody has touched stays, whatever it is by the time that this is kept.
    targets: [target(0, null, noted('Home')), { ...target(1, there, noted('Toledo')), untouched: 'description' }],
  })
})
