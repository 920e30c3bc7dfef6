import type { DayEdit } from '#contract/boards/schedule-changes.ts'
import { invalid } from '#server/base/problem.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { type ChangesSince, findChangesSince, NO_CHANGES } from '#server/records/changes-since.ts'
import {
  allFieldsChanged,
  type Conflicts,
  conflictProblem,
  conflictsBetween,
  differences,
  disputableFields,
} from '#server/records/merge.ts'
import { changedDay, type DayFields } from './changed-day.ts'
import { type DayToWrite, type LockedDay, type LockedDays, type WrittenDay, writeDays } from './set-days-repository.ts'

/** The 400 for an unknown driver, reported under `field`. */
export const noSuchDriver = (field: string) => invalid({ [field]: ['There is no such driver.'] })

/** The requested edit of one day, with a client id for a day that has none yet. */
export interface RequestedDay extends DayEdit {
  readonly client_id?: string | null | undefined
}

/** The format of a 412: the name of a conflict, and the current days. */
export interface ConflictFormat {
  readonly nameOf: (date: string, field: string) => string
  readonly currentOf: (days: readonly LockedDay[]) => unknown
}
/** The contract's format for several days: conflicts by date, and only planned days. */
const BY_DATE: ConflictFormat = {
  nameOf: (date, field) => `${date}.${field}`,
  currentOf: (days) => days.filter(({ status }) => status !== null),
}

/** A requested edit with the day that it applies to. `id` is null when the day has no row. */
interface DayEditPlan {
  readonly wish: RequestedDay
  readonly id: number | null
  readonly version: number
  readonly isNamed: boolean
  readonly fields: DayFields
  /** The fields that the edit really changes. */
  readonly differs: Partial<DayFields>
  /** The fields that can conflict with changes by other users. */
  readonly disputed: Partial<DayFields>
}

function planEdit(requestedDay: RequestedDay, day: LockedDay | undefined, { isBlind }: ChangeRequest): DayEditPlan {
  const fields: DayFields = { status: day?.status ?? null, description: day?.description ?? '' }
  const { status, description } = requestedDay
  const requested = status === null ? { status, description: '' } : { status, description }
  const changes = { differs: differences(fields, requested), disputed: disputableFields(fields, requested, isBlind) }
  return {
    wish: requestedDay,
    id: day?.id ?? null,
    version: day?.version ?? 0,
    isNamed: day?.client_id != null,
    fields,
    ...changes,
  }
}

const isOutdated = ({ wish: { seen }, version, disputed }: DayEditPlan) =>
  seen !== undefined && (seen ?? 0) < version && Object.keys(disputed).length > 0

/** The history of the outdated days since the user saw them, by day id. One statement reads it for all of them. */
async function changesSinceSeen(
  { sql, author }: ChangeRequest,
  edits: readonly DayEditPlan[],
): Promise<ReadonlyMap<string, ChangesSince>> {
  const outdated = edits.filter(isOutdated)
  if (outdated.length === 0) return new Map()
  return findChangesSince(sql, author, 'schedule', new Map(outdated.map(({ id, wish }) => [id ?? 0, wish.seen ?? 0])))
}

/**
 * Whether the edit has only a description, for a plan that the user saw or made and that was cleared or never arrived
 * here.
 */
const hasLostPlan = ({ wish: { seen, status }, fields }: DayEditPlan) =>
  seen !== 0 && status === undefined && fields.status === null

function conflictsOf(edit: DayEditPlan, changesSince: ChangesSince): Conflicts {
  const { wish, version, fields, disputed } = edit
  const { seen } = wish
  if (seen === undefined || seen === version) return {}
  const isFromLater = seen !== null && seen > version
  const changed = isFromLater ? allFieldsChanged(disputed) : changedDay(fields, seen, changesSince)
  const isPlanGone = hasLostPlan(edit) && !changed.has('description')
  return conflictsBetween(fields, disputed, isPlanGone ? allFieldsChanged(disputed) : changed)
}

async function refuseConflicts(
  request: ChangeRequest,
  { byDate }: LockedDays,
  edits: readonly DayEditPlan[],
  { nameOf, currentOf }: ConflictFormat,
): Promise<void> {
  const changesSince = await changesSinceSeen(request, edits)
  const conflicts: Conflicts = {}
  for (const one of edits) {
    const own = Object.entries(conflictsOf(one, changesSince.get(String(one.id)) ?? NO_CHANGES))
    for (const [field, conflict] of own) conflicts[nameOf(one.wish.date, field)] = conflict
  }
  if (Object.keys(conflicts).length === 0) return
  throw conflictProblem(currentOf([...byDate.values()]), conflicts)
}

function dayToWrite({ wish: { date, client_id = null }, fields, differs }: DayEditPlan, at: number): DayToWrite {
  const day = { date, client_id, ...fields, ...differs }
  if (day.status !== null || day.description === '') return day
  const message = 'Nothing is planned on this day. Choose a status too.'
  throw invalid({ days: { [at]: { description: [message] } } })
}

/**
 * Plans, changes and clears days of a driver, all or none. Returns all of these days that have a row, by date. Days
 * that already match are not touched. Throws 412 for conflicts with changes that the user has not seen, and for a
 * description without a status when the seen plan does not exist any more; 400 for such a description when the user saw
 * no plan.
 * @param lockedDays the locked days that the edits apply to
 */
export async function setDays(
  request: ChangeRequest,
  lockedDays: LockedDays,
  requestedDays: readonly RequestedDay[],
  format: ConflictFormat = BY_DATE,
): Promise<WrittenDay[]> {
  const edits = requestedDays.map((requestedDay) =>
    planEdit(requestedDay, lockedDays.byDate.get(requestedDay.date), request),
  )
  await refuseConflicts(request, lockedDays, edits, format)
  const all = edits.map((one, at) => ({ one, day: dayToWrite(one, at) }))
  const wanted = all
    .filter(({ one, day }) => {
      const isToBeNamed = one.id !== null && !one.isNamed && day.client_id !== null
      return isToBeNamed || Object.keys(one.differs).length > 0
    })
    .map(({ day }) => day)
  const dates = requestedDays.map(({ date }) => date)
  return writeDays(request.sql, lockedDays.driver, { wanted, dates }, request.author)
}
