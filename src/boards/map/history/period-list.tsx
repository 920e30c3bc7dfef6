import { useEffect, useId, useMemo, useRef } from 'react'
import type { DrivingPeriod } from '#contract/boards/telematics.ts'
import { dayWords } from '#src/format/calendar.ts'
import { countOf } from '#src/format/numbers.ts'
import { hoursWords, milesWords } from '#src/format/travel-words.ts'
import classes from './period-list.module.css'
import { byDay, milesOf, type PeriodDay, type PeriodSum, spanWords, sumOf } from './period-words.ts'

interface PeriodListProps {
  /** The periods, the latest first. */
  readonly periods: readonly DrivingPeriod[]
  /** The id of the chosen period; null for all. */
  readonly chosen: number | null
  readonly onPeriod: (period: number | null) => void
}

/** A line for all periods, then each period, grouped by day. The map shows only the chosen period. */
export function PeriodList({ periods, chosen, onPeriod }: PeriodListProps) {
  const days = useMemo(() => byDay(periods), [periods])
  const sum = useMemo(() => sumOf(periods), [periods])
  const list = useRef<HTMLDivElement>(null)
  // A link may lead to a period far down the list.
  useEffect(() => {
    list.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={list} className={classes.list}>
      <button type="button" className={classes.period} aria-pressed={chosen === null} onClick={() => onPeriod(null)}>
        <strong className={classes.way}>Whole range</strong>
        <Figures {...sum} />
        <span className={classes.span}>{countOf(sum.count, 'driving period')}</span>
      </button>
      {days.map((day) => (
        <Day key={day.day} day={day} chosen={chosen} onPeriod={onPeriod} />
      ))}
    </div>
  )
}

/** Miles, and below them the driving hours. */
function Figures({ miles, seconds }: { readonly miles: number | null; readonly seconds: number }) {
  return (
    <span className={classes.figures}>
      <span>{miles === null ? '–' : milesWords(miles)}</span>
      <span>{hoursWords(seconds)} h</span>
    </span>
  )
}

interface DayProps extends Pick<PeriodListProps, 'chosen' | 'onPeriod'> {
  readonly day: PeriodDay
}

const dayFigures = ({ miles, seconds }: PeriodSum) => `${milesWords(miles)} · ${hoursWords(seconds)} h`

function Day({ day: { day, periods, sum }, chosen, onPeriod }: DayProps) {
  const id = useId()
  return (
    <section className={classes.day} aria-labelledby={id}>
      <h3 id={id} className={classes.heading}>
        {dayWords(day)}
        {periods.length > 1 ? <span className={classes.sum}>{dayFigures(sum)}</span> : null}
      </h3>
      <ul className={classes.periods}>
        {periods.map((period) => (
          <li key={period.id}>
            <Period period={period} isChosen={period.id === chosen} onChoose={() => onPeriod(period.id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface PeriodProps {
  readonly period: DrivingPeriod
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Period({ period, isChosen, onChoose }: PeriodProps) {
  const { origin, destination, distance, duration } = period
  return (
    <button type="button" className={classes.period} aria-pressed={isChosen} onClick={onChoose}>
      <span className={classes.way}>
        {origin || 'Not known'} <span aria-hidden>→</span>
        <span className="visually-hidden"> to </span> {destination || 'on the way'}
      </span>
      <Figures miles={milesOf(distance)} seconds={duration} />
      <span className={classes.span} data-open={period.end_time === null || undefined}>
        {spanWords(period)}
      </span>
    </button>
  )
}
