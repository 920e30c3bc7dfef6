import { describe, expect, test } from 'vitest'
import type { ScheduleDay, ScheduleRow } from '#contract/boards/schedule.ts'
import { driverKind } from '#contract/people/drivers.ts'
import { type DayOn, rowOfDay } from '#src/areas/schedule/day/day-edit.ts'
import { withWaitingDays } from '#src/areas/schedule/schedule-overlay.ts'
import { spanOf } from '#src/areas/schedule/schedule-span.ts'
import { addDays } from '#src/format/calendar.ts'
import { patched } from '#src/offline/command.ts'
import { foldOf } from '#src/offline/fold/fold.ts'
import { aDay, anOutbox, aScheduleRow, editOf } from './schedule-builders.ts'

const today = '2026-11-21'
const span = spanOf(today)
const maria = { id: 12, name: 'Maria Lopez' }

/** What the dispatcher sees of Maria: date and status, with the description where there is one. */
function seenOn(row: ScheduleRow) {
  const days = row.drivers[0]?.days ?? []
  return days.map((day) => `${day.date} ${day.status}${day.description ? ` (${day.description})` : ''}`)
}

describe('a day set without a network', () => {
  test('shows at once, in its place among the other days', () => {
    const row = aScheduleRow(maria, [aDay({ date: today }), aDay({ date: addDays(today, 2) })])
    const outbox = anOutbox()
    outbox.keep(editOf(maria, addDays(today, 1), null, { status: 'on_vacation', description: 'Back Monday' }))

    expect(seenOn(withWaitingDays(row, outbox.fold(), span))).toEqual([
      '2026-11-21 on_the_road',
      '2026-11-22 on_vacation (Back Monday)',
      '2026-11-23 on_the_road',
    ])
  })

  test('leaves rows of other drivers as they are, so that they are not drawn again', () => {
    const outbox = anOutbox()
    outbox.keep(editOf(maria, today, null, { status: 'on_vacation', description: '' }))
    const other = aScheduleRow({ id: 13, name: 'Joe Hall' }, [aDay({ driver: 13, date: today })])

    expect(withWaitingDays(other, outbox.fold(), span)).toBe(other)
  })

  test('does not show in a week that it is not part of', () => {
    const row = aScheduleRow(maria, [aDay({ date: today })])
    const outbox = anOutbox()
    outbox.keep(editOf(maria, addDays(span.end, 1), null, { status: 'on_vacation', description: '' }))
    outbox.keep(editOf(maria, addDays(span.start, -1), null, { status: 'on_vacation', description: '' }))

    expect(withWaitingDays(row, outbox.fold(), span)).toBe(row)
  })

  test('does not hide what a colleague wrote on that day meanwhile', () => {
    const outbox = anOutbox()
    outbox.keep(editOf(maria, today, aDay({ date: today }), { status: 'on_vacation', description: '' }))
    const row = aScheduleRow(maria, [aDay({ date: today, description: 'Truck at shop', version: 2 })])

    expect(seenOn(withWaitingDays(row, outbox.fold(), span))).toEqual(['2026-11-21 on_vacation (Truck at shop)'])
  })

  test('is not sent when nothing differs', () => {
    const outbox = anOutbox()
    const day = aDay({ date: today, description: 'x' })
    outbox.keep(editOf(maria, today, day, { status: day.status, description: 'x' }))

    expect(outbox.sent).toEqual([])
  })
})

describe('a day made on the device and changed again before it is sent', () => {
  test('is one day, called by its driver and date the second time, whoever makes it first', () => {
    const row = aScheduleRow(maria, [])
    const outbox = anOutbox()
    outbox.keep(editOf(maria, today, null, { status: 'on_the_road', description: '' }))
    const seen = withWaitingDays(row, outbox.fold(), span).drivers[0]?.days[0]
    if (!seen) throw new Error('the day is not shown')
    outbox.keep(editOf(maria, today, seen, { status: 'on_vacation', description: 'Sick' }))

    expect(seenOn(withWaitingDays(row, outbox.fold(), span))).toEqual(['2026-11-21 on_vacation (Sick)'])
    const [make, change] = outbox.sent
    expect(make?.endpoint).toBe('schedule.create')
    expect(change).toMatchObject({ endpoint: 'schedule.setDays', seenVersion: null, touches: make?.touches })
    expect(change?.body).toEqual({
      driver: 12,
      days: [{ date: today, seen: null, status: 'on_vacation', description: 'Sick' }],
    })
  })

  test('is called by the number of the server once that is known', () => {
    const outbox = anOutbox()
    const day = aDay({ id: 77, date: today, version: 3, client_id: '0193f2a0-0000-7000-8000-000000000001' })
    outbox.keep(editOf(maria, today, day, { status: 'on_vacation', description: '' }))

    expect(outbox.sent[0]?.params).toEqual({ id: 77 })
    expect(outbox.sent[0]?.seenVersion).toBe(3)
  })
})

describe('a week filled with one status', () => {
  const dates = Array.from({ length: 7 }, (_, index) => addDays(today, index))
  const range = { from: today, to: addDays(today, 6) }
  const written = [aDay({ date: today, description: 'Load to Omaha' })]
  const dayOn: DayOn = (date) => written.find((day) => day.date === date) ?? null
  const filled = { status: 'on_vacation', description: 'Load to Omaha' } as const

  test('is one change; descriptions stay and missing days are made', () => {
    const outbox = anOutbox()
    outbox.keep(rowOfDay(maria, today, range, filled, dayOn))

    expect(seenOn(withWaitingDays(aScheduleRow(maria, written), outbox.fold(), span))).toEqual(
      dates.map((date) => `${date} on_vacation${date === today ? ' (Load to Omaha)' : ''}`),
    )
    expect(outbox.sent).toHaveLength(1)
    expect(outbox.sent[0]?.touches).toEqual(dates.map((date) => `day/12/${date}`))
    expect(outbox.sent[0]?.body).toMatchObject({
      date_from: today,
      date_to: addDays(today, 6),
      driver_id: 12,
      status: 'on_vacation',
    })
    expect(Object.keys(outbox.sent[0]?.body?.client_ids ?? {})).toEqual(dates.slice(1))
  })

  test('with one day changed on top shows both', () => {
    const row = aScheduleRow(maria, written)
    const outbox = anOutbox()
    outbox.keep(rowOfDay(maria, today, range, filled, dayOn))
    const third = withWaitingDays(row, outbox.fold(), span).drivers[0]?.days[2] as ScheduleDay
    outbox.keep(editOf(maria, third.date, third, { status: 'on_the_road', description: '' }))

    const shown = seenOn(withWaitingDays(row, outbox.fold(), span))
    expect(shown[1]).toBe('2026-11-22 on_vacation')
    expect(shown[2]).toBe('2026-11-23 on_the_road')
    expect(shown[3]).toBe('2026-11-24 on_vacation')
    expect(outbox.sent[0]?.body.client_ids?.[third.date]).toBe(third.client_id)
  })

  test('from a day that gets a description too is one change: all of it is kept or nothing', () => {
    const outbox = anOutbox()
    const to = addDays(today, 3)
    const wanted = { status: 'on_vacation', description: 'Back Wednesday' } as const
    outbox.keep(rowOfDay(maria, addDays(today, 1), { from: addDays(today, 1), to }, wanted, dayOn))

    expect(seenOn(withWaitingDays(aScheduleRow(maria, written), outbox.fold(), span))).toEqual([
      '2026-11-21 on_the_road (Load to Omaha)',
      '2026-11-22 on_vacation (Back Wednesday)',
      '2026-11-23 on_vacation',
      '2026-11-24 on_vacation',
    ])
    expect(outbox.sent.map(({ endpoint }) => endpoint)).toEqual(['schedule.setDays'])
  })

  test('on top of days that this device has just cleared shows them again', () => {
    const row = aScheduleRow(maria, written)
    const outbox = anOutbox()
    outbox.keep(editOf(maria, today, written[0] ?? null, null))
    expect(seenOn(withWaitingDays(row, outbox.fold(), span))).toEqual([])
    outbox.keep(editOf(maria, today, null, { status: 'on_vacation', description: '' }))
    expect(seenOn(withWaitingDays(row, outbox.fold(), span))).toEqual(['2026-11-21 on_vacation'])
  })

  test('is told in words that stand alone', () => {
    const outbox = anOutbox()
    outbox.keep(rowOfDay(maria, today, range, filled, dayOn))
    outbox.keep(editOf(maria, today, aDay({ date: today }), { status: 'firing_process', description: 'Call HR' }))

    expect(outbox.sent.map((change) => change.words)).toEqual([
      { record: 'Maria Lopez, Sat 11/21/26 to Fri 11/27/26', change: 'Status of 7 days: Vacation' },
      { record: 'Maria Lopez, Sat 11/21/26', change: 'Status: On The Road → Firing · Description: “Call HR”' },
    ])
  })
})

test("a driver's own status follows a change that waits, also on the schedule", () => {
  const row = aScheduleRow(maria, [])
  const effect = patched(driverKind, '12', (driver) => ({ ...driver, current_status: 'firing_process' }))
  const fold = foldOf([{ effects: [effect], settled: null }])

  expect(withWaitingDays(row, fold, span).drivers[0]?.current_status).toBe('firing_process')
})
