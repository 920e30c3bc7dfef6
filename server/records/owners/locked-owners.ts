import type { Sql } from '#server/db/db.ts'
import type { Owners } from './owner-lookup.ts'

const UNITS = {
  name: 'imports.hold_units',
  text: 'select id from units where id = any($1::text[]) order by id for key share',
}
const DRIVERS = {
  name: 'imports.hold_drivers',
  text: 'select id from drivers where id = any($1::integer[]) order by id for key share',
}

/** Locks rows of one table by id. Looks for each id only once. */
class LockedIds<Id extends string | number> {
  readonly #query: typeof UNITS
  readonly #exists = new Map<Id, boolean>()

  constructor(query: typeof UNITS) {
    this.#query = query
  }

  async lock(sql: Sql, ids: readonly (Id | null)[]): Promise<void> {
    const unseen = [...new Set(ids)].filter((id) => id !== null && !this.#exists.has(id)) as Id[]
    if (unseen.length === 0) return
    const found = await sql.query<{ id: Id }>(this.#query.name, this.#query.text, [unseen])
    const foundIds = new Set(found.map(({ id }) => id))
    for (const id of unseen) this.#exists.set(id, foundIds.has(id))
  }

  /** The id, or null when its row was deleted. */
  orNull(id: Id | null): Id | null {
    return id !== null && this.#exists.get(id) ? id : null
  }
}

/**
 * Locks the owners of many rows that one transaction stores, until it ends. Looks for each owner only once. When an
 * owner is being deleted at this moment, the lock waits, and its rows get no owner: otherwise the foreign key would
 * refuse all rows.
 */
export class LockedOwners {
  readonly #units = new LockedIds<string>(UNITS)
  readonly #drivers = new LockedIds<number>(DRIVERS)

  /** Locks these owners. The returned function replaces the ids of deleted owners by null. */
  async lock(sql: Sql, owners: readonly Owners[]): Promise<(owner: Owners) => Pick<Owners, 'unit_id' | 'driver_id'>> {
    await this.#units.lock(
      sql,
      owners.map(({ unit_id }) => unit_id),
    )
    await this.#drivers.lock(
      sql,
      owners.map(({ driver_id }) => driver_id),
    )
    return ({ unit_id, driver_id }) => ({
      unit_id: this.#units.orNull(unit_id),
      driver_id: this.#drivers.orNull(driver_id),
    })
  }
}

/**
 * SQL for the id of an owner, whose row is locked until the transaction ends. When the owner is being deleted at this
 * moment, the statement waits and the id is null: otherwise the foreign key would refuse all rows.
 */
export const lockedIdSql = (table: 'units' | 'drivers', id: string) =>
  `(select o.id from ${table} o where o.id = ${id} for key share)`
