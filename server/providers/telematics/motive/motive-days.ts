import type { FeedRange } from '#server/providers/feed-source.ts'
import { addDays, chicagoDay, countDays } from '#server/records/calendar.ts'

type Days = Pick<FeedRange, 'first' | 'last'>

const earlier = (one: string, other: string) => (one < other ? one : other)

/**
 * Consecutive ranges of at most `mostDays` days that cover all the company's days; empty for a reversed range. Some of
 * Motive's responses use UTC days, where an evening in Chicago belongs to the next day. The last range is therefore one
 * day longer, and `isWithin` drops rows of other days. Future days are not requested.
 */
export function windowsOf({ first, last }: Days, mostDays: number, now: Date): readonly Days[] {
  if (first > last) return []
  const end = earlier(addDays(last, 1), now.toISOString().slice(0, 10))
  const count = Math.max(0, Math.ceil(countDays(first, end) / mostDays))
  return Array.from({ length: count }, (_, n) => {
    const from = addDays(first, n * mostDays)
    return { first: from, last: earlier(addDays(from, mostDays - 1), end) }
  })
}

/** Whether an instant falls on one of these days in company time. */
export function isWithin({ first, last }: Days, instant: string): boolean {
  const day = chicagoDay(new Date(instant))
  return day >= first && day <= last
}
