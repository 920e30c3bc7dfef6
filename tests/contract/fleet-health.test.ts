import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type HealthFacts, inspectionValidUntil, notReadyReasons } from '#contract/maintenance/fleet-health.ts'

const TODAY = '2026-11-21'
const READY_UNIT: HealthFacts = {
  status: 'unassigned',
  status_date_to: null,
  inspection_passed_date: '2026-01-15',
  next_service_date: '2026-12-31',
  registration_expire: '2027-12-31',
  open_major_defects: 0,
  driver: { papers_until: '2027-01-31' },
}
const reasonsOf = (facts: Partial<HealthFacts>, today = TODAY) => notReadyReasons({ ...READY_UNIT, ...facts }, today)

describe('an annual inspection', () => {
  test.each([
    ['2025-02-28', '2026-02-28'],
    ['2024-02-29', '2025-02-28'],
    ['2023-02-28', '2024-02-28'],
    ['2025-12-31', '2026-12-31'],
    ['2025-12-01', '2026-12-01'],
    ['2025-11-30', '2026-11-30'],
    ['2025-01-31', '2026-01-31'],
    ['2025-04-30', '2026-04-30'],
  ])('passed on %s is valid until %s', (passed, until) => {
    expect(inspectionValidUntil(passed)).toBe(until)
    expect(reasonsOf({ inspection_passed_date: passed }, until)).toEqual([])
  })

  test.each([
    ['2025-10-31', '2026-11-01'],
    ['2025-11-20', '2026-11-21'],
    ['2024-02-29', '2025-03-01'],
    ['2025-12-31', '2027-01-01'],
  ])('passed on %s is overdue from %s on', (passed, since) => {
    const words = 'annual inspection overdue'
    const facts = { inspection_passed_date: passed, next_service_date: null, driver: null }
    expect(reasonsOf(facts, since)).toEqual([{ reason: 'inspection_overdue', since, words }])
  })

  test('is valid until the same date a year later, or February 28 for February 29', () => {
    const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, (date) => {
        const passed = date.toISOString().slice(0, 10)
        const until = inspectionValidUntil(passed)
        const day = passed.endsWith('02-29') ? '02-28' : passed.slice(5)
        expect(until).toBe(`${Number(passed.slice(0, 4)) + 1}-${day}`)
      }),
    )
  })
})

describe('a unit', () => {
  test('with everything in order is ready, even on the last valid day', () => {
    expect(reasonsOf({})).toEqual([])
    expect(reasonsOf({ next_service_date: TODAY, driver: { papers_until: TODAY }, status: 'assigned' })).toEqual([])
  })

  test('without entered days is ready: unknown days are not a reason', () => {
    const nothing = { inspection_passed_date: null, next_service_date: null, driver: null }
    expect(reasonsOf(nothing)).toEqual([])
    expect(reasonsOf({ driver: {} })).toEqual([])
    expect(reasonsOf({ registration_expire: undefined })).toEqual([])
    expect(reasonsOf({ registration_expire: null })).toEqual([])
    expect(reasonsOf({ driver: { papers_until: null } })).toEqual([])
  })

  test('is overdue from the day after the last valid day', () => {
    const yesterday = '2026-11-20'
    expect(reasonsOf({ next_service_date: yesterday })).toEqual([
      { reason: 'service_overdue', since: TODAY, words: 'service overdue' },
    ])
    expect(reasonsOf({ registration_expire: yesterday })).toEqual([
      { reason: 'registration_expired', since: TODAY, words: 'registration expired' },
    ])
    expect(reasonsOf({ driver: { papers_until: '2026-10-31' } })).toEqual([
      { reason: 'driver_papers', since: '2026-11-01', words: 'driver’s medical card or CDL expired' },
    ])
  })

  test('on service has that reason, and its words say if it takes longer than planned', () => {
    const on = (status_date_to: string | null) => reasonsOf({ status: 'on_service', status_date_to })
    const reasonsWith = (words: string) => [{ reason: 'on_service', since: null, words }]
    expect(on(null)).toEqual(reasonsWith('on service'))
    expect(on(TODAY)).toEqual(reasonsWith('on service'))
    expect(on('2026-11-20')).toEqual(reasonsWith('on service, longer than planned'))
  })

  test('with major defects has their count in the reason’s words', () => {
    expect(reasonsOf({ open_major_defects: 1 })).toMatchObject([{ reason: 'major_defect', words: 'open major defect' }])
    expect(reasonsOf({ open_major_defects: 3 })).toMatchObject([{ words: '3 open major defects' }])
  })

  test('lists all reasons, the most serious first', () => {
    const worst = {
      open_major_defects: 2,
      inspection_passed_date: '2025-01-01',
      next_service_date: '2026-01-01',
      registration_expire: '2026-01-01',
      driver: { papers_until: '2026-01-01' },
    }
    const order = ['major_defect', 'inspection_overdue', 'registration_expired', 'service_overdue', 'driver_papers']
    const reasons = (facts: Partial<HealthFacts>) => reasonsOf(facts).map(({ reason }) => reason)
    expect(reasons({ ...worst, status: 'for_sale' })).toEqual(['for_sale', ...order])
    expect(reasons({ ...worst, status: 'on_service' })).toEqual(['on_service', ...order])
    expect(reasons({ ...worst, status: 'assigned' })).toEqual(order)
  })
})
