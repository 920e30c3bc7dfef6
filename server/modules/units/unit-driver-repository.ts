import type { DutyStatus } from '#contract/people/driver-choices.ts'
import type { Sql } from '#server/db/db.ts'

/** The fields of a driver that assigning units uses. */
export interface UnitDriver {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly status: DutyStatus
  readonly dispatcher: number | null
}

/**
 * Locks drivers by id, so that no other transaction assigns units to them or frees their units. Rows that only refer to
 * them can still be inserted.
 */
export async function lockDrivers(sql: Sql, drivers: readonly number[]): Promise<void> {
  await sql.query(
    'drivers.lock_all',
    'select 1 from drivers where id = any($1::bigint[]) order by id for no key update',
    [drivers],
  )
}

/** The current drivers with these ids. Their rows are locked. */
export function findUnitDrivers(sql: Sql, drivers: readonly number[]): Promise<UnitDriver[]> {
  return sql.query<UnitDriver>(
    'units.drivers',
    `select d.id, d.status, d.dispatcher_id as dispatcher, u.first_name, u.last_name
     from drivers d join users u on u.id = d.user_id where d.id = any($1::bigint[]) and d.is_current`,
    [drivers],
  )
}

/** Whether this is a current dispatcher. The row is locked, so that the dispatcher can't leave in the meantime. */
export async function lockDispatcher(sql: Sql, dispatcher: number): Promise<boolean> {
  const rows = await sql.query(
    'units.dispatcher',
    'select 1 from dispatchers where id = $1::bigint and is_current for no key update',
    [dispatcher],
  )
  return rows.length > 0
}
