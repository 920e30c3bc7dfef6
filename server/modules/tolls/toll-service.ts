import type { tollEndpoints } from '#contract/expenses/tolls.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import type { Sql } from '#server/db/db.ts'
import { checkRange } from '#server/records/day-range.ts'
import { findTollVehicles, sumTolls, sumTollsOfVehicles } from './toll-repository.ts'

export const listTollVehicles = findTollVehicles

/**
 * The tolls in a range of days, in dollars: of the listed vehicles, or of all without a list. An empty list sums to 0.
 * Throws 400 for an invalid range.
 */
export async function totalTolls(sql: Sql, { FromDate, ToDate, vehicles }: BodyOf<(typeof tollEndpoints)['expenses']>) {
  const range = { first: FromDate, last: ToDate }
  checkRange(range, 'ToDate')
  return { amount: vehicles ? await sumTollsOfVehicles(sql, range, vehicles) : await sumTolls(sql, range) }
}
