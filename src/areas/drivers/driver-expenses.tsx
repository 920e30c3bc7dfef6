import { useMemo, useState } from 'react'
import { DEFAULT_WEEKS, type DriverWeekFigures } from '#contract/driver-weeks.ts'
import type { Driver } from '#contract/drivers.ts'
import { fullName } from '#contract/people.ts'
import { shortDay } from '#src/format/calendar.ts'
import { money } from '#src/format/numbers.ts'
import { expenseWeekAt, LATEST_EXPENSE_WEEK, weekIndexOf, weekLabel } from '#src/format/week.ts'
import type { ReadingState } from '#src/offline/reading-state.ts'
import { useReading } from '#src/offline/use-reading.ts'
import { AgeLabel } from '#src/ui/age-label.tsx'
import { useToday } from '#src/ui/use-now.ts'
import { WeekNavigation } from '#src/ui/week-navigation.tsx'
import classes from './driver-expenses.module.css'
import { driverFigures } from './driver-figures-queries.ts'

/** Two years: nobody looks further back on a card. */
const FIRST_WEEK = -104

/** What a driver spent on fuel in a week, and the weeks around it as a picture; for administrators also what came in. */
export function DriverExpenses({ driver }: { readonly driver: Driver }) {
  const today = useToday()
  const [index, setIndex] = useState(LATEST_EXPENSE_WEEK)
  // -1 to -8 are the first eight, -9 to -16 those before.
  const at = Math.floor((-index - 1) / DEFAULT_WEEKS)
  const query = useMemo(() => driverFigures(driver.id, at, today), [driver.id, at, today])
  const { state, known, updatedAt } = useReading(query.options)
  const weeks = known?.data ?? []
  const shown = weeks.at(-1 - ((-index - 1) % DEFAULT_WEEKS))
  // What was kept some days ago ends some days ago: its own days are told.
  const week = shown ? { start: shown.startDate, end: shown.endDate } : expenseWeekAt(today, index)
  return (
    <section className={classes.expenses} aria-label={`Expenses of ${fullName(driver.user)}`}>
      <WeekNavigation
        week={week}
        label={weekLabel(weekIndexOf(week.start, today))}
        onPrevious={() => setIndex(index - 1)}
        onNext={() => setIndex(index + 1)}
        isFirst={index <= FIRST_WEEK}
        isLast={index >= LATEST_EXPENSE_WEEK}
      />
      <Figures figures={shown} state={state} />
      <WeekBars weeks={weeks} shown={shown} onChoose={(steps) => setIndex(-at * DEFAULT_WEEKS - 1 - steps)} />
      {state === 'ready' ? (
        <p className={classes.age}>
          Expenses <AgeLabel at={updatedAt} form="as_of" />
        </p>
      ) : null}
    </section>
  )
}

const NO_FIGURES: Readonly<Record<ReadingState, string>> = {
  ready: 'Nothing is known of this week.',
  loading: 'Loading...',
  not_saved: 'This week is not saved on this device yet. It appears as soon as there is a network.',
  refused: 'Permission for drivers view required',
  failed: 'This week could not be loaded.',
}

function Figures({
  figures,
  state,
}: {
  readonly figures: DriverWeekFigures | undefined
  readonly state: ReadingState
}) {
  if (figures === undefined) return <p className={classes.none}>{NO_FIGURES[state]}</p>
  const { fuel_expenses, income } = figures
  return (
    <dl className={classes.figures}>
      <div>
        <dt>Fuel expenses</dt>
        <dd>{money(fuel_expenses)}</dd>
      </div>
      {income === undefined ? null : (
        <div>
          <dt>Company income</dt>
          <dd>{money(income)}</dd>
        </div>
      )}
    </dl>
  )
}

interface WeekBarsProps {
  readonly weeks: readonly DriverWeekFigures[]
  readonly shown: DriverWeekFigures | undefined
  /** How many weeks before the last of them. */
  readonly onChoose: (steps: number) => void
}

/** The weeks side by side: the higher, the more. A picture for the eye; the arrows and figures say the same in words. */
function WeekBars({ weeks, shown, onChoose }: WeekBarsProps) {
  const most = Math.max(0, ...weeks.map(({ fuel_expenses }) => fuel_expenses))
  return (
    <div className={classes.bars} aria-hidden>
      {most > 0 ? <span className={classes.most}>{money(most)}</span> : null}
      {weeks.map((week, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut for the pointer; the arrows above do it by key
        // biome-ignore lint/a11y/noStaticElementInteractions: as above
        <div
          key={week.startDate}
          className={classes.bar}
          data-shown={week === shown || undefined}
          title={`${shortDay(week.startDate)} – ${shortDay(week.endDate)}: ${money(week.fuel_expenses)}`}
          style={{ '--share': week.fuel_expenses / Math.max(1, most) } as React.CSSProperties}
          onClick={() => onChoose(weeks.length - 1 - place)}
        />
      ))}
    </div>
  )
}
