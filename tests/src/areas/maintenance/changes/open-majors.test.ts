import { describe, expect, test } from 'vitest'
import { unitKind } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { kind } from '#contract/wire/record.ts'
import { settleDefect } from '#src/areas/maintenance/changes/defect-commands.ts'
import { deleteInspection } from '#src/areas/maintenance/changes/delete-inspection-commands.ts'
import { changeInspection } from '#src/areas/maintenance/changes/inspection-commands.ts'
import { openMajorsChanged } from '#src/areas/maintenance/changes/open-majors.ts'
import type { Effect } from '#src/offline/command.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { aTruck } from '#tests/support/builders/a-unit-row.ts'
import { aDefect, anInspection } from '#tests/support/builders/an-inspection.ts'

const units = kind<Unit>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)
const TIRES = '01a3185c-5000-7000-8000-0000000000d1'
const tires = aDefect({ id: 31, client_id: TIRES })
const brakes = aDefect({ id: 32, client_id: null })
const was = anInspection({ report_type: 'defect', defects: [tires, brakes] })
const truckWith = (...open_majors: readonly string[]) =>
  aTruck({ id: was.transport.id, open_majors: [...open_majors], open_major_defects: open_majors.length })
const shown = (effects: readonly Effect[], row: Unit) => {
  const { open_majors, open_major_defects } = foldOf([{ effects, settled: null }]).row(units, row)
  return { open_majors, open_major_defects }
}
const majors = (...open_majors: readonly string[]) => ({ open_majors, open_major_defects: open_majors.length })

const AT = '2026-11-21T20:05:00.000Z'
const repaired = { state: 'repaired', settled_by: 'Joe Hall', settled_at: AT, settled_note: '' } as const
const repair = settleDefect.effects({ was, defect: tires, to: repaired })

describe('the open major defects of a unit', () => {
  test('lack a repaired one, in rows without the repair and in rows with it', () => {
    expect(shown(repair, truckWith(TIRES, '32'))).toEqual(majors('32'))
    expect(shown(repair, truckWith('32'))).toEqual(majors('32'))
  })
  test('keep what a colleague found meanwhile', () => {
    expect(shown(repair, truckWith('77', '32'))).toEqual(majors('77', '32'))
  })
  test('contain a reopened one once', () => {
    const open = { state: 'open', settled_by: null, settled_at: null, settled_note: '' } as const
    const reopen = settleDefect.effects({ was, defect: { ...tires, ...repaired }, to: open })
    expect(shown(reopen, truckWith('32'))).toEqual(majors('32', TIRES))
    expect(shown(reopen, truckWith('32', TIRES))).toEqual(majors('32', TIRES))
  })
  test('contain those of a new report once, and lack those of a deleted one', () => {
    const opened = openMajorsChanged(was.transport.id, [TIRES, '32'])
    expect(shown(opened, truckWith())).toEqual(majors(TIRES, '32'))
    expect(shown(opened, truckWith(TIRES, '32'))).toEqual(majors(TIRES, '32'))
    const deleted = deleteInspection.effects({ was })
    expect(shown(deleted, truckWith(TIRES, '32', '77'))).toEqual(majors('77'))
    expect(shown(deleted, truckWith('77'))).toEqual(majors('77'))
  })
  test('move with their report', () => {
    const to = { transport: { ...was.transport, id: '7', title: '7' } }
    const moved = changeInspection.effects({ was, to, files: [] })
    expect(shown(moved, truckWith(TIRES, '32', '77'))).toEqual(majors('77'))
    expect(shown(moved, { ...truckWith(TIRES), id: '7' })).toEqual(majors(TIRES, '32'))
  })
  test('are counted in a row of an older version, which does not name them', () => {
    const { open_majors: _, ...older } = truckWith(TIRES, '32')
    expect(shown(repair, older)).toEqual({ open_major_defects: 1 })
  })
})
