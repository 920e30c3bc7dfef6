import type { UnitSort } from '#contract/units.ts'
import type { Sql } from '#server/db/db.ts'
import type { Author, FieldChange } from '#server/records/history-log.ts'
import {
  dropDispatcher,
  findUnitNames,
  type Holder,
  type LockedUnit,
  lockUnits,
  moveUnits,
  type Placing,
  writePlacing,
} from './unit-repository.ts'

export const listUnitNames = findUnitNames
export type { LockedUnit }
export { lockUnits }

/** The units of these drivers follow them to another dispatcher, or to none. The drivers' rows are locked. */
export const moveUnitsAlong = moveUnits
/** Units are led by a dispatcher no more, whoever drives them. */
export const leaveUnits = dropDispatcher

const TITLES = { truck: 'Truck', trailer: 'Trailer' } as const
/** How a driver's record calls the unit of a kind. */
export const UNIT_FIELDS = { truck: 'truck_id', trailer: 'trailer_id' } as const

/** Why a unit can't be given to a driver, in words; `heldBy` when it could be taken from there. */
export interface UnitRefusal {
  readonly message: string
  readonly heldBy: Pick<Holder, 'id' | 'first_name' | 'last_name'> | null
}

interface Wanted {
  readonly kind: UnitSort
  readonly id: string
  readonly driver: number
  /** The drivers who are known to lose a unit by it. */
  readonly takenFrom: readonly number[]
}

/** Why a unit can't be given to a driver; null when it can. `unit` as it is locked, if there is one of that id. */
export function refusalOf(unit: LockedUnit | undefined, { kind, id, driver, takenFrom }: Wanted): UnitRefusal | null {
  const plain = (message: string) => ({ message, heldBy: null })
  if (!unit) return plain(`There is no such ${kind}.`)
  if (unit.kind !== kind) return plain(`${id} is a ${unit.kind}, not a ${kind}.`)
  const title = `${TITLES[kind]} ${id}`
  if (unit.status === 'on_service') return plain(`${title} is on service.`)
  if (unit.status === 'for_sale') return plain(`${title} is for sale.`)
  const { holder } = unit
  if (!holder || holder.id === driver) return null
  const { is_firing, ...heldBy } = holder
  const assigned = `${title} is assigned to ${holder.first_name} ${holder.last_name} now`
  if (is_firing) return plain(`${assigned}, and the units of a driver in Firing can not be changed.`)
  return takenFrom.includes(holder.id) ? null : { message: `${assigned}.`, heldBy }
}

/** A driver's truck or trailer becomes another one; null is none. */
export interface UnitChange {
  readonly kind: UnitSort
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

const free = (day: string): Placing => ({
  status: 'unassigned',
  status_date_from: day,
  status_date_to: null,
  driver: null,
  dispatcher: null,
})

async function place(sql: Sql, author: Author, unit: LockedUnit, to: Placing): Promise<void> {
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
