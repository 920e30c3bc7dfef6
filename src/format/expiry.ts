import { isImplausibleDay } from '#contract/wire/record.ts'
import { DOUBTFUL, daysBetween, type IsoDay } from './calendar.ts'

/** How many days before the expiry a warning begins, and when it becomes urgent. */
const SOON = 30
const PRESSING = 14

export type ExpiryTone = 'fine' | 'soon' | 'pressing' | 'expired'

/** The urgency on `today` of an expiry on `day` (the last valid day). The last valid day already counts as expired. */
export function toneOfExpiry(day: IsoDay, today: IsoDay): ExpiryTone {
  if (isImplausibleDay(day)) return 'pressing'
  const daysLeft = daysBetween(today, day)
  if (daysLeft <= 0) return 'expired'
  if (daysLeft <= PRESSING) return 'pressing'
  return daysLeft <= SOON ? 'soon' : 'fine'
}

/** Texts for past days: "expired 3 days ago", "3 days overdue". */
const OVERDUE_TEXT = {
  expired: (days: string) => `expired ${days} ago`,
  overdue: (days: string) => `${days} overdue`,
} as const
export type OverdueWord = keyof typeof OVERDUE_TEXT

/** "expired 3 days ago", "today", "in 12 days"; empty before a warning is due. A doubtful day gets no day count. */
export function expiryWords(day: IsoDay, today: IsoDay, over: OverdueWord = 'expired'): string {
  if (isImplausibleDay(day)) return DOUBTFUL
  const daysLeft = daysBetween(today, day)
  if (daysLeft > SOON) return ''
  if (daysLeft === 0) return 'today'
  const days = `${Math.abs(daysLeft)} ${Math.abs(daysLeft) === 1 ? 'day' : 'days'}`
  return daysLeft < 0 ? OVERDUE_TEXT[over](days) : `in ${days}`
}
