import type { CSSProperties } from 'react'
import { type IsoDay, shortDay } from '#src/format/calendar.ts'
import { formatMoney } from '#src/format/numbers.ts'
import classes from './week-expenses.module.css'
import type { Amount } from './week-expenses.tsx'

interface WeekBar {
  readonly startDate: IsoDay
  readonly endDate: IsoDay
  /** The parts of the bar, from the bottom up. */
  readonly parts: readonly Amount[]
  readonly isShown: boolean
}

interface WeekBarsProps {
  readonly weeks: readonly WeekBar[]
  /** `steps`: the number of weeks before the last week. */
  readonly onChoose: (steps: number) => void
}

const sumOf = ({ parts }: WeekBar) => parts.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)

/** "11/16/26 – 11/22/26: Fuel expenses $1,204.50, Toll expenses $86.00". */
function barTitle({ startDate, endDate, parts }: WeekBar): string {
  const partTexts = parts.map(({ title, amount }) => `${title} ${formatMoney(amount)}`)
  return `${shortDay(startDate)} – ${shortDay(endDate)}: ${partTexts.join(', ')}`
}

/**
 * The weeks as stacked bars, side by side. The bars are hidden from screen readers; the arrows and figures give the
 * same information.
 */
export function WeekBars({ weeks, onChoose }: WeekBarsProps) {
  const most = Math.max(0, ...weeks.map(sumOf))
  return (
    <div className={classes.bars} aria-hidden data-empty={most === 0 || undefined}>
      {most > 0 ? <span className={classes.most}>{formatMoney(most)}</span> : null}
      {weeks.map((week, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut for the pointer; the arrows above do it by key
        // biome-ignore lint/a11y/noStaticElementInteractions: as above
        <div
          key={week.startDate}
          className={classes.bar}
          data-shown={week.isShown || undefined}
          title={barTitle(week)}
          onClick={() => onChoose(weeks.length - 1 - place)}
        >
          {week.parts.toReversed().map(({ title, amount }) => (
            <span key={title} style={{ '--share': Math.max(0, amount) / Math.max(1, most) } as CSSProperties} />
          ))}
        </div>
      ))}
    </div>
  )
}
