import type { DayTarget, RowEdit } from '#src/areas/schedule/day/day-edit.ts'

const FIRING = 'firing_process'

type Fires = (target: DayTarget) => boolean
const fires: Fires = ({ was, to }) => to?.status === FIRING && was?.status !== FIRING
const firesBack: Fires = ({ was, to }) => was?.status === FIRING && to?.status !== FIRING

/** What of an edit sets *Firing* on days that do not have it, row by row. */
export const firedRows = (rows: readonly RowEdit[]) => rowsWith(fires, rows)

/** What of an edit took *Firing* off days: to take it back sets it again. */
export const firedBackRows = (rows: readonly RowEdit[]) => rowsWith(firesBack, rows)

function rowsWith(isMeant: Fires, rows: readonly RowEdit[]): readonly RowEdit[] {
  return rows.flatMap(({ driver, targets }) => {
    const meant = targets.filter(isMeant)
    return meant.length === 0 ? [] : [{ driver, targets: meant }]
  })
}
