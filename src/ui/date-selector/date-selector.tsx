import { type FormEvent, type ReactNode, useState } from 'react'
import { DAY_BOUNDS } from '#contract/wire/day-bounds.ts'
import { isImplausibleDay } from '#contract/wire/record.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { useToday } from '../use-now.ts'
import { Calendar } from './calendar.tsx'
import type { Bounds } from './calendar-grid.ts'
import { DateEnds } from './date-ends.tsx'
import { clearedEntry, openedEntry, startAlone, submittable, submittedEntry, withPickedDay } from './date-entry.ts'
import classes from './date-selector.module.css'
import { type DateChoice, NOTHING_CHOSEN, type SubmittedDates } from './range-choice.ts'

export interface DateSelectorProps extends Bounds {
  /** Whether the user chooses two days instead of one. */
  readonly isRange?: boolean
  /** A range without a last day is allowed; a separate button submits it. */
  readonly isEndOptional?: boolean
  /** Nothing is chosen at first, regardless of the defaults. */
  readonly isNotSelectedByDefault?: boolean
  readonly label?: string
  /** Called with the dates when the form is submitted and complete. */
  readonly onSubmitDate: (dates: SubmittedDates) => void
  /** Today by default. */
  readonly defaultStartDate?: IsoDay | undefined
  /** Today by default; null for a range without an end. */
  readonly defaultEndDate?: IsoDay | null | undefined
  /** Why the dates were refused. */
  readonly error?: string | undefined
  /** Shown while nothing is chosen. */
  readonly placeholderLabel?: string
  /** A change to true clears the selector. */
  readonly reset?: boolean
  /** The buttons below, one of them with `type="submit"`. */
  readonly children: (ready: ReadyDates) => ReactNode
}

/** The dates that could be submitted now; null while a day is missing or a typed text is not a day. */
export interface ReadyDates {
  readonly dates: SubmittedDates | null
  /** The start alone, without an end. */
  readonly startDate: IsoDay | null
}

/** A form in which the user picks dates in a calendar or types them. */
export function DateSelector(props: DateSelectorProps) {
  const { isRange = true, isEndOptional = false, label, error, placeholderLabel = '' } = props
  const bounds = boundsOf(props)
  const today = useToday()
  const [entry, setEntry] = useDateEntry(props, bounds, today)
  const dates = submittable(entry, isRange, bounds)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React passes the event on to a form around the dialog.
    event.stopPropagation()
    setEntry((now) => submittedEntry(now, bounds))
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
          onPick={(day) => setEntry((now) => withPickedDay(now, day, isRange))}
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

/** A selector never accepts a day that no field accepts. */
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
    if (reset) setEntry(clearedEntry)
  }
  return [entry, setEntry] as const
}

function defaultChoice(props: DateSelectorProps, today: IsoDay): DateChoice {
  const { isRange = true, isNotSelectedByDefault = false, defaultStartDate = today, defaultEndDate = today } = props
  // A stored day that is doubtful is not preselected: the user must choose again.
  if (isNotSelectedByDefault || isImplausibleDay(defaultStartDate)) return NOTHING_CHOSEN
  const hasEnd = isRange && defaultEndDate !== null && !isImplausibleDay(defaultEndDate)
  return { startDate: defaultStartDate, endDate: hasEnd ? defaultEndDate : null }
}
