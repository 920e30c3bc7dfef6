import { UNIT_SORTS } from '#contract/units/unit-choices.ts'
import { can, view } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { Sql } from '#server/db/db.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import { nextAnswer } from '#server/records/next-answer.ts'
import { papersFor } from '#server/records/sql/papers-sql.ts'
import { findAttention } from './attention-repository.ts'

const AREA_OF = { truck: 'trucks', trailer: 'trailers' } as const

/** Every device asks after each change, and of a large company it is dear. */
const askAttention = nextAnswer(findAttention)

/** What needs somebody's attention on the company's day of `now`, as JSON: of the areas that they may view, and their own papers. */
export function getAttention(sql: Sql, user: CurrentUser, now: Date): Promise<string> {
  const hasDrivers = can(user, view('drivers'))
  return askAttention(sql, {
    // Who sees all drivers' papers sees what all do who may.
    user: hasDrivers ? 0 : user.id,
    today: chicagoDay(now),
    hasDrivers,
    // Who looks after units is told what they need, as of the units to pick from.
    kinds: UNIT_SORTS.filter((kind) => can(user, view(AREA_OF[kind])) || can(user, view('maintenance'))),
    papers: papersFor(user),
    hasInspections: can(user, view('maintenance')),
  })
}
