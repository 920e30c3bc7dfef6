import { longDay } from '#src/format/calendar.ts'
import type { DateEntry } from './date-entry.ts'

export interface Asks {
  readonly isRange: boolean
  /** A first day by itself is enough, and holds without an end. */
  readonly isEndOptional: boolean
}

/** What is chosen, in words, and what is still missing before it can be kept; empty while nothing is chosen. */
export function choiceWords({ choice: { startDate, endDate }, awaitsEnd }: DateEntry, asks: Asks): string {
  if (startDate === null) return ''
  if (!asks.isRange || endDate !== null) return longDay(startDate)
  const from = `From ${longDay(startDate)}`
  if (awaitsEnd) return `${from}. Choose the last day.`
  if (asks.isEndOptional) return `${from}, without an end unless a first and a last day are chosen.`
  return `${from}: kept only with a last day. Choose the first and the last day.`
}

/** What to do while nothing is chosen. */
export function firstStep(isRange: boolean): string {
  return isRange ? 'Choose the first day.' : 'Choose a day.'
}
