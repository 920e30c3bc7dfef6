import { unitKind } from '#contract/units/unit-names.ts'
import { type Effect, patched } from '#src/offline/command.ts'

type Refs = readonly string[]
interface WithMajors {
  readonly open_major_defects: number
  readonly open_majors?: Refs
}
const hasMajors = (row: object): row is WithMajors => 'open_major_defects' in row

/**
 * Some of a unit's major defects open, and some end (repaired, deferred, deleted, moved), wherever the unit is shown.
 * They decide whether it is ready to roll. The change names the defects, so a row that has the change already stays
 * right: with a number alone, the repair of one of two defects would make the unit ready in such a row.
 */
export function openMajorsChanged(unit: string, opened: Refs, ended: Refs = []): readonly Effect[] {
  if (opened.length + ended.length === 0) return []
  const change = <Row extends object>(row: Row): Row => {
    if (!hasMajors(row)) return row
    const { open_majors: known, open_major_defects: count } = row
    // A row of an older version does not tell which defects it counts.
    if (!known) return { ...row, open_major_defects: Math.max(0, count + opened.length - ended.length) }
    const open_majors = [...new Set([...known, ...opened])].filter((ref) => !ended.includes(ref))
    return { ...row, open_majors, open_major_defects: open_majors.length }
  }
  return [patched(unitKind, unit, change)]
}
