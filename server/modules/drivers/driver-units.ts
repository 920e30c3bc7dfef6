import type { DriverChange } from '#contract/people/driver-changes.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { Problem } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import {
  assignUnits,
  type LockedUnit,
  lockDrivers,
  lockUnits,
  moveUnitsAlong,
  refusalOf,
  UNIT_FIELDS,
  type UnitChange,
} from '#server/modules/units/unit-service.ts'
import { addDays, chicagoDay } from '#server/records/calendar.ts'
import type { HistoryLog } from '#server/records/history-log.ts'
import { logLinkedChange } from '#server/records/linked-record.ts'
import { type DriverFields, findFullName } from './driver-repository.ts'

const UNIT_KINDS: readonly UnitKind[] = ['truck', 'trailer']
/**
 * How many days an assignment may date back: as long as the response to a request is stored, in case it is sent again.
 */
const LATEST_SENDING_DAYS = 90
const IN_FIRING = 'The units of a driver in Firing can’t be changed.'

/** The units that a change of a driver requests, with the locked rows. */
export interface RequestedUnits {
  readonly driver: number
  readonly takenFrom: readonly number[]
  /** The first day of the assignment (`yyyy-MM-dd`). */
  readonly day: string
  /** The units that the user saw the driver have; undefined when the change does not contain them. */
  readonly was: Readonly<Record<UnitKind, string | null | undefined>>
  /** The driver's name for error texts; empty when no error text needs it. */
  readonly name: string
  /** Every unit that the change may affect; empty when the change contains no units. */
  readonly locked: readonly LockedUnit[]
}

/**
 * The first day of the assignment, limited because a tablet's clock may be wrong: at most today, and not too long ago.
 */
function dayOf(from: string | undefined, today: string): string {
  const first = addDays(today, -LATEST_SENDING_DAYS)
  if (from === undefined || from > today) return today
  return from < first ? first : from
}

/**
 * Locks everything that a change of a driver's units affects: the drivers who gain and lose units, by id, then the
 * units, by id. Two changes of the same units therefore wait for each other, in whatever order they list the units.
 */
export async function lockRequestedUnits(
  sql: Sql,
  driver: number,
  body: DriverChange,
  now: Date,
): Promise<RequestedUnits> {
  const { taken_from: takenFrom = [], units_date_from: from } = body
  const was = { truck: body.truck_was, trailer: body.trailer_was }
  const requested = { driver, takenFrom, day: dayOf(from, chicagoDay(now)), was }
  const named = UNIT_KINDS.map((kind) => body[UNIT_FIELDS[kind]])
  if (named.every((id) => id === undefined)) return { ...requested, name: '', locked: [] }
  await lockDrivers(sql, [driver, ...takenFrom])
  const ids = named.filter((id) => id !== undefined && id !== null)
  const name = UNIT_KINDS.some((kind) => was[kind] !== undefined) ? await findFullName(sql, driver) : ''
  return { ...requested, name, locked: await lockUnits(sql, driver, ids) }
}

/** Throws a 400 by field when the driver can't have a unit, or when the driver's units can't be changed at all. */
export function refuseUnits(requested: RequestedUnits, differs: Partial<DriverFields>, current: DriverFields): void {
  // A driver who leaves Firing in the same change may have units again.
  const isFiring = current.status === 'firing_process' && differs.status === undefined
  const refused: Record<string, unknown> = {}
  const has_now: Record<string, string | null> = {}
  for (const kind of UNIT_KINDS) {
    const field = UNIT_FIELDS[kind]
    const id = differs[field]
    if (id === undefined) continue
    const unseenChange = describeUnseenChange(requested, kind, current[field])
    const unit = requested.locked.find((one) => one.id === id)
    const refusal = id === null ? null : refusalOf(unit, { ...requested, kind })
    if (isFiring) refused[field] = [IN_FIRING]
    else if (unseenChange !== null) {
      refused[field] = [unseenChange]
      has_now[field] = current[field]
    } else if (refusal) {
      refused[field] = [refusal.message]
      if (refusal.heldBy) refused.held_by ??= refusal.heldBy
    }
  }
  if (Object.keys(has_now).length > 0) refused.has_now = has_now
  if (Object.keys(refused).length > 0) throw new Problem(400, refused)
}

/**
 * The error text when the driver's unit is not the one that the user saw; null when it is, or when the change does not
 * say.
 */
function describeUnseenChange(
  { was, name, locked }: RequestedUnits,
  kind: UnitKind,
  now: string | null,
): string | null {
  if (was[kind] === undefined || was[kind] === now) return null
  const number = locked.find(({ id }) => id === now)?.number ?? now
  return now === null ? `${name} has no ${kind} any more.` : `${name} now has ${kind} ${number}.`
}

/**
 * Moves a driver's units as the change requests, logs the losses of other drivers, and moves the driver's units to a
 * new dispatcher. Call it before the driver's own row is written: the response shows the units.
 */
export async function moveDriversUnits(
  sql: Sql,
  { driver, day, locked }: RequestedUnits,
  { dispatcher }: DriverFields,
  { author, changes: all }: HistoryLog,
): Promise<void> {
  const changes = UNIT_KINDS.flatMap((kind): UnitChange[] => {
    const change = all.find(({ field }) => field === UNIT_FIELDS[kind])
    // The driver's fields contain unit ids or null.
    return change ? [{ kind, from: change.from as string | null, to: change.to as string | null }] : []
  })
  const losses = await assignUnits(sql, author, { driver, dispatcher, day, changes, locked })
  for (const [id, lost] of losses) await logLinkedChange(sql, { area: 'drivers', id, author, changes: lost })
  if (all.some(({ field }) => field === 'dispatcher')) await moveUnitsAlong(sql, author, [driver], dispatcher)
}
