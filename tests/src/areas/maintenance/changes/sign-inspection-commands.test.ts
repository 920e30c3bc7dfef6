import { describe, expect, test } from 'vitest'
import { inspectionChanges, inspectionPartEndpoints } from '#contract/maintenance/inspection-changes.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { kind } from '#contract/wire/record.ts'
import { commentOnInspection } from '#src/areas/maintenance/changes/comment-commands.ts'
import { settleDefect } from '#src/areas/maintenance/changes/defect-commands.ts'
import { deleteInspection } from '#src/areas/maintenance/changes/delete-inspection-commands.ts'
import { approveInspection, reviewInspection } from '#src/areas/maintenance/changes/sign-inspection-commands.ts'
import { inspectionRows } from '#src/areas/maintenance/inspection-rows.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { aTruck } from '#tests/support/builders/a-unit-row.ts'
import { aDefect, anInspection } from '#tests/support/builders/an-inspection.ts'

const NAME = '01a3185c-5000-7000-8000-0000000000c1'
const AT = '2026-11-21T20:05:00.000Z'
const ME = { id: 2, first_name: 'Greg', last_name: 'Novak' }
const units = kind<Unit>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)
const defect = aDefect()
const row = anInspection({
  report_type: 'defect',
  defects: [defect],
  approved_by: null,
  approved_date: null,
  approved_at: null,
})
const was = row
const fold = (effects: Parameters<typeof foldOf>[0][0]['effects']) => foldOf([{ effects, settled: null }])

describe('a comment on an inspection', () => {
  const input = { was, client_id: NAME, by: { ...ME, photo: null }, text: 'Axle greased', at: AT }

  test('is sent with its author and the time at which it was written', () => {
    expect(commentOnInspection.request(input).body).toEqual({
      client_id: NAME,
      user: 2,
      text: 'Axle greased',
      inspection: 4711,
      made_at: AT,
    })
    expect(inspectionPartEndpoints.comment.body.safeParse(commentOnInspection.request(input).body).success).toBe(true)
    expect(commentOnInspection.describe(input).change).toBe('Comment: Axle greased')
  })
  test('shows immediately, and only once after the server has it', () => {
    const now = fold(commentOnInspection.effects(input)).row(inspectionRows, row)
    expect(now.comments).toEqual([
      { id: 0, client_id: NAME, text: 'Axle greased', created_at: AT, user: { ...ME, photo: null } },
    ])
    expect(fold(commentOnInspection.effects(input)).row(inspectionRows, now).comments).toHaveLength(1)
  })
  test('waits for no change of the inspection, but depends on an inspection created on this device', () => {
    expect(commentOnInspection.touches(input)).toEqual([`comment/${NAME}`])
    expect(commentOnInspection.dependsOn?.(input)).toEqual([])
    const createdHere = anInspection({ id: 0, client_id: NAME, version: 0 })
    expect(commentOnInspection.dependsOn?.({ ...input, was: createdHere })).toEqual([`inspection/${NAME}`])
    expect(commentOnInspection.request({ ...input, was: createdHere }).body).toMatchObject({ inspection: NAME })
  })
})

describe('settling a defect', () => {
  const to = { state: 'repaired', settled_by: 'Joe Hall', settled_at: AT, settled_note: 'New chamber' } as const
  const input = { was, defect, to }

  test('sends who certifies it, when and how', () => {
    expect(settleDefect.request(input)).toEqual({ params: { id: 31 }, body: to })
    expect(inspectionChanges.settleDefect.body.safeParse(to).success).toBe(true)
    expect(settleDefect.input.safeParse({ ...input, to: { ...to, settled_by: ' ' } }).success).toBe(false)
    expect(settleDefect.describe(input)).toEqual({
      record: 'Truck 1042 · Kenworth T680 · PM A of 11/20/26',
      change: 'Service Brakes: Repaired by Joe Hall: New chamber',
    })
  })
  test('lowers the unit’s count of open major defects, and undoing it raises the count again', () => {
    const settled = fold(settleDefect.effects(input))
    expect(settled.row(units, aTruck({ open_major_defects: 1 })).open_major_defects).toBe(0)
    expect(settled.row(inspectionRows, row).defects[0]).toEqual({ ...defect, ...to })
    const [back] = settleDefect.inverse?.(input) ?? []
    const opened = fold(settleDefect.effects(back?.input as typeof input))
    expect(opened.row(units, aTruck({ open_major_defects: 0 })).open_major_defects).toBe(1)
    const minor = { ...input, defect: aDefect({ urgency: 'minor' }) }
    expect(fold(settleDefect.effects(minor)).row(units, aTruck({ open_major_defects: 1 })).open_major_defects).toBe(1)
  })
  test('can be edited in the Outbox, field by field', () => {
    const fields = settleDefect.fields?.(input) ?? []
    expect(fields.map(({ names: [name] }) => name)).toEqual(
      ['state', 'settled_by', 'settled_note'].map((name) => `defects.31.${name}`),
    )
    expect(fields[0]?.with('deferred').to).toEqual({ ...to, state: 'deferred' })
    expect(fields[1]?.with('Ann Lee').to.settled_by).toBe('Ann Lee')
  })
})

describe('signatures under an inspection', () => {
  const approval = { was, by: ME, at: AT, on: '2026-11-21' }
  test('an approval sends when it was given, and cannot be undone', () => {
    const { body } = approveInspection.request(approval)
    expect(body).toEqual({ approved_by: 2, approved_date: '2026-11-21', approved_at: AT })
    expect(inspectionChanges.update.body.safeParse(body).success).toBe(true)
    expect(fold(approveInspection.effects(approval)).row(inspectionRows, row)).toMatchObject({
      approved_by: ME,
      approved_date: '2026-11-21',
      approved_at: AT,
    })
    expect(approveInspection.inverse).toBeUndefined()
    expect(approveInspection.describe(approval).change).toBe('Approved by Greg Novak on 11/21/26')
  })
  test('a review by the next driver is undone by restoring the former signature', () => {
    const review = { was, by: 'Maria Lopez', at: AT }
    expect(reviewInspection.request(review).body).toEqual({ reviewed_by: 'Maria Lopez', reviewed_at: AT })
    expect(fold(reviewInspection.effects(review)).row(inspectionRows, row).reviewed_by).toBe('Maria Lopez')
    expect(reviewInspection.inverse?.(review)[0]).toMatchObject({ seenVersion: 1, input: { by: null, at: null } })
    expect(reviewInspection.describe(review).change).toBe('Reviewed by the next driver, Maria Lopez')
  })
})

test('a deleted inspection is removed, and its defects no longer count for the unit', () => {
  const deletion = fold(deleteInspection.effects({ was }))
  expect(deletion.isRemoved(inspectionRows, '4711')).toBe(true)
  expect(deletion.row(units, aTruck({ open_major_defects: 1 })).open_major_defects).toBe(0)
  expect(deleteInspection.describe({ was }).change).toBe('PM A of 11/20/26 deleted')
})
