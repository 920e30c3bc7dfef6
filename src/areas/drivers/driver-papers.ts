import { daysBetween, type IsoDay } from '#src/format/calendar.ts'

/** Days before a paper's end from which it is told, and from which it presses. */
const SOON = 30
const PRESSING = 14

/** How a paper that ends on `day` (its last valid one) stands on `today`: the last day counts as the end. */
export function toneOfExpiry(day: IsoDay, today: IsoDay): 'fine' | 'soon' | 'pressing' | 'expired' {
  const left = daysBetween(today, day)
  if (left <= 0) return 'expired'
  if (left <= PRESSING) return 'pressing'
  return left <= SOON ? 'soon' : 'fine'
}

/** "Expired 3 days ago", "today", "in 12 days"; empty while there is nothing to warn of. */
export function expiryWords(day: IsoDay, today: IsoDay): string {
  const left = daysBetween(today, day)
  if (left > SOON) return ''
  if (left === 0) return 'today'
  const days = `${Math.abs(left)} ${Math.abs(left) === 1 ? 'day' : 'days'}`
  return left < 0 ? `expired ${days} ago` : `in ${days}`
}
