import type { TrailerChange, TruckChange } from '#contract/units/unit-changes.ts'
import type { UnitKind, VehicleStatus } from '#contract/units/unit-choices.ts'
import { invalid, notFound, Problem } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import type { Author, HistoryLog } from '#server/records/history-log.ts'
import { logLinkedChange } from '#server/records/linked-record.ts'
import type { UnitFields } from './unit-columns.ts'
import { findUnitDrivers, lockDrivers, type UnitDriver } from './unit-driver-repository.ts'
import { findDriverOfUnit } from './unit-record-repository.ts'
import { type LockedUnit, lockUnits, markBeforeLocks, releaseLocks } from './unit-repository.ts'
import { freeFrom, saveAssignment, UNIT_FIELDS, unitIdOf } from './unit-service.ts'

const IN_FIRING = 'The units of a driver in Firing can’t be changed.'

/** The assignment that a change requests for a unit. */
export interface RequestedAssignment {
  readonly kind: UnitKind
  /** Null for a unit that does not exist yet. */
  readonly id: string | null
  readonly status: VehicleStatus | undefined
  readonly driver: number | null | undefined
  /** The unit of this kind that the user saw the driver have; undefined when the change does not contain it. */
  readonly had: string | null | undefined
}

/** A requested assignment with the locked drivers and units that it may affect. */
export interface LockedAssignment extends RequestedAssignment {
  readonly drivers: readonly UnitDriver[]
  readonly units: readonly LockedUnit[]
}

export const requestedAssignment = (
  body: TruckChange | TrailerChange,
  kind: UnitKind,
  id: string | null,
): RequestedAssignment => ({
  kind,
  id,
  status: body.status,
  driver: body.driver,
  had: body.driver_had,
})

/**
 * Locks everything that a new driver or status of a unit affects: the drivers who receive and lose the unit, by id,
 * then the units, by id. All changes of units lock in this order.
 */
export async function lockAssignment(sql: Sql, requested: RequestedAssignment): Promise<LockedAssignment> {
  const hasAssignment = requested.driver !== undefined || (requested.status !== undefined && requested.id !== null)
  if (!hasAssignment) return { ...requested, drivers: [], units: [] }
  const had = requested.had == null ? requested.had : await unitIdOf(sql, requested.had)
  await markBeforeLocks(sql)
  for (;;) {
    const locked = await lockInOrder(sql, { ...requested, had })
    if (locked) return locked
    await releaseLocks(sql)
  }
}

/**
 * Null when the unit went to another driver before it was locked. Locking that driver now would break the order, and
 * two transactions could wait for each other. So all locks are released and taken again. Each retry means that another
 * transaction has finished.
 */
async function lockInOrder(sql: Sql, requested: RequestedAssignment): Promise<LockedAssignment | null> {
  const { id, driver = null } = requested
  const holder = id === null ? null : await findDriverOfUnit(sql, id)
  const drivers = [driver, holder].filter((one) => one !== null)
  await lockDrivers(sql, drivers)
  const units = await lockUnits(sql, driver ?? 0, id === null ? [] : [id])
  const unit = units.find((one) => one.id === id)
  if (id !== null && !unit) throw notFound()
  if (unit?.holder && !drivers.includes(unit.holder.id)) return null
  return { ...requested, units, drivers: await findUnitDrivers(sql, drivers) }
}

/** The unit of this kind that a driver has in addition to the requested one. */
function otherUnitOf({ units, kind, id }: LockedAssignment, driver: number): LockedUnit | undefined {
  return units.find((unit) => unit.driver === driver && unit.kind === kind && unit.id !== id)
}

/** The driver who receives the unit. Throws a 400 with the reason when the driver can't have it. */
function checkDriver(locked: LockedAssignment, id: number): UnitDriver {
  const refuse = (message: string) => invalid({ driver: [message] })
  const driver = locked.drivers.find((one) => one.id === id)
  if (!driver) throw refuse('There is no such driver.')
  if (driver.status === 'firing_process') throw refuse(IN_FIRING)
  const { kind, had } = locked
  const other = otherUnitOf(locked, id)
  const now = other?.id ?? null
  if (had === undefined || had === now || (had !== null && had === locked.id)) return driver
  const name = `${driver.first_name} ${driver.last_name}`
  const message = other ? `${name} now has ${kind} ${other.number}.` : `${name} has no ${kind} any more.`
  throw new Problem(400, { driver: [message], has_now: { driver: now } })
}

/** Throws a 400 when status and driver contradict each other. `current`: the current driver. */
function refuseContradiction({ status, driver }: RequestedAssignment, current: number | null): void {
  const next = driver === undefined ? current : driver
  if (status === 'assigned' && next === null) throw invalid({ driver: ['Choose who drives it: then it is assigned.'] })
  if (status !== undefined && status !== 'assigned' && typeof driver === 'number')
    throw invalid({ status: ['A unit with a driver is assigned.'] })
}

type ImpliedAssignment = Pick<Partial<UnitFields>, 'status' | 'driver' | 'dispatcher'>

/**
 * The changes that a new driver or status implies. A unit with a driver is assigned and has the driver's dispatcher.
 * With any other status the unit has no driver. `current`: the current assignment. Throws 400 by field.
 */
export function impliedAssignment(
  locked: LockedAssignment,
  current: Pick<UnitFields, 'status' | 'driver'>,
): ImpliedAssignment {
  refuseContradiction(locked, current.driver)
  const { status, driver } = locked
  const isFreed = driver === null || (driver === undefined && status !== undefined && status !== 'assigned')
  const next = isFreed ? null : (driver ?? current.driver)
  if (next !== current.driver) {
    const holder = locked.drivers.find((one) => one.id === current.driver)
    if (holder?.status === 'firing_process')
      throw invalid({ [driver === undefined ? 'status' : 'driver']: [IN_FIRING] })
    if (next !== null) return { status: 'assigned', driver: next, dispatcher: checkDriver(locked, next).dispatcher }
    return { status: status ?? 'unassigned', driver: null, dispatcher: null }
  }
  return status !== undefined && status !== current.status ? { status } : {}
}

/**
 * Frees the previous unit of the same kind of a unit's new driver, before the new unit is assigned: no driver has two.
 * The unit is free from the first day of the new assignment (`since`). That day may be long ago if the change waited on
 * a device; a future day becomes today. Returns the id of the freed unit; null when the driver had none.
 */
export async function freeOtherUnit(
  sql: Sql,
  author: Author,
  locked: LockedAssignment,
  driver: number,
  since: string | null,
): Promise<string | null> {
  const other = otherUnitOf(locked, driver)
  if (!other) return null
  const today = chicagoDay(author.now)
  await saveAssignment(sql, author, other, freeFrom(since !== null && since < today ? since : today))
  return other.id
}

/**
 * Logs a unit's change of driver in the records of both drivers; null for no driver. `freedUnit`: the new driver's
 * previous unit.
 */
export async function logDriverChanges(
  sql: Sql,
  { author }: Pick<HistoryLog, 'author'>,
  kind: UnitKind,
  { id, from, to, freedUnit }: { id: string; from: number | null; to: number | null; freedUnit: string | null },
): Promise<void> {
  const field = UNIT_FIELDS[kind]
  const note = (driver: number | null, was: string | null, now: string | null) =>
    driver === null || was === now
      ? undefined
      : logLinkedChange(sql, { area: 'drivers', id: driver, author, changes: [{ field, from: was, to: now }] })
  await note(from, id, null)
  await note(to, freedUnit, id)
}
