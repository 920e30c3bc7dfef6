import { describe, expect, test } from 'vitest'
import {
  editFields,
  editPatch,
  editValuesOf,
  existingFiles,
  removedFiles,
  serviceChoices,
} from '#src/areas/maintenance/edit/edit-inspection.ts'
import { changesOf } from '#src/areas/maintenance/edit/save-edit.ts'
import { inspectionDifferenceWords } from '#src/areas/maintenance/edit/use-inspection-edit.ts'
import { changedMeanwhile } from '#src/form/frame/changed-meanwhile.ts'
import { anAttachment, anInspection } from '#tests/support/builders/an-inspection.ts'

const UPLOAD = '019af3b0-0000-7000-8000-0000000000aa'
const ALWAYS = ['transport', 'service_type', 'fleet_manager', 'note']
const was = anInspection({ due_date: '2026-12-20' })
const values = editValuesOf(was)

describe('the fields of the inspection form', () => {
  const fieldsFor = (...given: Parameters<typeof editFields>) => [...editFields(...given)]
  const none = { due_date: null, due_mileage: null }

  test('depend on the tab: no cost for upcoming work, and in the history a due date only if the inspection has one', () => {
    expect(fieldsFor('', none, 'pm_a')).toEqual([...ALWAYS, 'due_date', 'total_cost'])
    expect(fieldsFor('upcoming', none, 'pm_a')).toEqual([...ALWAYS, 'due_date'])
    expect(fieldsFor('history', none, 'pm_a')).toEqual([...ALWAYS, 'total_cost'])
    expect(fieldsFor('history', { ...none, due_date: '2026-12-20' }, 'pm_a')).toEqual([
      ...ALWAYS,
      'due_date',
      'total_cost',
    ])
  })
  test('include a due mileage only for an oil change that has one, 0 included', () => {
    expect(fieldsFor('upcoming', { ...none, due_mileage: 0 }, 'oil_change')).toContain('due_mileage')
    expect(fieldsFor('upcoming', { ...none, due_mileage: 0 }, 'pm_a')).not.toContain('due_mileage')
    expect(fieldsFor('upcoming', none, 'oil_change')).not.toContain('due_mileage')
  })
  test('offer no oil change for a report with defects', () => {
    const offered = (report_type: 'defect' | 'no_defect') => serviceChoices({ report_type }).map(({ value }) => value)
    expect(offered('no_defect')).toContain('oil_change')
    expect(offered('defect')).not.toContain('oil_change')
  })
})

describe('the change that the inspection form makes', () => {
  test('contains what differs, numbers as numbers, and nothing that the tab does not show', () => {
    expect(editPatch(was, values, '')).toEqual({})
    expect(editPatch(was, { ...values, total_cost: ' 500.5 ', note: 'New' }, '')).toEqual({
      total_cost: 500.5,
      note: 'New',
    })
    expect(editPatch(was, { ...values, total_cost: 500, due_date: '2027-01-01' }, 'upcoming')).toEqual({
      due_date: '2027-01-01',
    })
    expect(editPatch(was, { ...values, total_cost: '1,5' }, '')).toEqual({ total_cost: '1,5' })
    expect(editPatch(was, { ...values, transport: { ...was.transport, title: 'As it is called now' } }, '')).toEqual({})
  })
  test('clears the due mileage when the service is no longer an oil change', () => {
    const oil = anInspection({ service_type: 'oil_change', due_mileage: 130_000, due_date: '2026-12-20' })
    const typed = editValuesOf(oil)
    expect(editPatch(oil, { ...typed, service_type: 'pm_a' }, '')).toEqual({ service_type: 'pm_a', due_mileage: null })
    expect(editPatch(oil, { ...typed, due_mileage: '131000.5' }, '')).toEqual({ due_mileage: 131_000.5 })
  })
  test('is preceded by what another user changed meanwhile, but not by the user’s own waiting change', () => {
    expect(
      changedMeanwhile(was, anInspection({ due_date: '2026-12-20', note: 'x', version: 2 }), inspectionDifferenceWords),
    ).toContain('Comment: – → x')
    expect(
      changedMeanwhile(was, anInspection({ due_date: '2026-12-20', note: 'x' }), inspectionDifferenceWords),
    ).toBeNull()
  })
})

test('what another user changed meanwhile is described as the form would change it', () => {
  expect(inspectionDifferenceWords(was, { ...was, fleet_manager: null })).toBe('')
  const oil = anInspection({ service_type: 'oil_change', due_mileage: 5000 })
  const other = { ...oil, service_type: 'pm_a', service_type_display: 'PM A', due_mileage: null } as const
  expect(inspectionDifferenceWords(oil, other)).toBe('Service type: Oil Change → PM A · Due mileage: 5,000.000 → None')
})

describe('the files of the inspection form', () => {
  const attachments = [
    anAttachment(),
    anAttachment({ id: 0, client_id: UPLOAD, name: 'tire.jpg', file: `outbox-file:${UPLOAD}` }),
    anAttachment({ id: 0, client_id: UPLOAD.replace(/aa$/, 'ab'), name: 'bill.pdf', type: 'application/pdf' }),
  ]
  const inspection = anInspection({ due_date: '2026-12-20', attachments })

  test('have different ids while they wait on this device, and each can be removed', () => {
    const files = existingFiles(inspection)
    expect(new Set(files.map(({ id }) => id)).size).toBe(3)
    expect(files[1]).toMatchObject({
      name: 'tire.jpg',
      url: `outbox-file:${UPLOAD}`,
      thumbnailUrl: `outbox-file:${UPLOAD}`,
    })
    expect(files[0]?.thumbnailUrl).toMatch(/thumbnail\.webp$/)
    expect(files[2]?.thumbnailUrl).toBeNull()
    expect(removedFiles(inspection, [files[0]?.id ?? 0, files[1]?.id ?? 0])).toEqual([
      { ref: 81, name: 'axle.jpg' },
      { ref: UPLOAD, name: 'tire.jpg' },
    ])
  })
  test('are added in one change with the fields, and removed in another', () => {
    const file = new File(['x'], 'tire.jpg', { type: 'image/jpeg' })
    const added = { id: UPLOAD, file, name: 'tire.jpg', digest: '', location: null, isLocated: false }
    const edited = { was: inspection, now: inspection, to: {}, attachments: [added], removed: [81] }
    const [removal, change] = changesOf(edited)
    expect(change?.command.name).toBe('maintenance.change')
    expect(change?.files).toMatchObject([{ id: UPLOAD, field: 'files', name: 'tire.jpg' }])
    expect(change?.seenVersion).toBe(1)
    expect(removal).toMatchObject({ input: { attachments: [{ ref: 81, name: 'axle.jpg' }] }, files: [] })
    expect(changesOf({ ...edited, attachments: [], removed: [] })).toEqual([])
  })
})
