import type { FeedRange } from '#server/providers/feed-source.ts'
import { addDays, chicagoDay, daysIn } from '#server/records/calendar.ts'

type Days = Pick<FeedRange, 'first' | 'last'>

const earlier = (one: string, other: string) => (one < other ? one : other)

/**
 * What to ask for so that all of the company's days are told, in ranges of at most so many days, one after the other; none for
 * a reversed range. Some of its answers go by the days of UTC, where an evening in Chicago is the next day already: so the last
 * range reaches one day further, and what is told of other days is left out by `isWithin`. Days to come are not asked for.
 */
export function windowsOf({ first, last }: Days, mostDays: number, now: Date): readonly Days[] {
  if (first > last) return []
  const end = earlier(addDays(last, 1), now.toISOString().slice(0, 10))
  const count = Math.max(0, Math.ceil(daysIn(first, end) / mostDays))
  return Array.from({ length: count }, (_, n) => {
    const from = addDays(first, n * mostDays)
    return { first: from, last: earlier(addDays(from, mostDays - 1), end) }
  })
}

/** Whether an instant is of these days of the company's calendar. */
export function isWithin({ first, last }: Days, instant: string): boolean {
  const day = chicagoDay(new Date(instant))
  return day >= first && day <= last
}
