import { describe, expect, test } from 'vitest'
import { driverKind } from '#contract/drivers.ts'
import type { ScheduleRow } from '#contract/schedule.ts'
import type { ScheduleDay } from '#contract/schedule-day.ts'
import { type DayOn, saveDays, setDay } from '#src/areas/schedule/day-edit.ts'
import { withWaitingDays } from '#src/areas/schedule/schedule-overlay.ts'
import { spanOf } from '#src/areas/schedule/schedule-span.ts'
import { addDays } from '#src/format/calendar.ts'
import { patched } from '#src/offline/command.ts'
import { foldOf } from '#src/offline/fold.ts'
import { aDay, anOutbox, aScheduleRow } from './schedule-builders.ts'

const today = '2026-11-21'
const span = spanOf(today)
const maria = { id: 12, name: 'Maria Lopez' }

/** What the dispatcher sees of Maria: date and status, with the description where there is one. */
function seenOn(row: ScheduleRow) {
  const days = row.drivers[0]?.days ?? []
  return days.map((day) => `${day.date} ${day.status}${day.description ? ` (${day.description})` : ''}`)
}

describe('a day set without a network', () => {
  test('shows at once, in its place among the other days', async () => {
    const row = aScheduleRow(maria, [aDay({ date: today }), aDay({ date: addDays(today, 2) })])
    const outbox = anOutbox()
    await setDay(maria, addDays(today, 1), null, { status: 'on_vacation', description: 'Back Monday' }, outbox)

    expect(seenOn(withWaitingDays(row, outbox.fold(), span))).toEqual([
      '2026-11-21 on_the_road',
      '2026-11-22 on_vacation (Back Monday)',
      '2026-11-23 on_the_road',
    ])
  })

  test('leaves rows of other drivers as they are, so that they are not drawn again', async () => {
    const outbox = anOutbox()
    await setDay(maria, today, null, { status: 'on_vacation', description: '' }, outbox)
    const other = aScheduleRow({ id: 13, name: 'Joe Hall' }, [aDay({ driver: 13, date: today })])

    expect(withWaitingDays(other, outbox.fold(), span)).toBe(other)
  })

  test('does not show in a week that it is not part of', async () => {
    const row = aScheduleRow(maria, [aDay({ date: today })])
    const outbox = anOutbox()
    await setDay(maria, addDays(span.end, 1), null, { status: 'on_vacation', description: '' }, outbox)
    await setDay(maria, addDays(span.start, -1), null, { status: 'on_vacation', description: '' }, outbox)

    expect(withWaitingDays(row, outbox.fold(), span)).toBe(row)
  })

  test('does not hide what a colleague wrote on that day meanwhile', async () => {
    const outbox = anOutbox()
    await setDay(maria, today, aDay({ date: today }), { status: 'on_vacation', description: '' }, outbox)
    const row = aScheduleRow(maria, [aDay({ date: today, description: 'Truck at shop', version: 2 })])

    expect(seenOn(withWaitingDays(row, outbox.fold(), span))).toEqual(['2026-11-21 on_vacation (Truck at shop)'])
  })

  test('is not sent when nothing differs', async () => {
    const outbox = anOutbox()
    const day = aDay({ date: today, description: 'x' })
    await setDay(maria, today, day, { status: day.status, description: 'x' }, outbox)

    expect(outbox.sent).toEqual([])
  })
})

describe('a day made on the device and changed again before it is sent', () => {
  test('is one day, named by the device in both changes', async () => {
    const row = aScheduleRow(maria, [])
    const outbox = anOutbox()
    await setDay(maria, today, null, { status: 'on_the_road', description: '' }, outbox)
    const seen = withWaitingDays(row, outbox.fold(), span).drivers[0]?.days[0]
    if (!seen) throw new Error('the day is not shown')
    await setDay(maria, today, seen, { status: 'on_vacation', description: 'Sick' }, outbox)

    expect(seenOn(withWaitingDays(row, outbox.fold(), span))).toEqual(['2026-11-21 on_vacation (Sick)'])
    const [make, change] = outbox.sent
    expect(make?.endpoint).toBe('schedule.create')
    expect(change?.endpoint).toBe('schedule.update')
    expect(change?.request.params).toEqual({ id: outbox.bodies[0]?.client_id })
    expect(change?.request.body).toEqual({ status: 'on_vacation', description: 'Sick' })
    expect(change?.seenVersion).toBeNull()
    expect(change?.touches).toEqual(make?.touches)
  })

  test('is called by the number of the server once that is known', async () => {
    const outbox = anOutbox()
    const day = aDay({ id: 77, date: today, version: 3, client_id: '0193f2a0-0000-7000-8000-000000000001' })
    await setDay(maria, today, day, { status: 'on_vacation', description: '' }, outbox)

    expect(outbox.sent[0]?.request.params).toEqual({ id: 77 })
    expect(outbox.sent[0]?.seenVersion).toBe(3)
  })
})

describe('a week filled with one status', () => {
  const dates = Array.from({ length: 7 }, (_, index) => addDays(today, index))
  const range = { from: today, to: addDays(today, 6) }
  const written = [aDay({ date: today, description: 'Load to Omaha' })]
  const dayOn: DayOn = (date) => written.find((day) => day.date === date) ?? null
  const filled = { status: 'on_vacation', description: 'Load to Omaha' } as const

  test('is one change; descriptions stay and missing days are made', async () => {
    const outbox = anOutbox()
    await saveDays(maria, today, range, filled, dayOn, outbox)

    expect(seenOn(withWaitingDays(aScheduleRow(maria, written), outbox.fold(), span))).toEqual(
      dates.map((date) => `${date} on_vacation${date === today ? ' (Load to Omaha)' : ''}`),
    )
    expect(outbox.sent).toHaveLength(1)
    expect(outbox.sent[0]?.touches).toEqual(dates.map((date) => `day/12/${date}`))
    expect(outbox.bodies[0]).toMatchObject({
      date_from: today,
      date_to: addDays(today, 6),
      driver_id: 12,
      status: 'on_vacation',
    })
    expect(Object.keys(outbox.bodies[0]?.client_ids ?? {})).toEqual(dates.slice(1))
  })

  test('with one day changed on top shows both, and that day goes under the name the fill made it under', async () => {
    const row = aScheduleRow(maria, written)
    const outbox = anOutbox()
    await saveDays(maria, today, range, filled, dayOn, outbox)
    const third = withWaitingDays(row, outbox.fold(), span).drivers[0]?.days[2] as ScheduleDay
    await setDay(maria, third.date, third, { status: 'on_the_road', description: '' }, outbox)

    const shown = seenOn(withWaitingDays(row, outbox.fold(), span))
    expect(shown[1]).toBe('2026-11-22 on_vacation')
    expect(shown[2]).toBe('2026-11-23 on_the_road')
    expect(shown[3]).toBe('2026-11-24 on_vacation')
    const made = outbox.bodies[0]?.client_ids?.[third.date]
    expect(made).toBeTruthy()
    expect(outbox.sent[1]?.request.params).toEqual({ id: made })
  })

  test('from a day that gets a description too: that day alone has it', async () => {
    const outbox = anOutbox()
    const to = addDays(today, 3)
    const wanted = { status: 'on_vacation', description: 'Back Wednesday' } as const
    await saveDays(maria, addDays(today, 1), { from: addDays(today, 1), to }, wanted, dayOn, outbox)

    expect(seenOn(withWaitingDays(aScheduleRow(maria, written), outbox.fold(), span))).toEqual([
      '2026-11-21 on_the_road (Load to Omaha)',
      '2026-11-22 on_vacation (Back Wednesday)',
      '2026-11-23 on_vacation',
      '2026-11-24 on_vacation',
    ])
    // All of it is kept or nothing: half of what was saved is what nobody meant.
    expect(outbox.saves).toEqual([2])
    expect(outbox.bodies[0]?.client_id).toBeTruthy()
    expect(Object.keys(outbox.bodies[1]?.client_ids ?? {})).toEqual(['2026-11-23', '2026-11-24'])
  })

  test('is told in words that stand alone', async () => {
    const outbox = anOutbox()
    await saveDays(maria, today, range, filled, dayOn, outbox)
    await setDay(maria, today, aDay({ date: today }), { status: 'firing_process', description: 'Call HR' }, outbox)

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
