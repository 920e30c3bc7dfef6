import { UNIT_SORTS, type UnitKind } from '#contract/units/unit-choices.ts'
import { EXPENSE_DAYS } from '#contract/units/units.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { clientId } from '#contract/wire/record.ts'
import { notFound, Problem } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { addDays, chicagoDay } from '#server/records/calendar.ts'
import { findDeleted } from '#server/records/deleted-record.ts'
import type { Author, FieldChange } from '#server/records/history-log.ts'
import { papersFor } from '#server/records/sql/papers-sql.ts'
import { findSharedIds } from './doubled-id-repository.ts'
import { lockDrivers } from './unit-driver-repository.ts'
import { findIdentifiers, findLastNumber, findUniques } from './unit-identity-repository.ts'
import { findTransport, findUnitNames } from './unit-list-repository.ts'
import { findUnitId, type Sight } from './unit-record-repository.ts'

import {
  dropDispatcher,
  findIdsOf,
  type Holder,
  type LockedUnit,
  lockUnits,
  moveUnits,
  type Placing,
  writePlacing,
} from './unit-repository.ts'

export const listUnitNames = findUnitNames
export const listTransport = findTransport
export const listIdentifiers = findIdentifiers
export const listUniques = findUniques
export const listSharedIds = findSharedIds
export type { LockedUnit }
export { lockDrivers, lockUnits }

/** What somebody is shown of units, with the expenses of the usual days. */
export function sightOf(user: CurrentUser, now: Date): Sight {
  const today = chicagoDay(now)
  const papers = papersFor(user)
  return { first: addDays(today, EXPENSE_DAYS.first), last: addDays(today, EXPENSE_DAYS.last), today, papers }
}

/** The units of these drivers follow them to another dispatcher, or to none. The drivers' rows are locked. */
export const moveUnitsAlong = moveUnits
/** Units are led by a dispatcher no more, whoever drives them. */
export const leaveUnits = dropDispatcher

export const UNIT_TITLES = { truck: 'Truck', trailer: 'Trailer' } as const
/** How a driver's record calls the unit of a kind. */
export const UNIT_FIELDS = { truck: 'truck_id', trailer: 'trailer_id' } as const

/** Which unit of which kind; by its id, or as the device calls it that made it. */
export interface UnitRef {
  readonly kind: UnitKind
  readonly ref: string
}

/** The id of a unit. Throws a 404 that says who deleted it, where somebody did. */
export async function getUnitId(sql: Sql, { kind, ref }: UnitRef): Promise<string> {
  const id = await findUnitId(sql, kind, ref)
  if (id !== null) return id
  const deleted = await findDeleted(sql, `${kind}s`, ref)
  if (!deleted) throw notFound()
  throw new Problem(404, { detail: await deletedWords(sql, kind, deleted) })
}

/** Who deleted a unit of either kind, in words; null when none was deleted under that name. */
export async function findDeletedUnit(sql: Sql, ref: string): Promise<string | null> {
  for (const kind of UNIT_SORTS) {
    const deleted = await findDeleted(sql, `${kind}s`, ref)
    if (deleted) return deletedWords(sql, kind, deleted)
  }
  return null
}

async function deletedWords(sql: Sql, kind: UnitKind, { id, by }: { readonly id: string; readonly by: string }) {
  const number = (await findLastNumber(sql, kind, id)) ?? id
  return `${UNIT_TITLES[kind]} ${number} was deleted${by && ` by ${by}`}.`
}

/** The same names, where a device had given one to a unit that it made, as the ids of those units. */
export async function idsOf(
  sql: Sql,
  refs: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const names = refs.filter((ref) => ref != null && isGuid(ref))
  return names.length === 0 ? new Map() : new Map((await findIdsOf(sql, names)).map(({ ref, id }) => [ref, id]))
}
/** The same for one name; what is no device's name stays as it is. */
export async function idOf(sql: Sql, ref: string): Promise<string> {
  return (await idsOf(sql, [ref])).get(ref.toLowerCase()) ?? ref
}
const isGuid = (ref: string | null | undefined): ref is string => clientId.safeParse(ref).success

/** Why a unit can't be given to a driver, in words; `heldBy` when it could be taken from there. */
export interface UnitRefusal {
  readonly message: string
  readonly heldBy: Pick<Holder, 'id' | 'first_name' | 'last_name'> | null
}

interface Wanted {
  readonly kind: UnitKind
  readonly driver: number
  /** The drivers who are known to lose a unit by it. */
  readonly takenFrom: readonly number[]
}

/** Why a unit can't be given to a driver; null when it can. `unit` as it is locked, if there is one of that id. */
export function refusalOf(unit: LockedUnit | undefined, { kind, driver, takenFrom }: Wanted): UnitRefusal | null {
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
  if (is_firing) return plain(`${assigned}, and the units of a driver in Firing can not be changed.`)
  return takenFrom.includes(holder.id) ? null : { message: `${assigned}.`, heldBy }
}

/** A driver's truck or trailer becomes another one; null is none. */
export interface UnitChange {
  readonly kind: UnitKind
  readonly from: string | null
  readonly to: string | null
}

interface Placement {
  readonly driver: number
  /** Who leads the driver, and so the units. */
  readonly dispatcher: number | null
  /** From which day on (`yyyy-MM-dd`). */
  readonly day: string
  readonly changes: readonly UnitChange[]
  /** The units of the changes, locked and judged. */
  readonly locked: readonly LockedUnit[]
}

/** A unit that nobody has, from a day on. */
export const free = (day: string): Placing => ({
  status: 'unassigned',
  status_date_from: day,
  status_date_to: null,
  driver: null,
  dispatcher: null,
})

/** Writes where a unit is, with its history; nothing when it is there already. */
export async function place(sql: Sql, author: Author, unit: LockedUnit, to: Placing): Promise<void> {
  const names = ['status', 'status_date_from', 'status_date_to', 'driver', 'dispatcher'] as const
  const changes = names
    .filter((field) => unit[field] !== to[field])
    .map((field) => ({ field, from: unit[field], to: to[field] }))
  if (changes.length === 0) return
  await writePlacing(sql, unit.id, to, { area: `${unit.kind}s`, version: unit.version + 1, author, changes })
}

/**
 * Frees the units that a driver gives away and assigns the others, each with its history. Answers what this means to the
 * records of the drivers whom the units were taken from.
 */
export async function placeUnits(
  sql: Sql,
  author: Author,
  { driver, dispatcher, day, changes, locked }: Placement,
): Promise<ReadonlyMap<number, readonly FieldChange[]>> {
  const unitOf = (id: string) => {
    const unit = locked.find((one) => one.id === id)
    if (!unit) throw new Error(`unit ${id} is to be moved and was not locked`)
    return unit
  }
  const losses = new Map<number, FieldChange[]>()
  // First what comes free: a driver never has two of a kind, not even between two statements.
  for (const { from } of changes) if (from !== null) await place(sql, author, unitOf(from), free(day))
  for (const { kind, to } of changes) {
    if (to === null) continue
    const unit = unitOf(to)
    const assigned = { status: 'assigned', status_date_from: day, status_date_to: null, driver, dispatcher } as const
    await place(sql, author, unit, assigned)
    if (unit.holder === null) continue
    const { id } = unit.holder
    losses.set(id, [...(losses.get(id) ?? []), { field: UNIT_FIELDS[kind], from: to, to: null }])
  }
  return losses
}

/** All units of a driver are free from a day on; answers what this means to the driver's record. The driver's row is locked. */
export async function freeUnits(
  sql: Sql,
  author: Author,
  driver: number,
  day: string,
): Promise<readonly FieldChange[]> {
  const units = await lockUnits(sql, driver, [])
  for (const unit of units) await place(sql, author, unit, free(day))
  return units.map(({ kind, id }) => ({ field: UNIT_FIELDS[kind], from: id, to: null }))
}
