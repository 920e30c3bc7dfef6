import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  compareInspections,
  dueIn,
  type InspectionFilter,
  inspectionFits,
  inspectionListQuery,
  isOverdue,
  isUpcoming,
} from '#contract/maintenance/inspection-lists.ts'
import { anInspection } from '#tests/support/builders/an-inspection.ts'

const TODAY = '2026-11-21'
const { transport } = anInspection()
const at = (miles_driven: number | null) => ({ ...transport, miles_driven })

describe('work is due', () => {
  test('by date: in a number of days, or a number of days ago', () => {
    expect(dueIn(anInspection({ due_date: '2026-12-01' }), TODAY)).toEqual({ days: 10, miles: null, soonest: 10 })
    const late = dueIn(anInspection({ due_date: '2026-11-20' }), TODAY)
    expect([late, late && isOverdue(late)]).toEqual([{ days: -1, miles: null, soonest: -1 }, true])
  })
  test('by miles, at 500 a day, and by whichever comes first', () => {
    const both = anInspection({ due_date: '2026-12-21', due_mileage: 101_001, transport: at(100_000) })
    expect(dueIn(both, TODAY)).toEqual({ days: 30, miles: 1001, soonest: 2 })
    const over = dueIn({ ...both, transport: at(101_002) }, TODAY)
    expect([over?.soonest, over && isOverdue(over)]).toEqual([-1, true])
  })
  test('by date only if the unit’s miles or the due miles are unknown', () => {
    const row = anInspection({ due_date: TODAY, due_mileage: 5000, transport: at(null) })
    expect(dueIn(row, TODAY)).toEqual({ days: 0, miles: null, soonest: 0 })
    expect(dueIn(anInspection({ due_mileage: 0 }), TODAY)).toBeNull()
  })
})

describe('a report is upcoming', () => {
  const due = anInspection({ due_date: '2027-01-01' })
  test('if it is the latest of its kind and has a due date or due miles', () => {
    expect(isUpcoming(due)).toBe(true)
    expect(isUpcoming(anInspection({ due_mileage: 90_000 }))).toBe(true)
  })
  test.each([
    ['if a later report of its kind exists', anInspection({ due_date: '2027-01-01', is_latest: false })],
    ['if its unit was deleted', { ...due, transport: { ...transport, is_deleted: true } }],
    ['if it is never due', anInspection({ due_mileage: 0 })],
  ])('but not %s', (_what, row) => {
    expect(isUpcoming(row)).toBe(false)
  })
})

const ALL: InspectionFilter = { status: '', report_type: '', service_type: '', fleet_manager: [], transport: [] }
const fits = (filter: Partial<InspectionFilter>, row = anInspection()) => inspectionFits({ ...ALL, ...filter })(row)

describe('a list is filtered', () => {
  test('by days, both inclusive, except upcoming work, which ignores days', () => {
    expect(fits({ date_after: '2026-11-20', date_before: '2026-11-20' })).toBe(true)
    expect(fits({ date_after: '2026-11-21' })).toBe(false)
    expect(fits({ date_before: '2026-11-19' })).toBe(false)
    expect(fits({ status: 'upcoming', date_before: '2000-01-01' }, anInspection({ due_date: TODAY }))).toBe(true)
  })
  test('by report type, by service, and by reports with or without defects', () => {
    expect([fits({ report_type: 'no_defect' }), fits({ report_type: 'defect' })]).toEqual([true, false])
    expect([fits({ service_type: 'pm_a' }), fits({ service_type: 'pm_b' })]).toEqual([true, false])
    expect([fits({ service_type: 'without_defects' }), fits({ service_type: 'with_defects' })]).toEqual([true, false])
  })
  test('by managers and by units', () => {
    expect([fits({ fleet_manager: [7, 2] }), fits({ fleet_manager: [7] })]).toEqual([true, false])
    expect([fits({ transport: ['1042'] }), fits({ transport: ['1043'] })]).toEqual([true, false])
    expect(fits({ fleet_manager: [7] }, anInspection({ fleet_manager: null }))).toBe(false)
  })
  test('to history: approved and not upcoming', () => {
    expect(fits({ status: 'history' })).toBe(true)
    expect(fits({ status: 'history' }, anInspection({ approved_date: null }))).toBe(false)
    expect(fits({ status: 'history' }, anInspection({ due_date: '2027-01-01' }))).toBe(false)
  })
})

describe('lists are sorted', () => {
  const [older, newer, made] = [
    anInspection({ id: 9, date: '2026-11-19', due_date: '2026-12-01' }),
    anInspection({ id: 3, date: '2026-11-20', due_date: '2026-11-30' }),
    anInspection({ id: 0, date: '2026-11-20', due_date: '2026-12-01' }),
  ]
  test('newest first, with a report without a server id as the newest of its day', () => {
    expect([older, newer, made].toSorted(compareInspections('', TODAY))).toEqual([made, newer, older])
  })
  test('by the time at which they were made within a day', () => {
    const morning = anInspection({ id: 9, date: '2026-11-20', made_at: '2026-11-20T13:00:00.000Z' })
    const noon = anInspection({ id: 4, date: '2026-11-20', made_at: '2026-11-20T18:00:00.000Z' })
    expect([morning, noon].toSorted(compareInspections('', TODAY))).toEqual([noon, morning])
  })
  test('by due date, the first due first, for upcoming work', () => {
    expect([made, older, newer].toSorted(compareInspections('upcoming', TODAY))).toEqual([newer, older, made])
  })
})

describe('a list query', () => {
  const parseQuery = (query: object) => z.safeParse(z.object(inspectionListQuery), query)
  test('accepts managers and units separated by commas or as repeated parameters', () => {
    const query = { transport: ['1042', 'TL-1001, TL-1002'], fleet_manager: '2,7' }
    expect(parseQuery(query).data).toMatchObject({ transport: ['1042', 'TL-1001', 'TL-1002'], fleet_manager: [2, 7] })
    expect(parseQuery({ transport: '', fleet_manager: '' }).data).toMatchObject({ transport: [], fleet_manager: [] })
    expect(parseQuery({ fleet_manager: 'x' }).success).toBe(false)
  })
})
