import { describe, expect, test } from 'vitest'
import { checklistOf } from '#contract/maintenance/maintenance-choices.ts'
import { costRule, parseCost } from '#src/areas/maintenance/new/cost-text.ts'
import { newInspectionRules } from '#src/areas/maintenance/new/new-inspection-rules.ts'
import {
  checklistIn,
  defectsIn,
  emptyInspection,
  type InspectionValues,
  partsToCheck,
  withMark,
  withReport,
  withRestOk,
  withService,
  withUnit,
} from '#src/areas/maintenance/new/new-inspection-values.ts'
import { newInspectionValues, TRAILER, TRUCK } from '#tests/support/builders/a-new-inspection.ts'

const ID = '019af3b0-0000-7000-8000-0000000000d1'
const newId = () => ID
const TODAY = '2026-11-23'
const REQUIRED = 'Please fill out this field'
const rulesOf = (values: InspectionValues) => newInspectionRules(() => values)
const walk = newInspectionValues({ service_type: 'pre_trip', report_type: '' })

describe('the cost', () => {
  test.each([
    ['412.5', 412.5],
    ['1,250.50', 1250.5],
    ['$ 90', 90],
    ['$1,234,567.89', 1_234_567.89],
    [' 0 ', 0],
  ])('accepts %s', (typed, cost) => {
    expect([parseCost(typed), costRule({ value: typed })]).toEqual([cost, undefined])
  })
  test.each(['much', '1,25', '12.5.5', '-4', '90 $', '99999999', '$'])('rejects %s as not a number', (typed) => {
    expect([parseCost(typed), costRule({ value: typed })]).toEqual([null, 'Enter a valid number'])
  })
  test('is required', () => {
    expect(costRule({ value: ' ' })).toBe(REQUIRED)
  })
})

describe('the required fields of the inspection form', () => {
  test('are reported while the form is empty', () => {
    const values = emptyInspection(null)
    const rules = rulesOf(values)
    for (const name of ['transport', 'fleet_manager', 'service_type', 'report_type'] as const)
      expect(rules[name]({ value: values[name] })).toBe(REQUIRED)
    expect(rules.career.safeParse('').error?.issues[0]?.message).toBe(REQUIRED)
    expect(rules.approved({ value: false })).toBe('Must be confirmed')
    expect(rules.due_date({ value: '' })).toBeUndefined()
    expect(rules.defects()).toBeUndefined()
  })

  test('include a due date and the type of each defect in a report with defects', () => {
    const values = withReport(newInspectionValues(), 'defect', newId)
    expect(values.defects).toMatchObject([{ client_id: ID, defect_type: '', urgency: 'major' }])
    expect(rulesOf(values).due_date({ value: '' })).toBe(REQUIRED)
    expect(rulesOf(values).defects()).toBe(REQUIRED)
    expect(rulesOf({ ...values, defects: [] }).defects()).toBe(REQUIRED)
    const withTypes = { ...values, defects: values.defects.map((one) => ({ ...one, defect_type: 'tires' as const })) }
    expect(rulesOf(withTypes).defects()).toBeUndefined()
    expect(rulesOf(withTypes).due_date({ value: '2026-13-01' })).not.toBeUndefined()
    expect(rulesOf(withTypes).due_date({ value: '2026-12-01' })).toBeUndefined()
  })

  test('do not include the due mileage, which must be a number if it is there', () => {
    const { due_mileage } = rulesOf(newInspectionValues())
    expect(['', 0, '620000.5', 'far'].map((value) => due_mileage({ value }))).toEqual([
      undefined,
      undefined,
      undefined,
      'Enter a valid number',
    ])
  })
})

describe('the fields that depend on the service', () => {
  test('an oil change has no defects, and leaves out defects typed before', () => {
    const defect = withReport(newInspectionValues(), 'defect', newId)
    const oil = withService(defect, 'oil_change', TODAY)
    expect(oil.report_type).toBe('no_defect')
    expect(defectsIn(oil)).toEqual([])
  })
  test('only an oil change has a due mileage', () => {
    const oil = newInspectionValues({ service_type: 'oil_change', due_mileage: 620_000 })
    expect(withService(oil, 'pm_a', TODAY).due_mileage).toBe(0)
    expect(withService(oil, 'oil_change', TODAY).due_mileage).toBe(620_000)
  })
  test('an annual inspection is due in twelve months, unless the user chose another date', () => {
    const annual = withService(newInspectionValues(), 'annual_inspection', TODAY)
    expect(annual.due_date).toBe('2027-11-23')
    expect(withService(annual, 'pm_a', TODAY).due_date).toBe('')
    const chosen = newInspectionValues({ due_date: '2026-12-24' })
    expect(withService(chosen, 'annual_inspection', TODAY).due_date).toBe('2026-12-24')
    expect(withService({ ...annual, due_date: '2027-01-01' }, 'pm_a', TODAY).due_date).toBe('2027-01-01')
  })
})

describe('the checklist', () => {
  test('exists for a pre-trip inspection, with the parts of the unit’s kind', () => {
    expect(partsToCheck(walk)).toEqual(checklistOf('truck'))
    expect(partsToCheck({ ...walk, transport: TRAILER })).toEqual(checklistOf('trailer'))
    expect(partsToCheck({ ...walk, service_type: 'pm_a' })).toEqual([])
    expect(partsToCheck({ ...walk, transport: null })).toEqual([])
  })

  test('gives a report without defects when all parts are marked as OK', () => {
    const clean = withRestOk(walk)
    expect(checklistIn(clean)).toEqual(checklistOf('truck').map(({ value }) => ({ part: value, found: 'ok' })))
    expect([clean.report_type, rulesOf(clean).found(), rulesOf(walk).found()]).toEqual([
      'no_defect',
      undefined,
      REQUIRED,
    ])
  })

  test('gives a report with one defect to fill in when one part is marked as a defect', () => {
    const marked = withRestOk(withMark(walk, 'tires', 'defect', newId))
    expect(marked.report_type).toBe('defect')
    expect(defectsIn(marked)).toMatchObject([{ client_id: ID, defect_type: 'tires', urgency: 'major' }])
    expect(checklistIn(marked).filter(({ found }) => found === 'defect')).toEqual([{ part: 'tires', found: 'defect' }])
  })

  test('keeps a defect’s description when its mark is removed and set again', () => {
    const marked = withMark(walk, 'tires', 'defect', newId)
    const described = { ...marked, defects: marked.defects.map((one) => ({ ...one, description: '2/32' })) }
    const unmarked = withMark(described, 'tires', 'not_applicable', newId)
    expect([unmarked.report_type, defectsIn(unmarked)]).toEqual(['no_defect', []])
    expect(defectsIn(withMark(unmarked, 'tires', 'defect', newId))).toMatchObject([{ description: '2/32' }])
    const other = withMark(unmarked, 'horn', 'defect', newId)
    expect(defectsIn(other).map(({ defect_type }) => defect_type)).toEqual(['horn'])
    expect(defectsIn({ ...other, service_type: 'pm_a' })).toEqual([])
  })

  test('starts over when another unit is chosen', () => {
    const marked = withMark(walk, 'horn', 'defect', newId)
    const { found, ...other } = withUnit(marked, TRAILER)
    expect(found).toEqual({})
    expect(other).toMatchObject({ transport: TRAILER, defects: [], report_type: '' })
    expect(withUnit(marked, TRUCK)).toEqual(marked)
  })
})
