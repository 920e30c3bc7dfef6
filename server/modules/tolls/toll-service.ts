import type { tollEndpoints } from '#contract/expenses/tolls.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import type { Sql } from '#server/db/db.ts'
import { checkRange } from '#server/records/day-range.ts'
import { findTollVehicles, sumTolls, sumTollsOf } from './toll-repository.ts'

export const listTollVehicles = findTollVehicles

/** What was paid in tolls in a range of days, in dollars; unless vehicles are said, by all; by none of them, nothing. Throws 400 for a range that is none. */
export async function totalTolls(sql: Sql, { FromDate, ToDate, vehicles }: BodyOf<(typeof tollEndpoints)['expenses']>) {
  const range = { first: FromDate, last: ToDate }
  checkRange(range, 'ToDate')
  return { amount: vehicles ? await sumTollsOf(sql, range, vehicles) : await sumTolls(sql, range) }
}
