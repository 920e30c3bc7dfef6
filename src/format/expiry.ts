import { isDoubtfulDay } from '#contract/wire/record.ts'
import { DOUBTFUL, daysBetween, type IsoDay } from './calendar.ts'

/** Days before the end from which it is told, and from which it presses. */
const SOON = 30
const PRESSING = 14

export type ExpiryTone = 'fine' | 'soon' | 'pressing' | 'expired'

/** How something that ends on `day` (its last valid one) stands on `today`: the last day counts as the end. */
export function toneOfExpiry(day: IsoDay, today: IsoDay): ExpiryTone {
  if (isDoubtfulDay(day)) return 'pressing'
  const left = daysBetween(today, day)
  if (left <= 0) return 'expired'
  if (left <= PRESSING) return 'pressing'
  return left <= SOON ? 'soon' : 'fine'
}

/** What is said of days that are over: "expired 3 days ago", "3 days overdue". */
const OVER = {
  expired: (days: string) => `expired ${days} ago`,
  overdue: (days: string) => `${days} overdue`,
} as const
export type OverWord = keyof typeof OVER

/** "expired 3 days ago", "today", "in 12 days"; empty while there is nothing to warn of. Of a doubtful day no days are counted. */
export function expiryWords(day: IsoDay, today: IsoDay, over: OverWord = 'expired'): string {
  if (isDoubtfulDay(day)) return DOUBTFUL
  const left = daysBetween(today, day)
  if (left > SOON) return ''
  if (left === 0) return 'today'
  const days = `${Math.abs(left)} ${Math.abs(left) === 1 ? 'day' : 'days'}`
  return left < 0 ? OVER[over](days) : `in ${days}`
}
