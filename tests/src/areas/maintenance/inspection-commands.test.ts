import { describe, expect, test } from 'vitest'
import { inspectionChanges, inspectionPartEndpoints } from '#contract/maintenance/inspection-changes.ts'
import { isUpcoming } from '#contract/maintenance/inspection-lists.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { kind } from '#contract/wire/record.ts'
import { removeAttachments } from '#src/areas/maintenance/changes/attachment-commands.ts'
import { type ChangeOfInspection, changedInspection } from '#src/areas/maintenance/changes/inspection-change.ts'
import { changeInspection } from '#src/areas/maintenance/changes/inspection-commands.ts'
import { inspectionRows } from '#src/areas/maintenance/inspection-rows.ts'
import type { Command } from '#src/offline/command.ts'
import { foldOf } from '#src/offline/fold/fold.ts'
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

/** How a row stands with a change laid over. */
const shown = <Input>(command: Command<Input>, input: Input, over = row) =>
  foldOf([{ effects: command.effects(input), settled: null }]).row(inspectionRows, over)

describe('a change of an inspection', () => {
  test('sends what differs, units and people by their ids, and its files by their uploads', () => {
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

  test('shows at once, files that wait here included, and each once when the server has them', () => {
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

  test('comes where it then belongs, on pages that had not loaded it', () => {
    const undated = anInspection()
    const dated = { was: undated, to: { due_date: '2027-01-15' }, files: [] }
    const fold = foldOf([{ effects: changeInspection.effects(dated), settled: null }])
    const rules = { fits: isUpcoming, complete: false, asOf: 0 }
    expect(fold.rows(inspectionRows, [], rules)).toMatchObject([{ id: 4711, due_date: '2027-01-15' }])
    expect(fold.countChange(inspectionRows, [], rules)).toBe(1)
  })

  test('takes its open major defects along to another unit', () => {
    const held = anInspection({ defects: [aDefect(), aDefect({ id: 32, state: 'repaired' })] })
    const fold = foldOf([
      {
        effects: changeInspection.effects({ was: held, to: { transport: { ...TRAILER, id: '7' } }, files: [] }),
        settled: null,
      },
    ])
    expect(fold.row(units, aTruck({ open_major_defects: 1 })).open_major_defects).toBe(0)
    expect(fold.row(units, aTruck({ id: '7', open_major_defects: 0 })).open_major_defects).toBe(1)
  })

  test('becomes one with another of the same inspection, unless files go with it', () => {
    const [first, second] = [
      { ...change, files: [] },
      { was, to: { note: 'Both' }, files: [] },
    ]
    expect(changeInspection.merge?.(first, second)).toEqual({ was, to: { total_cost: 500, note: 'Both' }, files: [] })
    expect(changeInspection.merge?.(change, second)).toBeNull()
  })

  test('is taken back by what was there before, and its files by taking them off', () => {
    const [back, off] = changeInspection.inverse?.(change) ?? []
    expect(back).toMatchObject({ seenVersion: 1, input: { to: { total_cost: 412.5, note: '' }, files: [] } })
    expect(off).toMatchObject({ input: { attachments: [{ ref: UPLOAD, name: 'tire.jpg' }] } })
    expect(changeInspection.input.safeParse(back?.input).success).toBe(true)
    expect(removeAttachments.input.safeParse(off?.input).success).toBe(true)
    const gone = anInspection({ transport: { ...row.transport, is_deleted: true } })
    expect(changeInspection.inverse?.({ was: gone, to: { transport: TRAILER }, files: [] })).toEqual([])
  })

  test('is told in words, field by field, and can be said otherwise', () => {
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

  test('tells a unit and a person of which a conflict knows the ids alone', () => {
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

  test('of an inspection that was made here names it so and says no version', () => {
    const made = anInspection({ id: 0, client_id: OTHER_UPLOAD, version: 0 })
    const own = { was: made, to: { note: 'x' }, files: [] }
    expect(changeInspection.request(own).params).toEqual({ id: OTHER_UPLOAD })
    expect(changeInspection.touches(own)).toEqual([`inspection/${OTHER_UPLOAD}`])
    expect(changeInspection.inverse?.(own)[0]?.seenVersion).toBeNull()
    expect(shown(changeInspection, own, made).note).toBe('x')
  })

  test('names the report as its device did, also once the server has it, and gives a row without files none', () => {
    const known = anInspection({ client_id: OTHER_UPLOAD })
    expect(changeInspection.request({ ...change, was: known }).params).toEqual({ id: OTHER_UPLOAD })
    expect(changedInspection({ note: 'Old' }, change)).toEqual({ note: 'New tires' })
  })

  test('stands upon the inspection as it is now once a conflict is settled', () => {
    const now = anInspection({ note: 'Theirs', version: 9 })
    expect(changeInspection.rebase?.(change, now).was).toEqual(now)
    expect(changeInspection.rebase?.(change, { no: 'inspection' }).was).toEqual(was)
    expect(changeInspection.versions(now, change)).toEqual([{ key: 'inspection/4711', version: 9 }])
  })
})

describe('taking attachments off', () => {
  const input = { was, attachments: [{ ref: 81, name: 'axle.jpg' }] }
  test('names each by its number or its upload, and shows at once', () => {
    expect(removeAttachments.request(input)).toEqual({ body: { ids: [81] } })
    const both = { ...input, attachments: [...input.attachments, { ref: UPLOAD, name: 'tire.jpg' }] }
    expect(inspectionPartEndpoints.removeAttachments.body.safeParse(removeAttachments.request(both).body).success).toBe(
      true,
    )
    const added = anInspection({ attachments: [anAttachment(), anAttachment({ id: 0, client_id: UPLOAD })] })
    expect(shown(removeAttachments, both, added).attachments).toEqual([])
    expect(removeAttachments.describe(both).change).toBe('2 attachments removed: axle.jpg, tire.jpg')
  })
  test('stands behind the change that attached them', () => {
    expect(removeAttachments.touches(input)).toEqual(changeInspection.touches(change))
  })
})
