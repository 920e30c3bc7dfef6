import type { DayTarget, RowEdit } from '#src/areas/schedule/day/day-edit.ts'

const FIRING = 'firing_process'

type TargetTest = (target: DayTarget) => boolean
const setsFiring: TargetTest = ({ was, to }) => to?.status === FIRING && was?.status !== FIRING
const clearsFiring: TargetTest = ({ was, to }) => was?.status === FIRING && to?.status !== FIRING

/** The part of an edit that newly sets *Firing* on days, row by row. */
export const rowsSettingFiring = (rows: readonly RowEdit[]) => rowsWith(setsFiring, rows)

/** The part of an edit that removed *Firing* from days: undoing the edit sets *Firing* again. */
export const rowsClearingFiring = (rows: readonly RowEdit[]) => rowsWith(clearsFiring, rows)

function rowsWith(matches: TargetTest, rows: readonly RowEdit[]): readonly RowEdit[] {
  return rows.flatMap(({ driver, targets }) => {
    const matching = targets.filter(matches)
    return matching.length === 0 ? [] : [{ driver, targets: matching }]
  })
}
