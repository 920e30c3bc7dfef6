import { NO_STATISTICS } from '#contract/boards/dashboard.ts'
import { Problem } from '#server/base/problem.ts'
import type { Db, Sql } from '#server/db/db.ts'
import { chicagoDay, sundayOf } from '#server/records/calendar.ts'
import { findDashboard } from './dashboard-repository.ts'
import { findWeek, storeWeeks } from './statistic-repository.ts'

/**
 * The dashboard as JSON. Counts are current. Their differences refer to the Sunday before the current week’s Sunday.
 */
export function getDashboard(sql: Sql, now: Date): Promise<string> {
  const today = chicagoDay(now)
  return findDashboard(sql, { sunday: sundayOf(today), today })
}

/** The statistics of a Sunday, as JSON. Throws 404 for a day without stored statistics. */
export async function getWeek(sql: Sql, day: string): Promise<string> {
  const week = await findWeek(sql, day)
  if (week === null) throw new Problem(404, { detail: NO_STATISTICS })
  return week
}

/**
 * Stores the statistics of this week’s Sunday, and of Sundays that passed while no server ran, because nothing changed
 * then. Must run before the server accepts changes, and soon after each Sunday begins in Chicago.
 */
export async function storeStatistics(db: Db, now: Date): Promise<void> {
  await storeWeeks(db, sundayOf(chicagoDay(now)), now)
}
