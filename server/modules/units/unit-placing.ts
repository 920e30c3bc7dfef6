import type { TrailerChange, TruckChange } from '#contract/units/unit-changes.ts'
import type { UnitKind, VehicleStatus } from '#contract/units/unit-choices.ts'
import { invalid, notFound, Problem } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import type { Author, HistoryLog } from '#server/records/history-log.ts'
import { noteLinkedChange } from '#server/records/linked-record.ts'
import type { UnitFields } from './unit-columns.ts'
import { findUnitDrivers, lockDrivers, type UnitDriver } from './unit-driver-repository.ts'
import { findDriverOfUnit } from './unit-record-repository.ts'
import { giveLocksBack, type LockedUnit, lockUnits, markBeforeLocks } from './unit-repository.ts'
import { free, idOf, place, UNIT_FIELDS } from './unit-service.ts'

const IN_FIRING = 'The units of a driver in Firing can not be changed.'

/** Who shall drive a unit, as far as a change says. */
export interface AskedPlace {
  readonly kind: UnitKind
  /** Null for a unit that is only to be made. */
  readonly id: string | null
  readonly status: VehicleStatus | undefined
  readonly driver: number | null | undefined
  /** What that driver has of the kind, as the person knew; undefined when nothing is said of it. */
  readonly had: string | null | undefined
}

/** The same with everything that it may move, locked. */
export interface LockedPlace extends AskedPlace {
  readonly drivers: readonly UnitDriver[]
  readonly units: readonly LockedUnit[]
}

export const placeAsked = (body: TruckChange | TrailerChange, kind: UnitKind, id: string | null): AskedPlace => ({
  kind,
  id,
  status: body.status,
  driver: body.driver,
  had: body.driver_had,
})

/**
 * Locks all that another driver or status of a unit is about: the drivers who get and lose it, by id, then the units, by id:
 * the order of all changes of units.
 */
export async function lockPlace(sql: Sql, asked: AskedPlace): Promise<LockedPlace> {
  const isAbout = asked.driver !== undefined || (asked.status !== undefined && asked.id !== null)
  if (!isAbout) return { ...asked, drivers: [], units: [] }
  const had = asked.had == null ? asked.had : await idOf(sql, asked.had)
  await markBeforeLocks(sql)
  for (;;) {
    const locked = await lockInOrder(sql, { ...asked, had })
    if (locked) return locked
    await giveLocksBack(sql)
  }
}

/**
 * Null when the unit came to somebody else before its own lock was had. To lock that driver then would be out of the order: two
 * would wait for each other. So all locks are given back and taken anew; each time this happens somebody else is done.
 */
async function lockInOrder(sql: Sql, asked: AskedPlace): Promise<LockedPlace | null> {
  const { id, driver = null } = asked
  const holder = id === null ? null : await findDriverOfUnit(sql, id)
  const drivers = [driver, holder].filter((one) => one !== null)
  await lockDrivers(sql, drivers)
  const units = await lockUnits(sql, driver ?? 0, id === null ? [] : [id])
  const unit = units.find((one) => one.id === id)
  if (id !== null && !unit) throw notFound()
  if (unit?.holder && !drivers.includes(unit.holder.id)) return null
  return { ...asked, units, drivers: await findUnitDrivers(sql, drivers) }
}

/** The unit of the kind that a driver has beside the one that is asked for. */
function otherUnitOf({ units, kind, id }: LockedPlace, driver: number): LockedUnit | undefined {
  return units.find((unit) => unit.driver === driver && unit.kind === kind && unit.id !== id)
}

/** Throws the 400 that says why a driver can't be given the unit; answers the driver. */
function judgeDriver(asked: LockedPlace, id: number): UnitDriver {
  const refuse = (message: string) => invalid({ driver: [message] })
  const driver = asked.drivers.find((one) => one.id === id)
  if (!driver) throw refuse('There is no such driver.')
  if (driver.status === 'firing_process') throw refuse(IN_FIRING)
  const { kind, had } = asked
  const other = otherUnitOf(asked, id)
  const now = other?.id ?? null
  if (had === undefined || had === now || (had !== null && had === asked.id)) return driver
  const name = `${driver.first_name} ${driver.last_name}`
  const said = other ? `${name} has ${kind} ${other.number} by now.` : `${name} has no ${kind} any more.`
  throw new Problem(400, { driver: [said], has_now: { driver: now } })
}

/** Throws a 400 when status and driver contradict each other. `current`: who drives it. */
function refuseContradiction({ status, driver }: AskedPlace, current: number | null): void {
  const next = driver === undefined ? current : driver
  if (status === 'assigned' && next === null) throw invalid({ driver: ['Choose who drives it: then it is assigned.'] })
  if (status !== undefined && status !== 'assigned' && typeof driver === 'number')
    throw invalid({ status: ['A unit with a driver is assigned.'] })
}

type Following = Pick<Partial<UnitFields>, 'status' | 'driver' | 'dispatcher'>

/**
 * What follows from another driver or status: with a driver a unit is assigned, and led as he is; with any other status
 * nobody drives it. `current`: how it stands. Throws 400 by field.
 */
export function followsFrom(asked: LockedPlace, current: Pick<UnitFields, 'status' | 'driver'>): Following {
  refuseContradiction(asked, current.driver)
  const { status, driver } = asked
  const isFreed = driver === null || (driver === undefined && status !== undefined && status !== 'assigned')
  const next = isFreed ? null : (driver ?? current.driver)
  if (next !== current.driver) {
    const holder = asked.drivers.find((one) => one.id === current.driver)
    if (holder?.status === 'firing_process')
      throw invalid({ [driver === undefined ? 'status' : 'driver']: [IN_FIRING] })
    if (next !== null) return { status: 'assigned', driver: next, dispatcher: judgeDriver(asked, next).dispatcher }
    return { status: status ?? 'unassigned', driver: null, dispatcher: null }
  }
  return status !== undefined && status !== current.status ? { status } : {}
}

/**
 * Frees what the new driver of a unit had of the kind: before the unit is his, for nobody has two. It is free from the day on
 * which the other is his (`since`), which may be long ago where the change waited on a device; never from one to come. Answers
 * its id; null when he had none.
 */
export async function freeOther(
  sql: Sql,
  author: Author,
  asked: LockedPlace,
  driver: number,
  since: string | null,
): Promise<string | null> {
  const other = otherUnitOf(asked, driver)
  if (!other) return null
  const today = chicagoDay(author.now)
  await place(sql, author, other, free(since !== null && since < today ? since : today))
  return other.id
}

/** Tells the drivers of a unit that went from one to another; null for nobody. `had`: what the new one had before. */
export async function noteDrivers(
  sql: Sql,
  { author }: Pick<HistoryLog, 'author'>,
  kind: UnitKind,
  { id, from, to, had }: { id: string; from: number | null; to: number | null; had: string | null },
): Promise<void> {
  const field = UNIT_FIELDS[kind]
  const note = (driver: number | null, was: string | null, now: string | null) =>
    driver === null || was === now
      ? undefined
      : noteLinkedChange(sql, { area: 'drivers', id: driver, author, changes: [{ field, from: was, to: now }] })
  await note(from, id, null)
  await note(to, had, id)
}
