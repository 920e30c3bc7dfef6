import { type NotReadyReason, notReadyReasons } from '#contract/maintenance/fleet-health.ts'
import { searchWords } from '#contract/text/search.ts'
import { UNIT_KINDS, type UnitKind } from '#contract/units/unit-choices.ts'
import type { truckEndpoints } from '#contract/units/units.ts'
import { type Area, can, edit, view } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { QueryOf } from '#contract/wire/endpoint.ts'
import { notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { addDays, chicagoDay } from '#server/records/calendar.ts'
import { checkRange, type DayRange } from '#server/records/day-range.ts'
import type { RecordText } from '#server/records/record-text.ts'
import type { PageRequest, PageText } from '#server/records/sql/page-sql.ts'
import { findHealth } from './unit-health-repository.ts'
import { findDependents } from './unit-identity-repository.ts'
import { findUnitNames, findUnits, unitNameList } from './unit-list-repository.ts'
import { unitStore } from './unit-record-repository.ts'
import { getUnitId, type UnitRef, unitVisibility } from './unit-service.ts'

/** The user who sends the request, and the current time. */
interface Viewer {
  readonly user: CurrentUser
  readonly now: Date
}

type ListQuery = QueryOf<(typeof truckEndpoints)['list']>

/**
 * The requested date range: seven days if only one end is set, null if neither is. Throws a 400 for an invalid range.
 */
function requestedRange({ date_after, date_before }: ListQuery): DayRange | null {
  if (date_after === undefined && date_before === undefined) return null
  const first = date_after ?? addDays(date_before ?? '', -6)
  const range = { first, last: date_before ?? addDays(first, 6) }
  checkRange(range, 'date_before')
  return range
}

/** One page of the units that match a filter and a search, with their expenses in the requested date range. */
export async function listUnits(sql: Sql, kind: UnitKind, query: ListQuery, { user, now }: Viewer): Promise<PageText> {
  const { search, ordering, filter, limit, offset, cursor } = query
  const unitFilter = {
    kind,
    ordering,
    filter,
    words: searchWords(search),
    visibility: { ...unitVisibility(user, now), ...requestedRange(query) },
  }
  return findUnits(sql, unitFilter, { limit, offset, cursor })
}

/** One page of the units of a kind for pickers, by number. */
export function listUnitNames(sql: Sql, kind: UnitKind, user: CurrentUser, page: PageRequest): Promise<PageText> {
  return findUnitNames(sql, unitNameList(kind, seesMarks(user, kind)), page)
}

/** Throws 404. */
export async function getUnit(sql: Sql, unit: UnitRef, { user, now }: Viewer): Promise<RecordText> {
  const found = await unitStore(unit.kind, unitVisibility(user, now)).find(sql, await getUnitId(sql, unit))
  if (!found) throw notFound()
  return found
}

/** The numbers of rows that refer to a unit, as JSON. Throws 404. */
export async function getDependents(sql: Sql, unit: UnitRef): Promise<string> {
  return findDependents(sql, await getUnitId(sql, unit))
}

const AREA_OF: Readonly<Record<UnitKind, Area>> = { truck: 'trucks', trailer: 'trailers' }

/** Whether a user sees the plates and VINs of a kind of unit: a user who may view the kind does. */
export const seesMarks = (user: CurrentUser, kind: UnitKind): boolean => can(user, view(AREA_OF[kind]))

/** The kinds of unit that a user may view. */
const viewableKinds = (user: CurrentUser) => UNIT_KINDS.filter((kind) => can(user, view(AREA_OF[kind])))

/**
 * The kinds of unit that a user may pick: kinds whose area the user may view or edit; all kinds with access to
 * maintenance.
 */
export function pickableKinds(user: CurrentUser): readonly UnitKind[] {
  if (can(user, view('maintenance')) || can(user, edit('maintenance'))) return UNIT_KINDS
  return UNIT_KINDS.filter((kind) => can(user, view(AREA_OF[kind])) || can(user, edit(AREA_OF[kind])))
}

interface UnitNotReady {
  readonly id: string
  readonly kind: UnitKind
  readonly reasons: NotReadyReason[]
}

/** The units that the user may view and that must not drive today, with the reasons. */
export async function listNotReady(sql: Sql, user: CurrentUser, now: Date): Promise<UnitNotReady[]> {
  const today = chicagoDay(now)
  const units = await findHealth(sql, viewableKinds(user), unitVisibility(user, now))
  return units
    .map(({ id, kind, ...facts }) => ({ id, kind, reasons: [...notReadyReasons(facts, today)] }))
    .filter(({ reasons }) => reasons.length > 0)
}
