import { MILES_PER_DAY } from '#contract/maintenance/inspection-lists.ts'
import { countOf } from '#src/format/numbers.ts'

/** Days before the due date: from `SOON` on the work is shown as due soon, from `PRESSING` on as pressing. */
const SOON = 30
const PRESSING = 14

/** How close the due date is. */
export type DueTone = 'overdue' | 'pressing' | 'soon' | 'fine'

export function toneOfDays(days: number): DueTone {
  if (days < 0) return 'overdue'
  if (days <= PRESSING) return 'pressing'
  return days <= SOON ? 'soon' : 'fine'
}

/** The tone of remaining miles: converted to the days in which a unit drives that far. */
export const toneOfMiles = (miles: number): DueTone => (miles < 0 ? 'overdue' : toneOfDays(miles / MILES_PER_DAY))

/** "in 12 days", "today", "3 days over". */
export function daysLeftWords(days: number): string {
  if (days === 0) return 'today'
  const words = countOf(Math.abs(days), 'day')
  return days < 0 ? `${words} over` : `in ${words}`
}

/** "1,204 miles left", "310 miles over". Rounded down to whole miles, so that the text never shows too many left. */
export function milesLeftWords(miles: number): string {
  const wholeMiles = Math.floor(miles)
  return `${countOf(Math.abs(wholeMiles), 'mile')} ${wholeMiles < 0 ? 'over' : 'left'}`
}
