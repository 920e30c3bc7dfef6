import { isDoubtfulDay } from '#contract/wire/record.ts'
import { DATE_NOT_VALID, type IsoDay } from '#src/format/calendar.ts'
import { dayFromText } from '#src/format/typed-day.ts'
import { type Bounds, isSelectable } from './calendar-grid.ts'

/** What is wrong with something typed: the specification's code and words, then which bound it is beyond. */
export interface DateProblem {
  readonly code: 1
  readonly message: string
}

/** A day; `empty`, which says nothing and is ignored; `unfinished` while it can still become a day; or what is wrong. */
export type TypedDate =
  | { readonly kind: 'day'; readonly day: IsoDay }
  | { readonly kind: 'empty' | 'unfinished' | 'refused'; readonly problem: DateProblem | null }

const LENGTH = 'yyyy-MM-dd'.length

/**
 * Reads what a person types: as many characters as `yyyy-MM-dd` has, in any form in which people write days; fewer may
 * become another day yet. A day that can't be picked can't be typed either.
 */
export function readTyped(input: string, bounds: Bounds): TypedDate {
  const text = input.trim()
  if (text === '') return { kind: 'empty', problem: null }
  if (text.length < LENGTH) return { kind: 'unfinished', problem: problemOf() }
  const day = dayFromText(text)
  if (day === null || isDoubtfulDay(day)) return { kind: 'refused', problem: problemOf() }
  if (!isSelectable(day, bounds)) return { kind: 'refused', problem: problemOf(whyNot(day, bounds)) }
  return { kind: 'day', day }
}

function whyNot(day: IsoDay, { minDate, maxDate }: Bounds): string {
  if (minDate !== undefined && day < minDate) return `The earliest is ${minDate}.`
  if (maxDate !== undefined && day > maxDate) return `The latest is ${maxDate}.`
  return 'Only Sundays can be chosen.'
}

/** Of a first day beyond the last, and of a last day before the first. */
export const endsBefore = (last: IsoDay | null) => problemOf(`The range ends on ${last}.`)
export const beginsAfter = (first: IsoDay | null) => problemOf(`The range begins on ${first}.`)

function problemOf(hint = ''): DateProblem {
  return { code: 1, message: `${DATE_NOT_VALID} ${hint}`.trim() }
}
