import { NO_STATISTICS } from '#contract/boards/dashboard.ts'
import { Problem } from '#server/base/problem.ts'
import type { Db, Sql } from '#server/db/db.ts'
import { chicagoDay, sundayOf } from '#server/records/calendar.ts'
import { findDashboard } from './dashboard-repository.ts'
import { findWeek, keepWeeks } from './statistic-repository.ts'

/** The company at a glance, as JSON. Counts are of this moment; their differences from the Sunday before this week's. */
export function getDashboard(sql: Sql, now: Date): Promise<string> {
  const today = chicagoDay(now)
  return findDashboard(sql, { sunday: sundayOf(today), today })
}

/** What the company had on a Sunday, as JSON. Throws 404 for a day of which no figures are kept. */
export async function getWeek(sql: Sql, day: string): Promise<string> {
  const week = await findWeek(sql, day)
  if (week === null) throw new Problem(404, { detail: NO_STATISTICS })
  return week
}

/**
 * Keeps the figures of this week's Sunday, and of Sundays that passed while no server ran: nothing can have changed since
 * then. So it is to be called before changes are taken, and soon after each Sunday has begun in Chicago.
 */
export async function keepStatistics(db: Db, now: Date): Promise<void> {
  await keepWeeks(db, sundayOf(chicagoDay(now)), now)
}
