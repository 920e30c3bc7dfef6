import { describe, expect, test } from 'vitest'
import { inspectionChanges, inspectionPartEndpoints } from '#contract/maintenance/inspection-changes.ts'
import { isUpcoming } from '#contract/maintenance/inspection-lists.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { kind } from '#contract/wire/record.ts'
import { attachToDefect, removeAttachments } from '#src/areas/maintenance/changes/attachment-commands.ts'
import { type ChangeOfInspection, changedInspection } from '#src/areas/maintenance/changes/inspection-change.ts'
import { changeInspection } from '#src/areas/maintenance/changes/inspection-commands.ts'
import { inspectionRows } from '#src/areas/maintenance/inspection-rows.ts'
import type { Command } from '#src/offline/command.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { TRAILER } from '#tests/support/builders/a-new-inspection.ts'
import { aTruck } from '#tests/support/builders/a-unit-row.ts'
import { aDefect, anAttachment, anInspection } from '#tests/support/builders/an-inspection.ts'

const UPLOAD = '019af3b0-0000-7000-8000-0000000000aa'
const OTHER_UPLOAD = '019af3b0-0000-7000-8000-0000000000ab'
const units = kind<Unit>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)
const row = anInspection({ due_date: '2026-12-20', attachments: [anAttachment()] })
const was = row
const PHOTO = { upload: UPLOAD, name: 'tire.jpg', type: 'image/jpeg', size: 512_000 }
const change: ChangeOfInspection = { was, to: { total_cost: 500, note: 'New tires' }, files: [PHOTO] }

/** The row with the optimistic effects of one change. */
const shown = <Input>(command: Command<Input>, input: Input, over = row) =>
  foldOf([{ effects: command.effects(input), settled: null }]).row(inspectionRows, over)

describe('changing an inspection', () => {
  test('sends what differs, the unit and the fleet manager by id and the files by upload', () => {
    const moved = {
      ...change,
      to: { transport: TRAILER, fleet_manager: { id: 3, first_name: 'Ann', last_name: 'Lee' } },
    }
    expect(changeInspection.request(moved)).toEqual({
      params: { id: 4711 },
      body: { transport: 'TL-1001', fleet_manager: 3, files: [{ upload: UPLOAD, name: 'tire.jpg' }] },
    })
    expect(inspectionChanges.update.body.safeParse(changeInspection.request(moved).body).success).toBe(true)
    expect(changeInspection.touches(change)).toEqual(['inspection/4711'])
  })

  test('shows immediately, waiting files included, and shows each file once after the server has it', () => {
    const now = shown(changeInspection, change)
    expect(now).toMatchObject({ total_cost: 500, note: 'New tires', due_date: '2026-12-20' })
    expect(now.attachments).toHaveLength(2)
    expect(now.attachments[1]).toMatchObject({
      id: 0,
      client_id: UPLOAD,
      file: `outbox-file:${UPLOAD}`,
      name: 'tire.jpg',
    })
    const arrived = anInspection({ attachments: [anAttachment({ id: 8, client_id: UPLOAD })] })
    expect(shown(changeInspection, change, arrived).attachments).toEqual(arrived.attachments)
    const oil = shown(changeInspection, { was, to: { service_type: 'oil_change' }, files: [] })
    expect(oil.service_type_display).toBe('Oil Change')
  })

  test('adds the inspection to a list where it now belongs, even if the list had not loaded it', () => {
    const undated = anInspection()
    const dated = { was: undated, to: { due_date: '2027-01-15' }, files: [] }
    const fold = foldOf([{ effects: changeInspection.effects(dated), settled: null }])
    const rules = { fits: isUpcoming, complete: false, asOf: 0 }
    expect(fold.rows(inspectionRows, [], rules)).toMatchObject([{ id: 4711, due_date: '2027-01-15' }])
    expect(fold.countChange(inspectionRows, [], rules)).toBe(1)
  })

  test('moves its open major defects to the new unit', () => {
    const withDefects = anInspection({ defects: [aDefect(), aDefect({ id: 32, state: 'repaired' })] })
    const fold = foldOf([
      {
        effects: changeInspection.effects({ was: withDefects, to: { transport: { ...TRAILER, id: '7' } }, files: [] }),
        settled: null,
      },
    ])
    expect(fold.row(units, aTruck({ open_major_defects: 1 })).open_major_defects).toBe(0)
    expect(fold.row(units, aTruck({ id: '7', open_major_defects: 0 })).open_major_defects).toBe(1)
  })

  test('merges with another change of the same inspection, unless it has files', () => {
    const [first, second] = [
      { ...change, files: [] },
      { was, to: { note: 'Both' }, files: [] },
    ]
    expect(changeInspection.merge?.(first, second)).toEqual({ was, to: { total_cost: 500, note: 'Both' }, files: [] })
    expect(changeInspection.merge?.(change, second)).toBeNull()
  })

  test('is undone by restoring the former values and removing its files', () => {
    const [back, removal] = changeInspection.inverse?.(change) ?? []
    expect(back).toMatchObject({ seenVersion: 1, input: { to: { total_cost: 412.5, note: '' }, files: [] } })
    expect(removal).toMatchObject({ input: { attachments: [{ ref: UPLOAD, name: 'tire.jpg' }] } })
    expect(changeInspection.input.safeParse(back?.input).success).toBe(true)
    expect(removeAttachments.input.safeParse(removal?.input).success).toBe(true)
    const ofDeletedUnit = anInspection({ transport: { ...row.transport, is_deleted: true } })
    expect(changeInspection.inverse?.({ was: ofDeletedUnit, to: { transport: TRAILER }, files: [] })).toEqual([])
  })

  test('is described field by field and can be edited', () => {
    const words = {
      was,
      to: { due_date: '2027-01-15', service_type: 'pm_b' as const, transport: TRAILER },
      files: [PHOTO],
    }
    expect(changeInspection.describe(words)).toEqual({
      record: 'Truck 1042 · Kenworth T680 · PM A of 11/20/26',
      change:
        'Vehicle or asset: 1042 · Kenworth T680 → TL-1001 · Utility · Service type: PM A → PM B · Due date: 12/20/26 → 01/15/27 · New attachments: tire.jpg',
    })
    const fields = changeInspection.fields?.(change) ?? []
    expect(fields.map(({ names: [name] }) => name)).toEqual(['total_cost', 'note', 'files'])
    expect(fields[0]?.with('610.5').to.total_cost).toBe(610.5)
    expect(fields[0]?.without()?.to).toEqual({ note: 'New tires' })
    expect(fields[2]?.without()?.files).toEqual([])
    const alone = changeInspection.fields?.({ was, to: { total_cost: 1 }, files: [] })
    expect(alone?.[0]?.without()).toBeNull()
  })

  test('shows the name of a unit and a fleet manager when a conflict contains only their ids', () => {
    const [unit] = changeInspection.fields?.({ was, to: { transport: TRAILER }, files: [] }) ?? []
    expect([unit?.words('1042'), unit?.words('TL-1001'), unit?.words('77')]).toEqual([
      '1042 · Kenworth T680',
      'TL-1001 · Utility',
      '77',
    ])
    const to = { fleet_manager: { id: 3, first_name: 'Ann', last_name: 'Lee' } }
    const [manager] = changeInspection.fields?.({ was, to, files: [] }) ?? []
    expect([manager?.words(2), manager?.words(3), manager?.words(9)]).toEqual(['Greg Novak', 'Ann Lee', 'User 9'])
  })

  test('of an inspection created on this device sends its client id and no version', () => {
    const createdHere = anInspection({ id: 0, client_id: OTHER_UPLOAD, version: 0 })
    const ownChange = { was: createdHere, to: { note: 'x' }, files: [] }
    expect(changeInspection.request(ownChange).params).toEqual({ id: OTHER_UPLOAD })
    expect(changeInspection.touches(ownChange)).toEqual([`inspection/${OTHER_UPLOAD}`])
    expect(changeInspection.inverse?.(ownChange)[0]?.seenVersion).toBeNull()
    expect(shown(changeInspection, ownChange, createdHere).note).toBe('x')
  })

  test('sends the client id even after the server has the report, and adds no files to a row without files', () => {
    const withClientId = anInspection({ client_id: OTHER_UPLOAD })
    expect(changeInspection.request({ ...change, was: withClientId }).params).toEqual({ id: OTHER_UPLOAD })
    expect(changedInspection({ note: 'Old' }, change)).toEqual({ note: 'New tires' })
  })

  test('is rebased on the current inspection after a conflict', () => {
    const now = anInspection({ note: 'Theirs', version: 9 })
    expect(changeInspection.rebase?.(change, now).was).toEqual(now)
    expect(changeInspection.rebase?.(change, { no: 'inspection' }).was).toEqual(was)
    expect(changeInspection.versions(now, change)).toEqual([{ key: 'inspection/4711', version: 9 }])
  })
})

describe('attaching photos of a defect', () => {
  const defect = aDefect()
  const withDefect = anInspection({ defects: [defect] })
  const attach = { was: withDefect, defect, files: [PHOTO], isAfterRepair: true }
  test('sends the defect by its number, and shows the waiting photo with it, once after the server has it', () => {
    const request = attachToDefect.request(attach)
    expect(request).toEqual({
      params: { id: 4711 },
      body: { files: [{ upload: UPLOAD, name: 'tire.jpg', defect: 31, is_after_repair: true }] },
    })
    expect(inspectionChanges.update.body.safeParse(request.body).success).toBe(true)
    expect(shown(attachToDefect, attach, withDefect).attachments).toMatchObject([
      { id: 0, client_id: UPLOAD, file: `outbox-file:${UPLOAD}`, defect: 31, is_after_repair: true },
    ])
    const arrived = anInspection({ defects: [defect], attachments: [anAttachment({ id: 8, client_id: UPLOAD })] })
    expect(shown(attachToDefect, attach, arrived).attachments).toEqual(arrived.attachments)
  })
  test('of a report that waits to be created refers to both by their client ids, behind the report', () => {
    const fault = aDefect({ id: 0, client_id: OTHER_UPLOAD })
    const waiting = anInspection({ id: 0, client_id: UPLOAD, version: 0, defects: [fault] })
    const input = { was: waiting, defect: fault, files: [PHOTO], isAfterRepair: false }
    expect(attachToDefect.request(input).params).toEqual({ id: UPLOAD })
    expect(attachToDefect.request(input).body).toMatchObject({ files: [{ defect: OTHER_UPLOAD }] })
    expect(attachToDefect.touches(input)).toEqual([`inspection/${UPLOAD}`])
    expect(attachToDefect.input.safeParse(input).success).toBe(true)
  })
  test('is described, and undone by removing them', () => {
    expect(attachToDefect.describe(attach).change).toBe('Service Brakes, after the repair: 1 photo added')
    const [removal] = attachToDefect.inverse?.(attach) ?? []
    expect(removal?.input).toMatchObject({ attachments: [{ ref: UPLOAD, name: 'tire.jpg' }] })
  })
})

describe('removing attachments', () => {
  const input = { was, attachments: [{ ref: 81, name: 'axle.jpg' }] }
  test('sends each by its number or its upload, and shows immediately', () => {
    expect(removeAttachments.request(input)).toEqual({ body: { ids: [81] } })
    const both = { ...input, attachments: [...input.attachments, { ref: UPLOAD, name: 'tire.jpg' }] }
    expect(inspectionPartEndpoints.removeAttachments.body.safeParse(removeAttachments.request(both).body).success).toBe(
      true,
    )
    const added = anInspection({ attachments: [anAttachment(), anAttachment({ id: 0, client_id: UPLOAD })] })
    expect(shown(removeAttachments, both, added).attachments).toEqual([])
    expect(removeAttachments.describe(both).change).toBe('2 attachments removed: axle.jpg, tire.jpg')
  })
  test('touches the same record as the change that attached them', () => {
    expect(removeAttachments.touches(input)).toEqual(changeInspection.touches(change))
  })
})
