import { longDay } from '#src/format/calendar.ts'
import type { DateEntry } from './date-entry.ts'

export interface DateQuestion {
  readonly isRange: boolean
  /** A range without a last day is allowed. */
  readonly isEndOptional: boolean
}

/** Describes the choice and what is still missing; empty while nothing is chosen. */
export function describeChoice({ choice: { startDate, endDate }, awaitsEnd }: DateEntry, asks: DateQuestion): string {
  if (startDate === null) return ''
  if (!asks.isRange || endDate !== null) return longDay(startDate)
  const from = `From ${longDay(startDate)}`
  if (awaitsEnd) return `${from}. Choose the last day.`
  if (asks.isEndOptional) return `${from}. No end date yet.`
  return `${from}: kept only with a last day. Choose the first and the last day.`
}

/** The instruction while nothing is chosen. */
export function firstInstruction(isRange: boolean): string {
  return isRange ? 'Choose the first day.' : 'Choose a day.'
}
