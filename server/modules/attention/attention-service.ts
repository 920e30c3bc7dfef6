import { UNIT_KINDS } from '#contract/units/unit-choices.ts'
import { can, view } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { Sql } from '#server/db/db.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import { coalescedReads } from '#server/records/coalesced-reads.ts'
import { papersVisibility } from '#server/records/sql/papers-sql.ts'
import { findAttention } from './attention-repository.ts'

const AREA_OF = { truck: 'trucks', trailer: 'trailers' } as const

/** Shares results: every device refetches after each change, and the query is expensive for a large company. */
const findSharedAttention = coalescedReads(findAttention)

/**
 * The records that need the user’s attention on the company’s day of `now`, as JSON: records of the areas that the user
 * may view, and the user’s own papers.
 */
export function getAttention(sql: Sql, user: CurrentUser, now: Date): Promise<string> {
  const hasDrivers = can(user, view('drivers'))
  return findSharedAttention(sql, {
    // Users who see all drivers’ papers get the same result, so it is shared under user 0.
    user: hasDrivers ? 0 : user.id,
    today: chicagoDay(now),
    hasDrivers,
    // Maintenance users see the needs of all units, as in the unit picker.
    kinds: UNIT_KINDS.filter((kind) => can(user, view(AREA_OF[kind])) || can(user, view('maintenance'))),
    papers: papersVisibility(user),
    hasInspections: can(user, view('maintenance')),
  })
}
