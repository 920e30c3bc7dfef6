import { type FormEvent, type ReactNode, useState } from 'react'
import { DAY_BOUNDS } from '#contract/wire/day-bounds.ts'
import { isDoubtfulDay } from '#contract/wire/record.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { useToday } from '../use-now.ts'
import { Calendar } from './calendar.tsx'
import type { Bounds } from './calendar-grid.ts'
import { DateEnds } from './date-ends.tsx'
import { emptied, finished, openedEntry, picked, startAlone, submittable } from './date-entry.ts'
import classes from './date-selector.module.css'
import { type DateChoice, NOTHING_CHOSEN, type SubmittedDates } from './range-choice.ts'

export interface DateSelectorProps extends Bounds {
  /** Two days, else one. */
  readonly isRange?: boolean
  /** Of a range the first day is enough: a button of its own keeps it without an end. */
  readonly isEndOptional?: boolean
  /** Nothing is chosen at first, whatever the defaults are. */
  readonly isNotSelectedByDefault?: boolean
  readonly label?: string
  /** Called with what is chosen, when the form is submitted and nothing is missing. */
  readonly onSubmitDate: (dates: SubmittedDates) => void
  /** Today, unless said. */
  readonly defaultStartDate?: IsoDay | undefined
  /** Today, unless said; null for a range that has no end yet. */
  readonly defaultEndDate?: IsoDay | null | undefined
  /** Why the dates were not taken. */
  readonly error?: string | undefined
  /** Said in place of the dates while nothing is chosen. */
  readonly placeholderLabel?: string
  /** Becoming true empties it. */
  readonly reset?: boolean
  /** The buttons below, one of them with `type="submit"`. */
  readonly children: (ready: ReadyDates) => ReactNode
}

/** What could be submitted as it stands; null while a day is missing, or something typed is no day. */
export interface ReadyDates {
  readonly dates: SubmittedDates | null
  /** The start by itself. */
  readonly startDate: IsoDay | null
}

/** Days chosen from an inline calendar, or typed. */
export function DateSelector(props: DateSelectorProps) {
  const { isRange = true, isEndOptional = false, label, error, placeholderLabel = '' } = props
  const bounds = boundsOf(props)
  const today = useToday()
  const [entry, setEntry] = useDateEntry(props, bounds, today)
  const dates = submittable(entry, isRange, bounds)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A dialog may stand in another form's part of the page.
    event.stopPropagation()
    setEntry((now) => finished(now, bounds))
    if (dates) props.onSubmitDate(dates)
  }
  return (
    <form noValidate onSubmit={submit}>
      <fieldset className={classes.selector}>
        {label === undefined ? null : <legend className={classes.label}>{label}</legend>}
        <Calendar
          {...{ bounds, today }}
          choice={entry.choice}
          awaitsEnd={entry.awaitsEnd}
          cursor={entry.cursor}
          onMove={(move) => setEntry((now) => ({ ...now, cursor: move(now.cursor) }))}
          onPick={(day) => setEntry((now) => picked(now, day, isRange))}
        />
        <DateEnds {...{ entry, isRange, isEndOptional, bounds }} placeholder={placeholderLabel} onChange={setEntry} />
      </fieldset>
      {error === undefined ? null : (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      {props.children({ dates, startDate: startAlone(entry, bounds) })}
    </form>
  )
}

/** No selector takes a day that no field takes. */
function boundsOf({ minDate, maxDate, sundaysOnly = false }: Bounds): Bounds {
  const { first, last } = DAY_BOUNDS.report
  return { minDate: minDate ?? first, maxDate: maxDate ?? last, sundaysOnly }
}

function useDateEntry(props: DateSelectorProps, bounds: Bounds, today: IsoDay) {
  const [entry, setEntry] = useState(() => openedEntry(defaultChoice(props, today), today, bounds))
  const { reset = false } = props
  const [wasReset, setWasReset] = useState(false)
  if (reset !== wasReset) {
    setWasReset(reset)
    if (reset) setEntry(emptied)
  }
  return [entry, setEntry] as const
}

function defaultChoice(props: DateSelectorProps, today: IsoDay): DateChoice {
  const { isRange = true, isNotSelectedByDefault = false, defaultStartDate = today, defaultEndDate = today } = props
  // A doubtful day that is stored is not offered again: it is chosen anew.
  if (isNotSelectedByDefault || isDoubtfulDay(defaultStartDate)) return NOTHING_CHOSEN
  const hasEnd = isRange && defaultEndDate !== null && !isDoubtfulDay(defaultEndDate)
  return { startDate: defaultStartDate, endDate: hasEnd ? defaultEndDate : null }
}
