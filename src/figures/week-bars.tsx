import type { CSSProperties } from 'react'
import { type IsoDay, shortDay } from '#src/format/calendar.ts'
import { money } from '#src/format/numbers.ts'
import classes from './week-expenses.module.css'
import type { Amount } from './week-expenses.tsx'

interface Bar {
  readonly startDate: IsoDay
  readonly endDate: IsoDay
  /** From below. */
  readonly parts: readonly Amount[]
  readonly isShown: boolean
}

interface WeekBarsProps {
  readonly weeks: readonly Bar[]
  /** How many weeks before the last of them. */
  readonly onChoose: (steps: number) => void
}

const sumOf = ({ parts }: Bar) => parts.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)

/** "11/16/26 – 11/22/26: Fuel expenses $1,204.50, Toll expenses $86.00". */
function barTitle({ startDate, endDate, parts }: Bar): string {
  const told = parts.map(({ title, amount }) => `${title} ${money(amount)}`)
  return `${shortDay(startDate)} – ${shortDay(endDate)}: ${told.join(', ')}`
}

/**
 * The weeks side by side: the higher, the more, each made of its parts. A picture for the eye; the arrows and figures say the
 * same in words.
 */
export function WeekBars({ weeks, onChoose }: WeekBarsProps) {
  const most = Math.max(0, ...weeks.map(sumOf))
  return (
    <div className={classes.bars} aria-hidden data-empty={most === 0 || undefined}>
      {most > 0 ? <span className={classes.most}>{money(most)}</span> : null}
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
