import type { IsoDay } from '#src/format/calendar.ts'
import type { DateChoice, DateRange } from './range-choice.ts'

interface Shown {
  readonly choice: DateChoice
  /** The range as it is drawn: the chosen one, or what it would be with the day under the pointer. */
  readonly range: DateRange | null
  readonly today: IsoDay
  readonly cursor: IsoDay
}

/**
 * What is told of a day beside its name: whether it is chosen, an end of the range, or today. Mantine's `Month` has its one
 * tab stop at the day that is `selected`: that is the one under the cursor, and what is chosen is drawn by marks of our own.
 */
export function dayMarks(day: IsoDay, { choice, range, today, cursor }: Shown) {
  const isCursor = day === cursor
  return {
    selected: isCursor,
    'aria-description': endName(day, choice),
    'aria-pressed': isChosen(day, choice),
    'aria-current': day === today ? ('date' as const) : undefined,
    'data-autofocus': isCursor || undefined,
    'data-within': (range !== null && range.startDate <= day && day <= range.endDate) || undefined,
    'data-first': day === range?.startDate || undefined,
    'data-last': day === range?.endDate || undefined,
    'data-end': day === choice.startDate || day === choice.endDate || undefined,
  }
}

function isChosen(day: IsoDay, { startDate, endDate }: DateChoice): boolean {
  return startDate !== null && startDate <= day && day <= (endDate ?? startDate)
}

function endName(day: IsoDay, { startDate, endDate }: DateChoice): string | undefined {
  if (endDate === null || startDate === endDate) return undefined
  if (day === startDate) return 'First day'
  return day === endDate ? 'Last day' : undefined
}
