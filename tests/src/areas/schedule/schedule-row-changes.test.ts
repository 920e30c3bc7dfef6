import { expect, test } from 'vitest'
import { compareScheduleRows, type ScheduleRow } from '#contract/boards/schedule.ts'
import { scheduleChanges } from '#src/areas/schedule/schedule-row-changes.ts'
import { aDay, aScheduleRow } from './schedule-builders.ts'

const SPAN = { start: '2026-11-15', end: '2026-11-28' } as const
const { changes, apply } = scheduleChanges(SPAN, compareScheduleRows('first_name,last_name'))

const dana = aScheduleRow({ id: 12, name: 'Ann Lee' }, [aDay()])
const eve = aScheduleRow({ id: 13, name: 'Bo Kim' }, [], { id: 2, name: 'Eve Stone' })
const whole = (...rows: readonly ScheduleRow[]) => ({ rows, count: rows.length, next: null })

/** The row of a driver as the server sends it after a change. */
function changed(row: ScheduleRow, over: object = {}) {
  const [driver] = row.drivers
  if (!driver) throw new Error('the row has no driver')
  return { ...driver, dispatcher: row.id, first: '2026-11-15', last: '2026-12-05', ...over }
}
const received = (...rows: ReturnType<typeof changed>[]) => [{ list: 'schedule.drivers', rows, gone: [] }]
const dispatchers = (rows: { id: number }[], gone: number[] = []) => [{ list: 'schedule.dispatchers', rows, gone }]

function applied(list: ReturnType<typeof whole>, lists: Parameters<typeof changes.receive>[0]) {
  const now = changes.receive(lists)
  if (now === null) throw new Error('the rows are refused')
  return apply(list, now)
}

test('a changed day replaces the driver in the row, and all other rows stay the same objects', () => {
  const vacation = aDay({ id: 1, status: 'on_vacation', version: 2 })
  const now = applied(whole(dana, eve), received(changed(dana, { days: [vacation] })))
  expect(now?.rows[0]?.drivers[0]?.days).toEqual([vacation])
  expect(now?.rows[1]).toBe(eve)
  expect(applied(whole(dana, eve), received(changed(dana)))?.rows[0]).toBe(dana)
})

test('only the days and services of the span are taken; an unknown start is the span’s', () => {
  const days = [aDay(), aDay({ id: 2, date: '2026-12-01' })]
  const service = { unit: '104', kind: 'truck', from: null, until: '2026-11-20', is: 'in_service' }
  const services = [
    service,
    { ...service, until: '2026-11-14' },
    { ...service, from: '2026-12-01', until: null, is: 'due' },
  ]
  const now = applied(whole(dana), received(changed(dana, { days, services })))
  expect(now?.rows[0]?.drivers[0]).toMatchObject({ days: [aDay()], services: [{ ...service, from: SPAN.start }] })
  expect(now?.rows[0]?.drivers[0]).not.toHaveProperty('dispatcher')
})

test('a driver moves to another dispatcher, to none, and to one who is not loaded', () => {
  const moved = applied(whole(dana, eve), received(changed(dana, { dispatcher: 2 })))
  expect(moved?.rows.map(({ drivers }) => drivers.map(({ id }) => id))).toEqual([[], [12, 13]])
  const alone = applied(whole(dana, eve), received(changed(dana, { dispatcher: null })))
  expect(alone?.rows.map(({ id, drivers }) => [id, drivers.length])).toEqual([
    [1, 0],
    [2, 1],
    [null, 1],
  ])
  expect(applied({ ...whole(...(alone?.rows ?? [])), count: 3 }, received(changed(dana)))?.count).toBe(2)
  const part = { rows: [dana], count: 9, next: '?offset=1' }
  const now = changes.receive(received(changed(dana, { dispatcher: 77 })))
  expect(now && apply(part, now)).toMatchObject({ rows: [{ id: 1, drivers: [] }], count: 9, next: '?offset=1' })
})

test('a dispatcher’s status changes in place, and a dispatcher who is gone leaves', () => {
  const { drivers: _, ...row } = eve
  const vacation = { ...row, id: 2, status: 'on_vacation' }
  expect(applied(whole(dana, eve), dispatchers([vacation]))?.rows[1]).toEqual({ ...eve, status: 'on_vacation' })
  expect(applied(whole(dana, eve), dispatchers([], [2]))).toMatchObject({ rows: [dana], count: 1 })
})

test('a dispatcher who is new or renamed, or may be in the rest of the list, makes the schedule be fetched', () => {
  const { drivers: _, ...row } = eve
  const renamed = { ...row, id: 2, user: { ...eve.user, first_name: 'Abe' } }
  expect(applied(whole(dana, eve), dispatchers([renamed]))).toBeNull()
  expect(applied(whole(dana), dispatchers([{ ...row, id: 2 }]))).toBeNull()
  // Renamed while the pages were fetched, and so in two of them.
  const twice = { ...eve, ...renamed, user: eve.user && { ...eve.user, first_name: 'Abe' } }
  expect(applied(whole(eve, dana, twice), dispatchers([renamed]))).toBeNull()
  const now = changes.receive(dispatchers([], [77]))
  expect(now && apply({ rows: [dana], count: 9, next: '?offset=1' }, now)).toBeNull()
  expect(now && apply(whole(dana), now)?.rows).toEqual([dana])
})

test('rows that are invalid, or without all days of the span, are refused', () => {
  expect(changes.receive(received(changed(dana, { last: '2026-11-27' })))).toBeNull()
  expect(changes.receive(received(changed(dana, { first: '2026-11-16' })))).toBeNull()
  expect(changes.receive(received(changed(dana, { days: 'none' })))).toBeNull()
  expect(changes.unpack([{ id: '12', driver: { id: 12 } }])).toBeNull()
})
