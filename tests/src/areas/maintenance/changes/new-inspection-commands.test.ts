import { describe, expect, test } from 'vitest'
import { inspectionChanges } from '#contract/maintenance/inspection-changes.ts'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { kind } from '#contract/wire/record.ts'
import { createInspection } from '#src/areas/maintenance/changes/new-inspection-commands.ts'
import { inspectionRows } from '#src/areas/maintenance/inspection-rows.ts'
import type { NewInspectionInput } from '#src/areas/maintenance/new/new-inspection.ts'
import { recordKey } from '#src/offline/command.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { createRegistry } from '#src/offline/outbox/entry/registry.ts'
import { SnapshotBuilder } from '#src/offline/outbox/show/snapshot-builder.ts'
import { aNewInspection, TRAILER, TRUCK } from '#tests/support/builders/a-new-inspection.ts'
import { aTruck } from '#tests/support/builders/a-unit-row.ts'
import { anInspection } from '#tests/support/builders/an-inspection.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'

const DEFECT = '019af3b0-0000-7000-8000-0000000000dd'
const UPLOAD = '019af3b0-0000-7000-8000-0000000000aa'
const MADE_HERE = '019af3b0-0000-7000-8000-0000000000cc'
const units = kind<Unit>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)
const tires = { client_id: DEFECT, defect_type: 'tires', urgency: 'major', description: '2/32 left' } as const
const photo = { upload: UPLOAD, name: 'tire.jpg', type: 'image/jpeg', size: 512_000, defect: DEFECT }
const clean = aNewInspection()
const withDefects = aNewInspection({
  service_type: 'pre_trip',
  report_type: 'defect',
  due_date: '2026-12-31',
  defects: [tires, { ...tires, client_id: MADE_HERE, defect_type: 'other', urgency: 'minor' }],
  checklist: [{ part: 'tires', found: 'defect' }],
  files: [photo],
})
const foldBy = (input: NewInspectionInput) => foldOf([{ effects: createInspection.effects(input), settled: null }])

describe('the request for a new inspection', () => {
  test('matches the contract: the unit and the people by their ids, the files by upload and defect', () => {
    const { body } = createInspection.request(withDefects) as { body: Record<string, unknown> }
    expect(inspectionChanges.create.body.safeParse(body).error?.issues).toBeUndefined()
    expect(body).toMatchObject({
      transport: '1042',
      fleet_manager: 2,
      approved_by: 2,
      approved_date: '2026-11-23',
      approved_at: '2026-11-23T15:04:05.000Z',
      made_at: '2026-11-23T15:05:00.000Z',
      files: [{ upload: UPLOAD, name: 'tire.jpg', defect: DEFECT }],
    })
    expect(body).not.toHaveProperty('date')
    expect(body).not.toHaveProperty('supersedes')
  })

  test('leaves out unknown values, and marks the odometer as last known if it is', () => {
    const { body } = createInspection.request(aNewInspection({ odometer: null }))
    for (const name of ['odometer', 'odometer_is_last_known', 'due_date', 'due_mileage', 'files'])
      expect(body).not.toHaveProperty(name)
    const { body: offline } = createInspection.request(aNewInspection({ odometer_is_last_known: true }))
    expect(offline).toMatchObject({ odometer: 120_345.678, odometer_is_last_known: true })
  })

  test('depends on a unit that was created on this device, and on nothing else', () => {
    expect(createInspection.touches(clean)).toEqual([`inspection/${clean.client_id}`])
    expect(createInspection.dependsOn?.(clean)).toEqual([])
    const ofNewUnit = aNewInspection({ transport: { ...TRUCK, id: MADE_HERE } })
    expect(createInspection.dependsOn?.(ofNewUnit)).toEqual([`unit/${MADE_HERE}`])
  })
})

describe('the optimistic effects of a new inspection', () => {
  test('show the whole report with its defects and waiting files', () => {
    const [row] = foldBy(withDefects).rows(inspectionRows, [])
    expect(row).toMatchObject({
      id: 0,
      version: 0,
      date: '2026-11-23',
      service_type_display: 'Pre-Trip',
      is_latest: true,
      approved_date: '2026-11-23',
      defects: [{ id: 0, client_id: DEFECT, state: 'open', description: '2/32 left' }, { urgency: 'minor' }],
      attachments: [{ id: 0, client_id: UPLOAD, file: `outbox-file:${UPLOAD}`, file_size: 512_000 }],
    })
  })

  test('show a due mileage only for an oil change, 0 if none was entered', () => {
    const [oil] = foldBy(aNewInspection({ service_type: 'oil_change' })).rows(inspectionRows, [])
    const [other] = foldBy(clean).rows(inspectionRows, [])
    expect([oil?.due_mileage, other?.due_mileage]).toEqual([0, null])
  })

  test('add its major defects to the unit, and make the former report no longer the latest', () => {
    const fold = foldBy({ ...withDefects, supersedes: anInspection() })
    expect(fold.row(units, aTruck({ open_major_defects: 1 })).open_major_defects).toBe(2)
    expect(fold.row(inspectionRows, anInspection()).is_latest).toBe(false)
    expect(foldBy(clean).row(inspectionRows, anInspection()).is_latest).toBe(true)
    expect(foldBy(clean).row(units, aTruck()).open_major_defects).toBe(0)
  })

  test('mark the new report and its unit as waiting, and not the former report', () => {
    const registry = createRegistry()
    registry.register([createInspection])
    const builder = new SnapshotBuilder(registry)
    const { name: command, version: commandVersion } = createInspection
    const former = anInspection()
    const input = { ...withDefects, supersedes: former }
    builder.put(anEntry({ command, commandVersion, input, touches: createInspection.touches(input) }))
    const { marks } = builder.snapshot('running', null, null)
    const markOn = (row: Inspection) => marks.get(recordKey(inspectionRows, inspectionRows.keyOf(row)))
    expect([markOn(anInspection({ id: 0, client_id: clean.client_id })), markOn(former)]).toEqual([
      'waiting',
      undefined,
    ])
  })

  test('do not bring back a former report that was created here and discarded since', () => {
    const discarded = anInspection({ id: 0, client_id: MADE_HERE })
    const fold = foldBy({ ...clean, supersedes: discarded })
    expect(fold.rows(inspectionRows, []).map(({ client_id }) => client_id)).toEqual([clean.client_id])
    expect(fold.row(inspectionRows, discarded).is_latest).toBe(false)
  })

  test('set the unit’s inspection date after an annual inspection without an open major defect, and never to an earlier date', () => {
    const annual = aNewInspection({ service_type: 'annual_inspection', due_date: '2027-11-23' })
    const passed = (input: NewInspectionInput, before: string) =>
      foldBy(input).row(units, aTruck({ inspection_passed_date: before })).inspection_passed_date
    expect(passed(annual, '2026-05-04')).toBe('2026-11-23')
    expect(passed(annual, '2026-12-01')).toBe('2026-12-01')
    expect(passed({ ...annual, report_type: 'defect', defects: [tires] }, '2026-05-04')).toBe('2026-05-04')
    expect(passed(clean, '2026-05-04')).toBe('2026-05-04')
  })
})

describe('a new inspection in the Outbox', () => {
  test('is described in words', () => {
    const scan = { ...photo, upload: DEFECT, name: 'invoice.pdf', type: 'application/pdf' }
    expect(createInspection.describe({ ...withDefects, files: [photo, scan] })).toEqual({
      record: 'Truck 1042 · Kenworth T680 · Pre-Trip of 11/23/26',
      change: 'New inspection: Pre-Trip, 2 defects, 1 photo, 1 file',
    })
    expect(createInspection.describe(clean).change).toBe('New inspection: PM A')
  })

  test('can be edited after a refusal: the unit, the cost and the due date', () => {
    const fields = new Map(createInspection.fields?.(withDefects).map((field) => [field.names[0], field]))
    expect(fields.get('defects')?.words(fields.get('defects')?.yours)).toContain('Tires (Major): 2/32 left')
    expect(fields.get('total_cost')?.with('$ 1,250.50')).toMatchObject({ total_cost: 1250.5 })
    expect(fields.get('total_cost')?.with('much')).toMatchObject({ total_cost: 'much' })
    expect(fields.get('due_date')?.with('')).toMatchObject({ due_date: null })
    const elsewhere = createInspection.fields?.({ ...withDefects, supersedes: anInspection() })[0]?.with(TRAILER)
    expect(elsewhere).toMatchObject({ transport: { id: 'TL-1001' }, supersedes: null })
    expect(fields.get('transport')?.with('nonsense')).toMatchObject({ transport: { id: '1042' } })
    expect(fields.has('due_mileage')).toBe(false)
    expect([...fields.values()].map((field) => field.without())).toEqual([...fields].map(() => null))
  })
})
