import type { Sql } from '#server/db/db.ts'
import type { Owners } from './known-owners.ts'

const UNITS = {
  name: 'imports.hold_units',
  text: 'select id from units where id = any($1::text[]) order by id for key share',
}
const DRIVERS = {
  name: 'imports.hold_drivers',
  text: 'select id from drivers where id = any($1::integer[]) order by id for key share',
}

/** Ids of one table, each looked for once. */
class Held<Id extends string | number> {
  readonly #query: typeof UNITS
  readonly #isThere = new Map<Id, boolean>()

  constructor(query: typeof UNITS) {
    this.#query = query
  }

  async hold(sql: Sql, ids: readonly (Id | null)[]): Promise<void> {
    const unseen = [...new Set(ids)].filter((id) => id !== null && !this.#isThere.has(id)) as Id[]
    if (unseen.length === 0) return
    const found = await sql.query<{ id: Id }>(this.#query.name, this.#query.text, [unseen])
    const there = new Set(found.map(({ id }) => id))
    for (const id of unseen) this.#isThere.set(id, there.has(id))
  }

  /** The id, or null for one that is gone. */
  orNone(id: Id | null): Id | null {
    return id !== null && this.#isThere.get(id) ? id : null
  }
}

/**
 * The owners of many rows that one transaction stores, each held until it ends and looked for once. A foreign key would refuse
 * all rows for one who is deleted at this very moment: that one is waited for, and the rows have no owner.
 */
export class HeldOwners {
  readonly #units = new Held<string>(UNITS)
  readonly #drivers = new Held<number>(DRIVERS)

  /** Answers who these rows' owners are, of those who are there. */
  async hold(sql: Sql, owners: readonly Owners[]): Promise<(of: Owners) => Pick<Owners, 'unit_id' | 'driver_id'>> {
    await this.#units.hold(
      sql,
      owners.map(({ unit_id }) => unit_id),
    )
    await this.#drivers.hold(
      sql,
      owners.map(({ driver_id }) => driver_id),
    )
    return ({ unit_id, driver_id }) => ({
      unit_id: this.#units.orNone(unit_id),
      driver_id: this.#drivers.orNone(driver_id),
    })
  }
}

/**
 * SQL for the id of an owner that was found, locked until the transaction ends. If the owner is being deleted at this moment, the
 * statement waits and the id is null: otherwise the foreign key would refuse all rows.
 */
export const held = (table: 'units' | 'drivers', id: string) =>
  `(select o.id from ${table} o where o.id = ${id} for key share)`
