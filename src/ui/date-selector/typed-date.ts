import { isImplausibleDay } from '#contract/wire/record.ts'
import { DATE_NOT_VALID, type IsoDay } from '#src/format/calendar.ts'
import { dayFromText } from '#src/format/typed-day.ts'
import { type Bounds, isSelectable } from './calendar-grid.ts'

/** The problem of a typed text: the specification's code and message, then the violated limit. */
export interface DateProblem {
  readonly code: 1
  readonly message: string
}

/**
 * The result: a day; `empty`, which is ignored; `unfinished` while it can still become a day; or `refused` with its
 * problem.
 */
export type TypedDate =
  | { readonly kind: 'day'; readonly day: IsoDay }
  | { readonly kind: 'empty' | 'unfinished' | 'refused'; readonly problem: DateProblem | null }

const LENGTH = 'yyyy-MM-dd'.length

/**
 * Reads typed text: at least as many characters as `yyyy-MM-dd`, in any usual date format. Shorter text may still
 * become another day. A day that can't be picked in the calendar can't be typed either.
 */
export function readTyped(input: string, bounds: Bounds): TypedDate {
  const text = input.trim()
  if (text === '') return { kind: 'empty', problem: null }
  if (text.length < LENGTH) return { kind: 'unfinished', problem: problemOf() }
  const day = dayFromText(text)
  if (day === null || isImplausibleDay(day)) return { kind: 'refused', problem: problemOf() }
  if (!isSelectable(day, bounds)) return { kind: 'refused', problem: problemOf(whyNot(day, bounds)) }
  return { kind: 'day', day }
}

function whyNot(day: IsoDay, { minDate, maxDate }: Bounds): string {
  if (minDate !== undefined && day < minDate) return `The earliest is ${minDate}.`
  if (maxDate !== undefined && day > maxDate) return `The latest is ${maxDate}.`
  return 'Only Sundays can be chosen.'
}

/** The problems of a first day after the last day, and of a last day before the first day. */
export const afterEndProblem = (last: IsoDay | null) => problemOf(`The range ends on ${last}.`)
export const beforeStartProblem = (first: IsoDay | null) => problemOf(`The range begins on ${first}.`)

function problemOf(hint = ''): DateProblem {
  return { code: 1, message: `${DATE_NOT_VALID} ${hint}`.trim() }
}
