import { INSPECTION_RULES } from '#contract/maintenance/inspection-changes.ts'
import type { inspectionEndpoints } from '#contract/maintenance/maintenance.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { QueryOf } from '#contract/wire/endpoint.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { isImplausibleDay } from '#contract/wire/record.ts'
import { invalid, notFound, Problem } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { findDeletedUnit } from '#server/modules/units/unit-service.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import { findDeletedRecord } from '#server/records/deleted-record.ts'
import type { RecordText } from '#server/records/record-text.ts'
import type { PageText } from '#server/records/sql/page-sql.ts'
import {
  countUpcoming,
  findInspectedDrivers,
  findInspectedUnits,
  findInspections,
} from './inspection-list-repository.ts'
import { findInspectionId, inspectionStore, isFleetManager } from './inspection-repository.ts'

export const countDue = countUpcoming
export const listInspectedUnits = findInspectedUnits
export const listInspectedDrivers = findInspectedDrivers

/** The user who changes an inspection, and the store of its files. */
export interface InspectionChanger {
  readonly user: CurrentUser
  readonly files: FileStore
}

/** The 404 that names the user who deleted an inspection; null when no inspection with this reference was deleted. */
export async function deletionProblem(sql: Sql, ref: RecordRef): Promise<Problem | null> {
  const deleted = await findDeletedRecord(sql, 'maintenance', ref)
  if (!deleted) return null
  return new Problem(404, { detail: `Inspection ${deleted.id} was deleted${deleted.by && ` by ${deleted.by}`}.` })
}

/** The id of an inspection. Throws 404; for a deleted inspection the 404 names the user who deleted it. */
export async function getInspectionId(sql: Sql, ref: RecordRef): Promise<number> {
  const id = await findInspectionId(sql, ref)
  if (id === null) throw (await deletionProblem(sql, ref)) ?? notFound()
  return id
}

/** Throws 404. */
export async function getInspection(sql: Sql, ref: RecordRef): Promise<RecordText> {
  const found = await inspectionStore.find(sql, await getInspectionId(sql, ref))
  if (!found) throw notFound()
  return found
}

/** One page of inspections. Throws a 400 when the end of the date range is before its beginning. */
export function listInspections(
  sql: Sql,
  query: QueryOf<(typeof inspectionEndpoints)['list']>,
  now: Date,
): Promise<PageText> {
  const { limit, offset, cursor, ...filter } = query
  const date_after = filter.date_after || undefined
  const date_before = filter.date_before || undefined
  if (date_after && date_before && date_before < date_after)
    throw invalid({ date_before: ['The end must not be before the beginning.'] })
  const request = { ...filter, date_after, date_before, today: chicagoDay(now) }
  return findInspections(sql, request, { limit, offset, cursor })
}

/** The 400 for a unit that does not exist. For a deleted unit it names the user who deleted it. */
export async function missingUnitProblem(sql: Sql, ref: string): Promise<Problem> {
  return invalid({ transport: [(await findDeletedUnit(sql, ref)) ?? 'There is no such unit.'] })
}

/** Throws a 400 when the user is not a fleet manager. */
export async function refuseManager(sql: Sql, user: number | null | undefined): Promise<void> {
  if (user != null && !(await isFleetManager(sql, user)))
    throw invalid({ fleet_manager: ['This is not a fleet manager.'] })
}

/** An amount in dollars, rounded to whole cents as it is stored. */
export const roundToCents = (dollars: number): number => Math.round(dollars * 100) / 100

/** The approval fields of a change. */
interface RequestedApproval {
  readonly approved_by?: number | null | undefined
  readonly approved_date?: string | null | undefined
  readonly approved_at?: string | undefined
}

export interface Approval {
  readonly approved_by: number | null
  readonly approved_date: string | null
  readonly approved_at: string | null
}
const UNAPPROVED: Approval = { approved_by: null, approved_date: null, approved_at: null }

/** An instant from a device, whose clock may be wrong: at most `now`, and `now` instead of an implausible year. */
export const plausibleInstant = (instant: string, now: Date): Date =>
  isImplausibleDay(instant) ? now : new Date(Math.min(Date.parse(instant), now.getTime()))

/**
 * The approval in a change: by the user who sends it, on the day on which the box was ticked. Throws a 400 for an
 * approval in the name of another user, for a date without an approver, and for a future date.
 */
export function approvalOf(requested: RequestedApproval, user: Pick<CurrentUser, 'id'>, now: Date): Approval {
  const { approved_by, approved_date, approved_at } = requested
  if (approved_by == null && approved_date == null) return UNAPPROVED
  if (approved_by == null) throw invalid({ approved_by: [INSPECTION_RULES.required] })
  if (approved_by !== user.id) throw invalid({ approved_by: ['You can’t approve for another user.'] })
  const at = approved_at === undefined ? null : plausibleInstant(approved_at, now)
  const day = at ? chicagoDay(at) : (approved_date ?? chicagoDay(now))
  if (day > chicagoDay(now)) throw invalid({ approved_date: ['Enter today or an earlier day.'] })
  return { approved_by, approved_date: day, approved_at: at?.toISOString() ?? null }
}
