import type { DriverChange } from '#contract/people/driver-changes.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { Problem } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import {
  type LockedUnit,
  lockDrivers,
  lockUnits,
  moveUnitsAlong,
  placeUnits,
  refusalOf,
  UNIT_FIELDS,
  type UnitChange,
} from '#server/modules/units/unit-service.ts'
import { addDays, chicagoDay } from '#server/records/calendar.ts'
import type { HistoryLog } from '#server/records/history-log.ts'
import { noteLinkedChange } from '#server/records/linked-record.ts'
import { type DriverFields, findNameOf } from './driver-repository.ts'

const SORTS: readonly UnitKind[] = ['truck', 'trailer']
/** How far back a change may say that it was made: as long as its answer is kept, should it be sent again. */
const LATEST_SENDING_DAYS = 90
const IN_FIRING = 'The units of a driver in Firing can not be changed.'

/** The units that a change asks for, by kind, with what it says about them. */
export interface AskedUnits {
  readonly driver: number
  readonly takenFrom: readonly number[]
  /** From which day on (`yyyy-MM-dd`). */
  readonly day: string
  /** What the driver had, as the person knew; undefined where nothing is said of it. */
  readonly was: Readonly<Record<UnitKind, string | null | undefined>>
  /** What the driver is called; empty where no word needs it. */
  readonly name: string
  /** Every unit that the change may move. Empty for a change that is about none. */
  readonly locked: readonly LockedUnit[]
}

/** A tablet's clock may be wrong: the day is neither put off nor long ago. */
function dayOf(from: string | undefined, today: string): string {
  const first = addDays(today, -LATEST_SENDING_DAYS)
  if (from === undefined || from > today) return today
  return from < first ? first : from
}

/**
 * Locks all that a change of units is about: the drivers who get and lose some, by id, then the units, by id. So two changes
 * of the same units wait for each other, in whatever order they name them.
 */
export async function lockAsked(sql: Sql, driver: number, body: DriverChange, now: Date): Promise<AskedUnits> {
  const { taken_from: takenFrom = [], units_date_from: from } = body
  const was = { truck: body.truck_was, trailer: body.trailer_was }
  const asked = { driver, takenFrom, day: dayOf(from, chicagoDay(now)), was }
  const named = SORTS.map((kind) => body[UNIT_FIELDS[kind]])
  if (named.every((id) => id === undefined)) return { ...asked, name: '', locked: [] }
  await lockDrivers(sql, [driver, ...takenFrom])
  const ids = named.filter((id) => id !== undefined && id !== null)
  const name = SORTS.some((kind) => was[kind] !== undefined) ? await findNameOf(sql, driver) : ''
  return { ...asked, name, locked: await lockUnits(sql, driver, ids) }
}

/** Throws a 400 by field when a unit can't come to the driver, or the driver's units can't be changed at all. */
export function refuseUnits(asked: AskedUnits, differs: Partial<DriverFields>, current: DriverFields): void {
  // Who leaves Firing by the same change may have units again.
  const isFiring = current.status === 'firing_process' && differs.status === undefined
  const refused: Record<string, unknown> = {}
  const has_now: Record<string, string | null> = {}
  for (const kind of SORTS) {
    const field = UNIT_FIELDS[kind]
    const id = differs[field]
    if (id === undefined) continue
    const since = changedSince(asked, kind, current[field])
    const unit = asked.locked.find((one) => one.id === id)
    const refusal = id === null ? null : refusalOf(unit, { ...asked, kind })
    if (isFiring) refused[field] = [IN_FIRING]
    else if (since !== null) {
      refused[field] = [since]
      has_now[field] = current[field]
    } else if (refusal) {
      refused[field] = [refusal.message]
      if (refusal.heldBy) refused.held_by ??= refusal.heldBy
    }
  }
  if (Object.keys(has_now).length > 0) refused.has_now = has_now
  if (Object.keys(refused).length > 0) throw new Problem(400, refused)
}

/** That a driver has another unit than the person knew, in words; null when it is the same, or nothing was said of it. */
function changedSince({ was, name, locked }: AskedUnits, kind: UnitKind, now: string | null): string | null {
  if (was[kind] === undefined || was[kind] === now) return null
  const number = locked.find(({ id }) => id === now)?.number ?? now
  return now === null ? `${name} has no ${kind} any more.` : `${name} has ${kind} ${number} by now.`
}

/**
 * Moves the units of a driver as the change says, tells the drivers who lose some, and takes the driver's units along to
 * another dispatcher. Before the driver's own row is written: the answer shows them.
 */
export async function moveDriversUnits(
  sql: Sql,
  { driver, day, locked }: AskedUnits,
  { dispatcher }: DriverFields,
  { author, changes: all }: HistoryLog,
): Promise<void> {
  const changes = SORTS.flatMap((kind): UnitChange[] => {
    const change = all.find(({ field }) => field === UNIT_FIELDS[kind])
    // What the driver's fields hold for a unit is its id, or null.
    return change ? [{ kind, from: change.from as string | null, to: change.to as string | null }] : []
  })
  const losses = await placeUnits(sql, author, { driver, dispatcher, day, changes, locked })
  for (const [id, lost] of losses) await noteLinkedChange(sql, { area: 'drivers', id, author, changes: lost })
  if (all.some(({ field }) => field === 'dispatcher')) await moveUnitsAlong(sql, author, [driver], dispatcher)
}
