import { describe, expect, test } from 'vitest'
import { createInspection } from '#src/areas/maintenance/changes/new-inspection-commands.ts'
import { NEW_INSPECTION_DRAFT } from '#src/areas/maintenance/new/new-inspection-draft.ts'
import { withMark, withRestOk } from '#src/areas/maintenance/new/new-inspection-values.ts'
import { NO_ODOMETER, odometerOf } from '#src/areas/maintenance/new/odometer.ts'
import { newInspectionChange } from '#src/areas/maintenance/new/save-new-inspection.ts'
import type { NewAttachment } from '#src/form/attachments/new-attachment.ts'
import { newInspectionValues } from '#tests/support/builders/a-new-inspection.ts'

const ID = '019af3b0-0000-7000-8000-000000000001'
const DEFECT = '019af3b0-0000-7000-8000-0000000000d1'
const NOW = Date.parse('2026-11-24T05:30:00Z')
const by = { id: 2, first_name: 'Greg', last_name: 'Novak' }
const photo = (id: string, name: string): NewAttachment => ({
  id,
  file: new File(['pixels'], name, { type: 'image/jpeg' }),
  name,
  digest: name,
  location: null,
  isLocated: false,
})
const YARD = photo('019af3b0-0000-7000-8000-0000000000a1', 'yard.jpg')
const TIRE = photo('019af3b0-0000-7000-8000-0000000000a2', 'tire.jpg')
const common = {
  files: {},
  odometer: { miles: 120_345.678, isLastKnown: false, asOf: NOW },
  by,
  now: NOW,
  client_id: ID,
  supersedes: null,
}
const inputOf = (...given: Parameters<typeof newInspectionChange>) =>
  createInspection.input.parse(newInspectionChange(...given).input)

describe('the input from the new inspection form', () => {
  test('is valid for its command: the cost as a number, the date in company time', () => {
    const values = newInspectionValues({ total_cost: '$ 1,250.50', career: ' Joliet ', note: ' ok ' })
    expect(inputOf({ ...common, values })).toMatchObject({
      total_cost: 1250.5,
      career: 'Joliet',
      note: 'ok',
      date: '2026-11-23',
      made_at: '2026-11-24T05:30:00.000Z',
      approval: { by, at: '2026-11-23T15:04:05.000Z', on: '2026-11-23' },
      transport: { id: '1042', miles_driven: 120_345.678 },
      odometer: 120_345.678,
      due_date: null,
      due_mileage: null,
    })
  })

  test('is approved at the time of saving if no approval time is set', () => {
    const { approval } = inputOf({ ...common, values: newInspectionValues({ approved_at: '' }) })
    expect(approval.at).toBe('2026-11-24T05:30:00.000Z')
  })

  test('contains a due mileage for an oil change, 0 if it is empty', () => {
    const oil = newInspectionValues({ service_type: 'oil_change', due_mileage: '620000.5' })
    expect(inputOf({ ...common, values: oil }).due_mileage).toBe(620_000.5)
    expect(inputOf({ ...common, values: { ...oil, due_mileage: '' } }).due_mileage).toBe(0)
  })

  test('links photos to the defects that they show, and leaves out photos of a part that is not a defect', () => {
    const walk = newInspectionValues({ service_type: 'pre_trip', report_type: '' })
    const marked = withRestOk(withMark(walk, 'tires', 'defect', () => DEFECT))
    const files = { '': [YARD], [DEFECT]: [TIRE] }
    const change = newInspectionChange({ ...common, values: marked, files })
    expect(inputOf({ ...common, values: marked, files }).files).toEqual([
      { upload: YARD.id, name: 'yard.jpg', type: 'image/jpeg', size: 6 },
      { upload: TIRE.id, name: 'tire.jpg', type: 'image/jpeg', size: 6, defect: DEFECT },
    ])
    expect(change.files?.map(({ id, field }) => [id, field])).toEqual([
      [YARD.id, 'files'],
      [TIRE.id, 'files'],
    ])
    const ok = withMark(marked, 'tires', 'ok', () => DEFECT)
    expect(inputOf({ ...common, values: ok, files })).toMatchObject({ defects: [], files: [{ upload: YARD.id }] })
  })
})

describe('the odometer', () => {
  const known = { data: { miles_driven: 120_345.67891 }, asOf: NOW } as const
  test('is the server’s mileage with three decimals', () => {
    const miles = odometerOf({ ...known, source: 'network' }, true)
    expect(miles).toEqual({ miles: 120_345.679, isLastKnown: false, asOf: NOW })
  })
  test('is marked as last known if it comes from the cache or the device is offline', () => {
    expect(odometerOf({ ...known, source: 'cache', isDerived: true }, true).isLastKnown).toBe(true)
    expect(odometerOf({ ...known, source: 'network' }, false).isLastKnown).toBe(true)
  })
  test('is left out if the mileage is unknown', () => {
    expect(odometerOf(undefined, true)).toBe(NO_ODOMETER)
    const input = inputOf({ ...common, odometer: NO_ODOMETER, values: newInspectionValues() })
    expect(createInspection.request(input).body).not.toHaveProperty('odometer')
  })
})

describe('a draft of a new inspection', () => {
  const values = newInspectionValues({ service_type: 'pre_trip', found: { tires: 'ok' }, note: 'Rear axle' })
  test('is restored completely, files included', () => {
    const draft = { entry: 'walk' as const, values, files: { '': [YARD], [DEFECT]: [TIRE] } }
    expect(NEW_INSPECTION_DRAFT.schema.safeParse(structuredClone(draft)).data).toEqual(draft)
    expect(NEW_INSPECTION_DRAFT.words(draft)).toEqual({
      record: 'a new inspection of Truck 1042 · Kenworth T680',
      text: 'Pre-Trip · Rear axle · 2 attachments',
    })
  })
  test('is restored without a file that was lost, and not at all if its values are invalid', () => {
    const half = { entry: 'form', values, files: { '': [YARD, { ...TIRE, file: null }] } }
    expect(NEW_INSPECTION_DRAFT.schema.safeParse(half).data?.files).toEqual({ '': [YARD] })
    expect(NEW_INSPECTION_DRAFT.schema.safeParse({ ...half, values: {} }).success).toBe(false)
  })
})
