import { type NotReady, notReady } from '#contract/maintenance/fleet-health.ts'
import { searchWords } from '#contract/text/search.ts'
import { UNIT_SORTS, type UnitKind } from '#contract/units/unit-choices.ts'
import type { truckEndpoints } from '#contract/units/units.ts'
import { type Area, can, edit, view } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { QueryOf } from '#contract/wire/endpoint.ts'
import { notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { addDays, chicagoDay } from '#server/records/calendar.ts'
import { checkRange, type DayRange } from '#server/records/day-range.ts'
import type { RecordText } from '#server/records/record-text.ts'
import type { PageText } from '#server/records/sql/page-sql.ts'
import { findHealth } from './unit-health-repository.ts'
import { findDependents } from './unit-identity-repository.ts'
import { findUnits } from './unit-list-repository.ts'
import { unitStore } from './unit-record-repository.ts'
import { getUnitId, sightOf, type UnitRef } from './unit-service.ts'

/** Who asks, and when. */
interface Asker {
  readonly user: CurrentUser
  readonly now: Date
}

type ListQuery = QueryOf<(typeof truckEndpoints)['list']>

/** The days that were asked for; with one end given, seven from there; null for none. Throws a 400 for days that are no range. */
function rangeOf({ date_after, date_before }: ListQuery): DayRange | null {
  if (date_after === undefined && date_before === undefined) return null
  const first = date_after ?? addDays(date_before ?? '', -6)
  const range = { first, last: date_before ?? addDays(first, 6) }
  checkRange(range, 'date_before')
  return range
}

/** The units of a filter and a search; their expenses are of the days that are asked for. */
export async function listUnits(sql: Sql, kind: UnitKind, query: ListQuery, { user, now }: Asker): Promise<PageText> {
  const { search, ordering, filter, limit, offset, cursor } = query
  const asked = {
    kind,
    ordering,
    filter,
    words: searchWords(search),
    sight: { ...sightOf(user, now), ...rangeOf(query) },
  }
  return findUnits(sql, asked, { limit, offset, cursor })
}

/** Throws 404. */
export async function getUnit(sql: Sql, unit: UnitRef, { user, now }: Asker): Promise<RecordText> {
  const found = await unitStore(unit.kind, sightOf(user, now)).find(sql, await getUnitId(sql, unit))
  if (!found) throw notFound()
  return found
}

/** What hangs on a unit, as JSON. Throws 404. */
export async function getDependents(sql: Sql, unit: UnitRef): Promise<string> {
  return findDependents(sql, await getUnitId(sql, unit))
}

const AREA_OF: Readonly<Record<UnitKind, Area>> = { truck: 'trucks', trailer: 'trailers' }

/** The kinds of unit that somebody may view. */
const kindsViewed = (user: CurrentUser) => UNIT_SORTS.filter((kind) => can(user, view(AREA_OF[kind])))

/** The kinds of unit that somebody may pick: those of an area of theirs; all for who makes inspections. */
export function kindsPicked(user: CurrentUser): readonly UnitKind[] {
  if (can(user, view('maintenance')) || can(user, edit('maintenance'))) return UNIT_SORTS
  return UNIT_SORTS.filter((kind) => can(user, view(AREA_OF[kind])) || can(user, edit(AREA_OF[kind])))
}

interface UnitNotReady {
  readonly id: string
  readonly kind: UnitKind
  readonly reasons: NotReady[]
}

/** The units that somebody may view and that may not roll today. */
export async function listNotReady(sql: Sql, user: CurrentUser, now: Date): Promise<UnitNotReady[]> {
  const today = chicagoDay(now)
  const units = await findHealth(sql, kindsViewed(user), sightOf(user, now))
  return units
    .map(({ id, kind, ...facts }) => ({ id, kind, reasons: [...notReady(facts, today)] }))
    .filter(({ reasons }) => reasons.length > 0)
}
