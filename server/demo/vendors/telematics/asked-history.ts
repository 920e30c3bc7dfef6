import { dayAt } from '#server/demo/days/chicago-days.ts'
import { dayNumber } from '#server/demo/days/day-numbers.ts'
import type { HistoryAsked } from '#server/demo/days/driving-history.ts'
import type { FleetTruck } from '#server/demo/days/telematics-fleet.ts'
import type { Parked } from '#server/demo/days/truck-motion.ts'
import type { FeedRange } from '#server/providers/feed-source.ts'

/** History reaches back at most this many days. */
const DAYS_BACK = 200

/**
 * A truck without a driver is parked since the day on which it lost its driver, if known. Null for a truck with a
 * driver.
 */
export const parkedOf = ({ driver, status_date_from: since }: FleetTruck): Parked | null =>
  driver === null ? { since: since === null ? null : dayNumber(since) } : null

/**
 * The requested period in days since 1970-01-01, up to `now` (ms). The history of a parked truck ends on the day before
 * it was parked.
 */
export function askedHistory({ first, last }: FeedRange, now: number, parked: Parked | null): HistoryAsked {
  const today = dayAt(now)
  const lastDay = parked === null ? today : Math.min(today, (parked.since ?? 0) - 1)
  const firstDay = Math.max(dayNumber(first), today - DAYS_BACK)
  return { firstDay, lastDay: Math.min(dayNumber(last), lastDay), until: now }
}
