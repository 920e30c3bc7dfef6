import type { RowEdit } from '#src/areas/schedule/day-edit.ts'

const FIRING = 'firing_process'

/** What of an edit sets *Firing* on days that do not have it, row by row. */
export function firedRows(rows: readonly RowEdit[]): readonly RowEdit[] {
  return rows.flatMap(({ driver, targets }) => {
    const fired = targets.filter(({ was, to }) => to?.status === FIRING && was?.status !== FIRING)
    return fired.length === 0 ? [] : [{ driver, targets: fired }]
  })
}
