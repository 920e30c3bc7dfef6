import { type ReactNode, useMemo, useState } from 'react'
import { DEFAULT_WEEKS } from '#contract/people/driver-weeks.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { formatMoney } from '#src/format/numbers.ts'
import { type Week as Days, expenseWeekAt, LATEST_EXPENSE_WEEK, weekIndexOf, weekLabel } from '#src/format/week.ts'
import type { ReadingState } from '#src/offline/reading/reading-state.ts'
import type { RecordQuery } from '#src/offline/reading/record-query.ts'
import { useReading } from '#src/offline/reading/use-reading.ts'
import { WeekNavigation } from '#src/ui/page/week-navigation.tsx'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import { useToday } from '#src/ui/use-now.ts'
import { WeekBars } from './week-bars.tsx'
import classes from './week-expenses.module.css'

/** An amount of one week, in dollars. */
export interface Amount {
  readonly title: string
  readonly amount: number
}

/** The seven days of a row in a list of weeks. */
export interface WeekOfFigures {
  readonly startDate: IsoDay
  readonly endDate: IsoDay
}

interface WeekExpensesProps<Week extends WeekOfFigures> {
  /** The name of the driver or unit: "Maria Lopez". */
  readonly of: string
  /**
   * The query for `DEFAULT_WEEKS` weeks: 0 for the latest, 1 for the ones before. It must return the same object for
   * the same arguments.
   */
  readonly weeksAt: (at: number, today: IsoDay) => RecordQuery<Week[]>
  /** The index of the week shown first; -1 is the last week. */
  readonly firstShown?: number
  /** The days of the week at an index. By default the last week ends today. */
  readonly daysAt?: (today: IsoDay, place: number) => Days
  /** The expenses of a week: the parts of its bar, from the bottom up. */
  readonly spent: (week: Week) => readonly Amount[]
  /** Other figures of the week, shown next to the expenses. */
  readonly besides?: (week: Week) => readonly Amount[]
  /** The last day with data, where that depends on vendors. */
  readonly note?: ReactNode
  /** Shown to users without the permission. */
  readonly refusal: string
}

/** Two years: a card does not need to go further back. */
const FIRST_WEEK = -104

/** The expenses of a week, and the surrounding weeks as bars. Future days are hidden. */
export function WeekExpenses<Week extends WeekOfFigures>(props: WeekExpensesProps<Week>) {
  const { of, weeksAt, firstShown = LATEST_EXPENSE_WEEK, spent, besides = () => [] } = props
  const { daysAt = expenseWeekAt, note, refusal } = props
  const today = useToday()
  const [index, setIndex] = useState(firstShown)
  // -1 to -8 are the latest eight weeks, -9 to -16 the eight before.
  const at = Math.floor((-index - 1) / DEFAULT_WEEKS)
  const query = useMemo(() => weeksAt(at, today), [weeksAt, at, today])
  const { state, known, updatedAt } = useReading(query.options)
  const weeks = known?.data ?? []
  const shown = weeks.at(-1 - ((-index - 1) % DEFAULT_WEEKS))
  // A week stored some days ago also ended some days ago, so its own days are shown.
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
          <dd>{formatMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}
