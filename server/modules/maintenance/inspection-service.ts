import { INSPECTION_RULES } from '#contract/maintenance/inspection-changes.ts'
import type { inspectionEndpoints } from '#contract/maintenance/maintenance.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { QueryOf } from '#contract/wire/endpoint.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { isDoubtfulDay } from '#contract/wire/record.ts'
import { invalid, notFound, Problem } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { findDeletedUnit } from '#server/modules/units/unit-service.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import { findDeleted } from '#server/records/deleted-record.ts'
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

/** Who changes an inspection, and where the bytes of files lie. */
export interface Inspector {
  readonly user: CurrentUser
  readonly files: FileStore
}

/** The 404 that says who deleted an inspection; null when none of that name was deleted. */
export async function deletionOf(sql: Sql, ref: RecordRef): Promise<Problem | null> {
  const deleted = await findDeleted(sql, 'maintenance', ref)
  if (!deleted) return null
  return new Problem(404, { detail: `Inspection ${deleted.id} was deleted${deleted.by && ` by ${deleted.by}`}.` })
}

/** The number of an inspection. Throws a 404 that says who deleted it, where somebody did. */
export async function getInspectionId(sql: Sql, ref: RecordRef): Promise<number> {
  const id = await findInspectionId(sql, ref)
  if (id === null) throw (await deletionOf(sql, ref)) ?? notFound()
  return id
}

/** Throws 404. */
export async function getInspection(sql: Sql, ref: RecordRef): Promise<RecordText> {
  const found = await inspectionStore.find(sql, await getInspectionId(sql, ref))
  if (!found) throw notFound()
  return found
}

/** Throws a 400 for days that are in the wrong order. */
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
  const question = { ...filter, date_after, date_before, today: chicagoDay(now) }
  return findInspections(sql, question, { limit, offset, cursor })
}

/** The refusal of a unit that there is not; it says who deleted it, where somebody did. */
export async function unitMissing(sql: Sql, ref: string): Promise<Problem> {
  return invalid({ transport: [(await findDeletedUnit(sql, ref)) ?? 'There is no such unit.'] })
}

/** Throws a 400 for who is no fleet manager. */
export async function refuseManager(sql: Sql, user: number | null | undefined): Promise<void> {
  if (user != null && !(await isFleetManager(sql, user)))
    throw invalid({ fleet_manager: ['This is not a fleet manager.'] })
}

/** An amount in dollars as it is kept. */
export const wholeCents = (dollars: number): number => Math.round(dollars * 100) / 100

/** What a change says of the approval. */
interface ApprovalSaid {
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

/** An instant that a device told: never later than now, for its clock may be ahead; now where it is of no year that can be right. */
export const notAfter = (instant: string, now: Date): Date =>
  isDoubtfulDay(instant) ? now : new Date(Math.min(Date.parse(instant), now.getTime()))

/**
 * The approval that a change brings: by the one who sends it, on the day of the moment in which the box was ticked. Throws a 400
 * for an approval of somebody else, for half of one, and for one of a day to come.
 */
export function approvalOf(said: ApprovalSaid, user: Pick<CurrentUser, 'id'>, now: Date): Approval {
  const { approved_by, approved_date, approved_at } = said
  if (approved_by == null && approved_date == null) return UNAPPROVED
  if (approved_by == null) throw invalid({ approved_by: [INSPECTION_RULES.required] })
  if (approved_by !== user.id) throw invalid({ approved_by: ['Nobody approves for somebody else.'] })
  const at = approved_at === undefined ? null : notAfter(approved_at, now)
  const day = at ? chicagoDay(at) : (approved_date ?? chicagoDay(now))
  if (day > chicagoDay(now)) throw invalid({ approved_date: ['Enter a day that has begun.'] })
  return { approved_by, approved_date: day, approved_at: at?.toISOString() ?? null }
}
