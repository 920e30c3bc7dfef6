import type { DayWish } from '#contract/boards/schedule-changes.ts'
import { invalid } from '#server/base/problem.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { changedByOthers, NOTHING_TOLD, type Told } from '#server/records/changed-by-others.ts'
import {
  type Conflicts,
  conflictProblem,
  conflictsBetween,
  differences,
  disputable,
  everyField,
} from '#server/records/merge.ts'
import { changedDay, type DayFields } from './changed-day.ts'
import { type HeldDay, type HeldDays, type WantedDay, type WrittenDay, writeDays } from './set-days-repository.ts'

/** The 400 that blames `field`. */
export const noSuchDriver = (field: string) => invalid({ [field]: ['There is no such driver.'] })

/** A wish for one day, and what the device calls the day where it has no name yet. */
export interface NamedWish extends DayWish {
  readonly client_id?: string | null | undefined
}

/** How a 412 speaks: the name of a conflict, and the days as they are. */
export interface Telling {
  readonly nameOf: (date: string, field: string) => string
  readonly currentOf: (days: readonly HeldDay[]) => unknown
}
/** As the contract has it for several days: by date, and only what is planned. */
const BY_DATE: Telling = {
  nameOf: (date, field) => `${date}.${field}`,
  currentOf: (days) => days.filter(({ status }) => status !== null),
}

/** A wish beside the day that it is about; `id` is null where there is no row. */
interface Judged {
  readonly wish: NamedWish
  readonly id: number | null
  readonly version: number
  readonly isNamed: boolean
  readonly fields: DayFields
  /** What the wish would really change. */
  readonly differs: Partial<DayFields>
  /** What of it a change by others may stand in the way of. */
  readonly disputed: Partial<DayFields>
}

function judge(wish: NamedWish, day: HeldDay | undefined, { isBlind }: ChangeRequest): Judged {
  const fields: DayFields = { status: day?.status ?? null, description: day?.description ?? '' }
  const { status, description } = wish
  const asked = status === null ? { status, description: '' } : { status, description }
  const weighed = { differs: differences(fields, asked), disputed: disputable(fields, asked, isBlind) }
  return { wish, id: day?.id ?? null, version: day?.version ?? 0, isNamed: day?.client_id != null, fields, ...weighed }
}

const isOutdated = ({ wish: { seen }, version, disputed }: Judged) =>
  seen !== undefined && (seen ?? 0) < version && Object.keys(disputed).length > 0

/** What others did since to the days that were seen as they are no more, in one statement for all. */
async function toldOf({ sql, author }: ChangeRequest, judged: readonly Judged[]): Promise<ReadonlyMap<string, Told>> {
  const outdated = judged.filter(isOutdated)
  if (outdated.length === 0) return new Map()
  return changedByOthers(sql, author, 'schedule', new Map(outdated.map(({ id, wish }) => [id ?? 0, wish.seen ?? 0])))
}

/** A description alone, upon a plan that the person saw or made, and that is not there any more or never came here. */
const hasLostItsDay = ({ wish: { seen, status }, fields }: Judged) =>
  seen !== 0 && status === undefined && fields.status === null

function conflictsOf(judged: Judged, told: Told): Conflicts {
  const { wish, version, fields, disputed } = judged
  const { seen } = wish
  if (seen === undefined || seen === version) return {}
  const isFromLater = seen !== null && seen > version
  const changed = isFromLater ? everyField(disputed) : changedDay(fields, seen, told)
  const isAsked = hasLostItsDay(judged) && !changed.has('description')
  return conflictsBetween(fields, disputed, isAsked ? everyField(disputed) : changed)
}

async function refuseConflicts(
  request: ChangeRequest,
  { byDate }: HeldDays,
  judged: readonly Judged[],
  { nameOf, currentOf }: Telling,
): Promise<void> {
  const told = await toldOf(request, judged)
  const conflicts: Conflicts = {}
  for (const one of judged) {
    const own = Object.entries(conflictsOf(one, told.get(String(one.id)) ?? NOTHING_TOLD))
    for (const [field, conflict] of own) conflicts[nameOf(one.wish.date, field)] = conflict
  }
  if (Object.keys(conflicts).length === 0) return
  throw conflictProblem(currentOf([...byDate.values()]), conflicts)
}

function wantedDay({ wish: { date, client_id = null }, fields, differs }: Judged, at: number): WantedDay {
  const day = { date, client_id, ...fields, ...differs }
  if (day.status !== null || day.description === '') return day
  const message = 'Nothing is planned on this day. Choose a status too.'
  throw invalid({ days: { [at]: { description: [message] } } })
}

/**
 * Plans, changes and clears days of a driver, all or none; answers those of them that have a row, by date. Days that are as
 * wished already are not touched. Throws 412 where others changed what was not seen and is wished otherwise, and for a
 * description alone whose day is planned no more; 400 for one where no plan was seen.
 * @param held the days of all wishes
 */
export async function setDays(
  request: ChangeRequest,
  held: HeldDays,
  wishes: readonly NamedWish[],
  telling: Telling = BY_DATE,
): Promise<WrittenDay[]> {
  const judged = wishes.map((wish) => judge(wish, held.byDate.get(wish.date), request))
  await refuseConflicts(request, held, judged, telling)
  const all = judged.map((one, at) => ({ one, day: wantedDay(one, at) }))
  const wanted = all
    .filter(({ one, day }) => {
      const isToBeNamed = one.id !== null && !one.isNamed && day.client_id !== null
      return isToBeNamed || Object.keys(one.differs).length > 0
    })
    .map(({ day }) => day)
  const dates = wishes.map(({ date }) => date)
  return writeDays(request.sql, held.driver, { wanted, dates }, request.author)
}
