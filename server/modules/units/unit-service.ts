import { UNIT_KINDS, type UnitKind } from '#contract/units/unit-choices.ts'
import { EXPENSE_DAYS } from '#contract/units/units.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { clientId } from '#contract/wire/record.ts'
import { notFound, Problem } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { addDays, chicagoDay } from '#server/records/calendar.ts'
import { findDeletedRecord } from '#server/records/deleted-record.ts'
import type { Author, FieldChange } from '#server/records/history-log.ts'
import { type PapersVisibility, papersVisibility } from '#server/records/sql/papers-sql.ts'
import { findSharedIds } from './duplicate-id-repository.ts'
import { lockDrivers } from './unit-driver-repository.ts'
import { findIdentifiers, findLastNumber, findUniques } from './unit-identity-repository.ts'
import { findTransport } from './unit-list-repository.ts'
import { findUnitId, type UnitVisibility } from './unit-record-repository.ts'

import {
  dropDispatcher,
  findUnitIdsByClientId,
  type Holder,
  type LockedUnit,
  lockUnits,
  moveUnits,
  type UnitAssignmentRow,
  writeAssignment,
} from './unit-repository.ts'

export const listTransport = findTransport
export const listIdentifiers = findIdentifiers
export const listUniques = findUniques
export const listSharedIds = findSharedIds
export type { LockedUnit }
export { lockDrivers, lockUnits }

/** What a user sees of units, with the expenses of the default date range. */
export const unitVisibility = (user: CurrentUser, now: Date) => unitView(papersVisibility(user), now)

/** The same, for users who see as much of the drivers' papers. */
export function unitView(papers: PapersVisibility, now: Date): UnitVisibility {
  const today = chicagoDay(now)
  return { first: addDays(today, EXPENSE_DAYS.first), last: addDays(today, EXPENSE_DAYS.last), today, papers }
}

/** Moves the units of these drivers to another dispatcher or to none. The drivers' rows are locked. */
export const moveUnitsAlong = moveUnits
/** Clears a dispatcher from all units, with and without a driver. */
export const removeDispatcherFromUnits = dropDispatcher

export const UNIT_TITLES = { truck: 'Truck', trailer: 'Trailer' } as const
/** The field of a driver's record for the unit of each kind. */
export const UNIT_FIELDS = { truck: 'truck_id', trailer: 'trailer_id' } as const

/** A reference to a unit of one kind, by its id or its client id. */
export interface UnitRef {
  readonly kind: UnitKind
  readonly ref: string
}

/** The id of a unit. Throws 404; for a deleted unit the 404 names the user who deleted it. */
export async function getUnitId(sql: Sql, { kind, ref }: UnitRef): Promise<string> {
  const id = await findUnitId(sql, kind, ref)
  if (id !== null) return id
  const deleted = await findDeletedRecord(sql, `${kind}s`, ref)
  if (!deleted) throw notFound()
  throw new Problem(404, { detail: await deletionText(sql, kind, deleted) })
}

/**
 * A sentence that names the deleted unit and the user who deleted it; null when no unit with this reference was
 * deleted.
 */
export async function findDeletedUnit(sql: Sql, ref: string): Promise<string | null> {
  for (const kind of UNIT_KINDS) {
    const deleted = await findDeletedRecord(sql, `${kind}s`, ref)
    if (deleted) return deletionText(sql, kind, deleted)
  }
  return null
}

async function deletionText(sql: Sql, kind: UnitKind, { id, by }: { readonly id: string; readonly by: string }) {
  const number = (await findLastNumber(sql, kind, id)) ?? id
  return `${UNIT_TITLES[kind]} ${number} was deleted${by && ` by ${by}`}.`
}

/** Unit ids by client id. References that are not client ids of a unit are left out. */
export async function unitIdsByClientId(
  sql: Sql,
  refs: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const names = refs.filter((ref) => ref != null && isGuid(ref))
  return names.length === 0
    ? new Map()
    : new Map((await findUnitIdsByClientId(sql, names)).map(({ ref, id }) => [ref, id]))
}
/** The id of a unit for its client id. Any other reference is returned unchanged. */
export async function unitIdOf(sql: Sql, ref: string): Promise<string> {
  return (await unitIdsByClientId(sql, [ref])).get(ref.toLowerCase()) ?? ref
}
const isGuid = (ref: string | null | undefined): ref is string => clientId.safeParse(ref).success

/** Why a unit can't be assigned to a driver, for the user. `heldBy`: the driver from whom the unit can be taken. */
export interface UnitRefusal {
  readonly message: string
  readonly heldBy: Pick<Holder, 'id' | 'first_name' | 'last_name'> | null
}

interface UnitRequest {
  readonly kind: UnitKind
  readonly driver: number
  /** The drivers who lose a unit by the change, as far as the user has confirmed. */
  readonly takenFrom: readonly number[]
}

/** Why a unit can't be assigned to a driver; null when it can. `unit`: the locked unit, if it exists. */
export function refusalOf(unit: LockedUnit | undefined, { kind, driver, takenFrom }: UnitRequest): UnitRefusal | null {
  const plain = (message: string) => ({ message, heldBy: null })
  if (!unit) return plain(`There is no such ${kind}.`)
  if (unit.kind !== kind) return plain(`${unit.number} is a ${unit.kind}, not a ${kind}.`)
  const title = `${UNIT_TITLES[kind]} ${unit.number}`
  if (unit.status === 'on_service') return plain(`${title} is on service.`)
  if (unit.status === 'for_sale') return plain(`${title} is for sale.`)
  const { holder } = unit
  if (!holder || holder.id === driver) return null
  const { is_firing, first_name, last_name } = holder
  const heldBy = { id: holder.id, first_name, last_name }
  const assigned = `${title} is assigned to ${first_name} ${last_name} now`
  if (is_firing) return plain(`${assigned}, and the units of a driver in Firing can’t be changed.`)
  return takenFrom.includes(holder.id) ? null : { message: `${assigned}.`, heldBy }
}

/** A change of a driver's truck or trailer, from one unit to another; null for no unit. */
export interface UnitChange {
  readonly kind: UnitKind
  readonly from: string | null
  readonly to: string | null
}

interface DriverUnitChanges {
  readonly driver: number
  /** The driver's dispatcher, who thereby becomes the units' dispatcher. */
  readonly dispatcher: number | null
  /** The first day of the new assignment (`yyyy-MM-dd`). */
  readonly day: string
  readonly changes: readonly UnitChange[]
  /** The units of the changes, locked and checked. */
  readonly locked: readonly LockedUnit[]
}

/** The assignment of a unit without a driver, from a day on. */
export const freeFrom = (day: string): UnitAssignmentRow => ({
  status: 'unassigned',
  status_date_from: day,
  status_date_to: null,
  driver: null,
  dispatcher: null,
})

/** Writes the assignment of a unit and logs it. Does nothing when it is unchanged. */
export async function saveAssignment(sql: Sql, author: Author, unit: LockedUnit, to: UnitAssignmentRow): Promise<void> {
  const names = ['status', 'status_date_from', 'status_date_to', 'driver', 'dispatcher'] as const
  const changes = names
    .filter((field) => unit[field] !== to[field])
    .map((field) => ({ field, from: unit[field], to: to[field] }))
  if (changes.length === 0) return
  await writeAssignment(sql, unit.id, to, { area: `${unit.kind}s`, version: unit.version + 1, author, changes })
}

/**
 * Frees the units that a driver gives up and assigns the new ones, and logs each. Returns the resulting changes in the
 * records of the drivers who lose a unit, by driver.
 */
export async function assignUnits(
  sql: Sql,
  author: Author,
  { driver, dispatcher, day, changes, locked }: DriverUnitChanges,
): Promise<ReadonlyMap<number, readonly FieldChange[]>> {
  const unitOf = (id: string) => {
    const unit = locked.find((one) => one.id === id)
    if (!unit) throw new Error(`unit ${id} is to be moved and was not locked`)
    return unit
  }
  const losses = new Map<number, FieldChange[]>()
  // Frees units first: a driver never has two units of a kind, not even between two statements.
  for (const { from } of changes) if (from !== null) await saveAssignment(sql, author, unitOf(from), freeFrom(day))
  for (const { kind, to } of changes) {
    if (to === null) continue
    const unit = unitOf(to)
    const assigned = { status: 'assigned', status_date_from: day, status_date_to: null, driver, dispatcher } as const
    await saveAssignment(sql, author, unit, assigned)
    if (unit.holder === null) continue
    const { id } = unit.holder
    losses.set(id, [...(losses.get(id) ?? []), { field: UNIT_FIELDS[kind], from: to, to: null }])
  }
  return losses
}

/**
 * Frees all units of a driver from a day on. Returns the changes of the driver's record. The driver's row is locked.
 */
export async function freeUnits(
  sql: Sql,
  author: Author,
  driver: number,
  day: string,
): Promise<readonly FieldChange[]> {
  const units = await lockUnits(sql, driver, [])
  for (const unit of units) await saveAssignment(sql, author, unit, freeFrom(day))
  return units.map(({ kind, id }) => ({ field: UNIT_FIELDS[kind], from: id, to: null }))
}
