import type { IsoDay } from '#src/format/calendar.ts'
import type { DateChoice, DateRange } from './range-choice.ts'

interface DrawnChoice {
  readonly choice: DateChoice
  /** The range to draw: the chosen range, or the range up to the day under the pointer. */
  readonly range: DateRange | null
  readonly today: IsoDay
  readonly cursor: IsoDay
}

/**
 * The attributes of a day in the calendar: whether it is chosen, an end of the range, or today. Mantine's `Month` puts
 * its tab stop on the `selected` day. Here that is the cursor's day; the app's own attributes mark the chosen days.
 */
export function dayMarks(day: IsoDay, { choice, range, today, cursor }: DrawnChoice) {
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
