import { MILES_A_DAY } from '#contract/maintenance/inspection-lists.ts'
import { countOf } from '#src/format/numbers.ts'

/** From how many days before it is told, and from when it presses. */
const SOON = 30
const PRESSING = 14

/** How near work is that is due. */
export type DueTone = 'overdue' | 'pressing' | 'soon' | 'fine'

export function toneOfDays(days: number): DueTone {
  if (days < 0) return 'overdue'
  if (days <= PRESSING) return 'pressing'
  return days <= SOON ? 'soon' : 'fine'
}

/** Miles are as near as the days in which a unit comes so far. */
export const toneOfMiles = (miles: number): DueTone => (miles < 0 ? 'overdue' : toneOfDays(miles / MILES_A_DAY))

/** "in 12 days", "today", "3 days over". */
export function daysLeftWords(days: number): string {
  if (days === 0) return 'today'
  const words = countOf(Math.abs(days), 'day')
  return days < 0 ? `${words} over` : `in ${words}`
}

/** "1,204 miles left", "310 miles over"; whole miles, never more left than there are. */
export function milesLeftWords(miles: number): string {
  const left = Math.floor(miles)
  return `${countOf(Math.abs(left), 'mile')} ${left < 0 ? 'over' : 'left'}`
}
