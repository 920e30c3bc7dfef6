import { describe, expect, test } from 'vitest'
import type { UnitService } from '#contract/boards/schedule.ts'
import { DUTY_STATUSES } from '#contract/people/driver-choices.ts'
import { dayMarks, type MarkedDriver } from '#src/areas/schedule/day/day-marks.ts'

const aDriver = (over: Partial<MarkedDriver> = {}): MarkedDriver => ({
  truck: null,
  trailer: 'TL-7',
  current_status: 'on_the_road',
  current_status_date_from: null,
  status_date_to: null,
  extra_info: { med_expire: null, CDL_expire: null },
  services: [],
  days: [],
  ...over,
})
const MONDAY = '2026-11-23'
const TUESDAY = '2026-11-24'
const WEDNESDAY = '2026-11-25'
const THURSDAY = '2026-11-26'
const WEEK = [MONDAY, TUESDAY, WEDNESDAY, THURSDAY]
/** The words of the marks on each day of the week. */
const wordsOf = (driver: Partial<MarkedDriver>) =>
  WEEK.map((date) =>
    dayMarks(aDriver(driver), date)
      .map(({ words }) => words)
      .join(', '),
  )
const aDay = (date: string, status: MarkedDriver['days'][number]['status']) => ({
  id: 1,
  date,
  status,
  description: '',
  driver: 12,
  client_id: null,
  version: 1,
})

describe('papers', () => {
  test('expire on their last valid day, and are expired on every later day', () => {
    expect(wordsOf({ extra_info: { med_expire: TUESDAY, CDL_expire: null } })).toEqual([
      '',
      'Medical card expires',
      'Medical card expired',
      'Medical card expired',
    ])
    expect(wordsOf({ extra_info: { med_expire: null, CDL_expire: '2026-11-22' } })).toEqual(
      Array(4).fill('CDL expired'),
    )
  })

  test('without a date, or that the user may not see, have no mark', () => {
    expect(wordsOf({})).toEqual(['', '', '', ''])
    expect(dayMarks({ truck: null, trailer: null, current_status: 'on_the_road', days: [] }, MONDAY)).toEqual([])
  })
})

describe('a driver’s status', () => {
  test('is marked on the days for which it holds, both ends included', () => {
    const dates = { current_status_date_from: TUESDAY, status_date_to: WEDNESDAY }
    expect(wordsOf({ current_status: 'on_vacation', ...dates })).toEqual(['', 'On vacation', 'On vacation', ''])
    expect(wordsOf({ current_status: 'firing_process', ...dates, status_date_to: null })).toEqual([
      '',
      'Firing',
      'Firing',
      'Firing',
    ])
    expect(wordsOf({ current_status: 'on_vacation', status_date_to: MONDAY })).toEqual(['On vacation', '', '', ''])
  })

  test('is not marked on a day with the same status, but is marked on a day with another one', () => {
    const days = [aDay(MONDAY, 'on_vacation'), aDay(TUESDAY, 'on_the_road')]
    expect(wordsOf({ current_status: 'on_vacation', days })).toEqual(['', 'On vacation', 'On vacation', 'On vacation'])
  })

  test('is marked only for Firing and vacation', () => {
    const marked = DUTY_STATUSES.filter(({ value }) => wordsOf({ current_status: value })[0] !== '')
    expect(marked.map(({ value }) => value)).toEqual(['firing_process', 'on_vacation'])
  })

  test('is not marked while its start is unknown, as in rows stored by an earlier version', () => {
    const { current_status_date_from: _, ...withoutStart } = aDriver({ current_status: 'on_vacation' })
    expect(dayMarks(withoutStart, MONDAY)).toEqual([])
  })
})

describe('units', () => {
  const workshop: UnitService = { unit: '1042', kind: 'truck', from: TUESDAY, until: WEDNESDAY, is: 'in_service' }
  const due: UnitService = { unit: 'TL-7', kind: 'trailer', from: WEDNESDAY, until: null, is: 'due' }

  test('in the workshop are marked on the days there, and units due for service from that day on', () => {
    expect(wordsOf({ services: [due, workshop] })).toEqual([
      '',
      'Truck 1042 in service',
      'Truck 1042 in service, Trailer TL-7 service due',
      'Trailer TL-7 service due',
    ])
    expect(wordsOf({ services: [{ ...workshop, from: '2026-01-01', until: null }] })).toEqual(
      Array(4).fill('Truck 1042 in service'),
    )
  })

  test('that the driver no longer has, or does not need, are not marked', () => {
    expect(wordsOf({ services: [due], trailer: null })).toEqual(['', '', '', ''])
    expect(wordsOf({ services: [workshop], truck: '1050' })).toEqual(['', '', '', ''])
  })

  test('are marked after what keeps the driver away, and before mere reminders', () => {
    const extra_info = { med_expire: WEDNESDAY, CDL_expire: TUESDAY }
    const marks = dayMarks(aDriver({ extra_info, current_status: 'on_vacation', services: [due, workshop] }), WEDNESDAY)
    expect(marks.map(({ kind }) => kind)).toEqual(['expired', 'away', 'in_service', 'expires', 'service_due'])
  })
})
