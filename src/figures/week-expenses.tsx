import { type ReactNode, useMemo, useState } from 'react'
import { DEFAULT_WEEKS } from '#contract/people/driver-weeks.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { money } from '#src/format/numbers.ts'
import { type Week as Days, expenseWeekAt, LATEST_EXPENSE_WEEK, weekIndexOf, weekLabel } from '#src/format/week.ts'
import type { ReadingState } from '#src/offline/reading/reading-state.ts'
import type { RecordQuery } from '#src/offline/reading/record-query.ts'
import { useReading } from '#src/offline/reading/use-reading.ts'
import { WeekNavigation } from '#src/ui/page/week-navigation.tsx'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import { useToday } from '#src/ui/use-now.ts'
import { WeekBars } from './week-bars.tsx'
import classes from './week-expenses.module.css'

/** What one week came to, in dollars. */
export interface Amount {
  readonly title: string
  readonly amount: number
}

/** Seven days of something, as every list of weeks has them. */
export interface WeekOfFigures {
  readonly startDate: IsoDay
  readonly endDate: IsoDay
}

interface WeekExpensesProps<Week extends WeekOfFigures> {
  /** Whose they are: "Maria Lopez". */
  readonly of: string
  /** Some weeks at once, `DEFAULT_WEEKS` of them: 0 the last ones, 1 those before them. One value as long as it asks the same. */
  readonly weeksAt: (at: number, today: IsoDay) => RecordQuery<Week[]>
  /** The place of the week that is shown first among all; -1 is the last one. */
  readonly firstShown?: number
  /** Which days a place has; unless said, the last one ends today. */
  readonly daysAt?: (today: IsoDay, place: number) => Days
  /** What was spent, the parts of a bar from below. */
  readonly spent: (week: Week) => readonly Amount[]
  /** Other figures of the week, told beside. */
  readonly besides?: (week: Week) => readonly Amount[]
  /** Up to which day it is known, where that hangs on others. */
  readonly note?: ReactNode
  /** Said to who may not see them. */
  readonly refusal: string
}

/** Two years: nobody looks further back on a card. */
const FIRST_WEEK = -104

/** What was spent in a week, and the weeks around it as a picture. Days to come are hidden. */
export function WeekExpenses<Week extends WeekOfFigures>(props: WeekExpensesProps<Week>) {
  const { of, weeksAt, firstShown = LATEST_EXPENSE_WEEK, spent, besides = () => [] } = props
  const { daysAt = expenseWeekAt, note, refusal } = props
  const today = useToday()
  const [index, setIndex] = useState(firstShown)
  // -1 to -8 are the first eight, -9 to -16 those before.
  const at = Math.floor((-index - 1) / DEFAULT_WEEKS)
  const query = useMemo(() => weeksAt(at, today), [weeksAt, at, today])
  const { state, known, updatedAt } = useReading(query.options)
  const weeks = known?.data ?? []
  const shown = weeks.at(-1 - ((-index - 1) % DEFAULT_WEEKS))
  // What was kept some days ago ends some days ago: its own days are told.
  const week = shown ? { start: shown.startDate, end: shown.endDate } : daysAt(today, index)
  const figures = shown && [...spent(shown), ...besides(shown)]
  return (
    <section className={classes.expenses} aria-label={`Expenses of ${of}`}>
      <WeekNavigation
        week={week}
        label={weekLabel(weekIndexOf(week.start, today))}
        index={index}
        first={FIRST_WEEK}
        last={LATEST_EXPENSE_WEEK}
        onStep={setIndex}
      />
      {figures ? <Figures figures={figures} /> : <p className={classes.none}>{noFigures(state, refusal)}</p>}
      <WeekBars
        weeks={weeks.map(({ startDate, endDate }, place) => {
          const own = weeks[place]
          return { startDate, endDate, parts: own ? spent(own) : [], isShown: own === shown }
        })}
        onChoose={(steps) => setIndex(-at * DEFAULT_WEEKS - 1 - steps)}
      />
      {state === 'ready' ? (
        <p className={classes.age}>
          Expenses <AgeLabel at={updatedAt} form="as_of" />
          {note}
        </p>
      ) : null}
    </section>
  )
}

function noFigures(state: ReadingState, refusal: string): string {
  const words: Readonly<Record<ReadingState, string>> = {
    ready: 'Nothing is known of this week.',
    loading: 'Loading...',
    not_saved: 'This week is not saved on this device yet. It appears as soon as there is a network.',
    refused: refusal,
    failed: 'This week could not be loaded.',
  }
  return words[state]
}

function Figures({ figures }: { readonly figures: readonly Amount[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ title, amount }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{money(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}
