import { describe, expect, test } from 'vitest'
import type { ScheduleDay, ScheduleRow } from '#contract/boards/schedule.ts'
import { driverKind } from '#contract/people/drivers.ts'
import { type DayOn, rowOfDay } from '#src/areas/schedule/day/day-edit.ts'
import { withWaitingDays } from '#src/areas/schedule/schedule-overlay.ts'
import { spanOf } from '#src/areas/schedule/schedule-span.ts'
import { addDays } from '#src/format/calendar.ts'
import { patched } from '#src/offline/command.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { aDay, anOutbox, aScheduleRow, editOf } from './schedule-builders.ts'

const today = '2026-11-21'
const span = spanOf(today)
const maria = { id: 12, name: 'Maria Lopez' }

/** Maria's days as the dispatcher sees them: date and status, and the description if there is one. */
function seenOn(row: ScheduleRow) {
  const days = row.drivers[0]?.days ?? []
  return days.map((day) => `${day.date} ${day.status}${day.description ? ` (${day.description})` : ''}`)
}

describe('a day planned offline', () => {
  test('shows immediately, in its place among the other days', () => {
    const row = aScheduleRow(maria, [aDay({ date: today }), aDay({ date: addDays(today, 2) })])
    const outbox = anOutbox()
    outbox.save(editOf(maria, addDays(today, 1), null, { status: 'on_vacation', description: 'Back Monday' }))

    expect(seenOn(withWaitingDays(row, outbox.fold(), span))).toEqual([
      '2026-11-21 on_the_road',
      '2026-11-22 on_vacation (Back Monday)',
      '2026-11-23 on_the_road',
    ])
  })

  test('leaves the rows of other drivers identical, so that they are not rendered again', () => {
    const outbox = anOutbox()
    outbox.save(editOf(maria, today, null, { status: 'on_vacation', description: '' }))
    const other = aScheduleRow({ id: 13, name: 'Joe Hall' }, [aDay({ driver: 13, date: today })])

    expect(withWaitingDays(other, outbox.fold(), span)).toBe(other)
  })

  test('does not show in a week that does not contain it', () => {
    const row = aScheduleRow(maria, [aDay({ date: today })])
    const outbox = anOutbox()
    outbox.save(editOf(maria, addDays(span.end, 1), null, { status: 'on_vacation', description: '' }))
    outbox.save(editOf(maria, addDays(span.start, -1), null, { status: 'on_vacation', description: '' }))

    expect(withWaitingDays(row, outbox.fold(), span)).toBe(row)
  })

  test('does not hide what a colleague wrote on that day meanwhile', () => {
    const outbox = anOutbox()
    outbox.save(editOf(maria, today, aDay({ date: today }), { status: 'on_vacation', description: '' }))
    const row = aScheduleRow(maria, [aDay({ date: today, description: 'Truck at shop', version: 2 })])

    expect(seenOn(withWaitingDays(row, outbox.fold(), span))).toEqual(['2026-11-21 on_vacation (Truck at shop)'])
  })

  test('is not sent when nothing differs', () => {
    const outbox = anOutbox()
    const day = aDay({ date: today, description: 'x' })
    outbox.save(editOf(maria, today, day, { status: day.status, description: 'x' }))

    expect(outbox.sent).toEqual([])
  })
})

describe('a day created on this device and changed again before it is sent', () => {
  test('is one day, and the second change names it by driver and date', () => {
    const row = aScheduleRow(maria, [])
    const outbox = anOutbox()
    outbox.save(editOf(maria, today, null, { status: 'on_the_road', description: '' }))
    const seen = withWaitingDays(row, outbox.fold(), span).drivers[0]?.days[0]
    if (!seen) throw new Error('the day is not shown')
    outbox.save(editOf(maria, today, seen, { status: 'on_vacation', description: 'Sick' }))

    expect(seenOn(withWaitingDays(row, outbox.fold(), span))).toEqual(['2026-11-21 on_vacation (Sick)'])
    const [make, change] = outbox.sent
    expect(make?.endpoint).toBe('schedule.create')
    expect(change).toMatchObject({ endpoint: 'schedule.setDays', seenVersion: null, touches: make?.touches })
    expect(change?.body).toEqual({
      driver: 12,
      days: [{ date: today, seen: null, status: 'on_vacation', description: 'Sick' }],
    })
  })

  test('is named by the server’s id once that is known', () => {
    const outbox = anOutbox()
    const day = aDay({ id: 77, date: today, version: 3, client_id: '0193f2a0-0000-7000-8000-000000000001' })
    outbox.save(editOf(maria, today, day, { status: 'on_vacation', description: '' }))

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

  test('is one change that keeps descriptions and creates missing days', () => {
    const outbox = anOutbox()
    outbox.save(rowOfDay(maria, today, range, filled, dayOn))

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

  test('with one day changed afterward shows both changes', () => {
    const row = aScheduleRow(maria, written)
    const outbox = anOutbox()
    outbox.save(rowOfDay(maria, today, range, filled, dayOn))
    const third = withWaitingDays(row, outbox.fold(), span).drivers[0]?.days[2] as ScheduleDay
    outbox.save(editOf(maria, third.date, third, { status: 'on_the_road', description: '' }))

    const shown = seenOn(withWaitingDays(row, outbox.fold(), span))
    expect(shown[1]).toBe('2026-11-22 on_vacation')
    expect(shown[2]).toBe('2026-11-23 on_the_road')
    expect(shown[3]).toBe('2026-11-24 on_vacation')
    expect(outbox.sent[0]?.body.client_ids?.[third.date]).toBe(third.client_id)
  })

  test('is still one change if the first day also gets a description', () => {
    const outbox = anOutbox()
    const to = addDays(today, 3)
    const wanted = { status: 'on_vacation', description: 'Back Wednesday' } as const
    outbox.save(rowOfDay(maria, addDays(today, 1), { from: addDays(today, 1), to }, wanted, dayOn))

    expect(seenOn(withWaitingDays(aScheduleRow(maria, written), outbox.fold(), span))).toEqual([
      '2026-11-21 on_the_road (Load to Omaha)',
      '2026-11-22 on_vacation (Back Wednesday)',
      '2026-11-23 on_vacation',
      '2026-11-24 on_vacation',
    ])
    expect(outbox.sent.map(({ endpoint }) => endpoint)).toEqual(['schedule.setDays'])
  })

  test('shows a day again that this device just cleared and planned again', () => {
    const row = aScheduleRow(maria, written)
    const outbox = anOutbox()
    outbox.save(editOf(maria, today, written[0] ?? null, null))
    expect(seenOn(withWaitingDays(row, outbox.fold(), span))).toEqual([])
    outbox.save(editOf(maria, today, null, { status: 'on_vacation', description: '' }))
    expect(seenOn(withWaitingDays(row, outbox.fold(), span))).toEqual(['2026-11-21 on_vacation'])
  })

  test('is described in words that are clear on their own', () => {
    const outbox = anOutbox()
    outbox.save(rowOfDay(maria, today, range, filled, dayOn))
    outbox.save(editOf(maria, today, aDay({ date: today }), { status: 'firing_process', description: 'Call HR' }))

    expect(outbox.sent.map((change) => change.words)).toEqual([
      { record: 'Maria Lopez, Sat 11/21/26 to Fri 11/27/26', change: 'Status of 7 days: Vacation' },
      { record: 'Maria Lopez, Sat 11/21/26', change: 'Status: On The Road → Firing · Description: “Call HR”' },
    ])
  })
})

test('a driver’s own status follows a waiting change in the schedule too', () => {
  const row = aScheduleRow(maria, [])
  const effect = patched(driverKind, '12', (driver) => ({ ...driver, current_status: 'firing_process' }))
  const fold = foldOf([{ effects: [effect], settled: null }])

  expect(withWaitingDays(row, fold, span).drivers[0]?.current_status).toBe('firing_process')
})
