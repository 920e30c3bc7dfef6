import type { DutyStatus } from '#contract/people/driver-choices.ts'
import type { Sql } from '#server/db/db.ts'

/** A driver as far as units are concerned. */
export interface UnitDriver {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly status: DutyStatus
  readonly dispatcher: number | null
}

/** Locks drivers by id, so that nobody gives them units or takes any. Rows that only name them may come meanwhile. */
export async function lockDrivers(sql: Sql, drivers: readonly number[]): Promise<void> {
  await sql.query(
    'drivers.lock_all',
    'select 1 from drivers where id = any($1::bigint[]) order by id for no key update',
    [drivers],
  )
}

/** These drivers, of those who are with the company; their rows are locked. */
export function findUnitDrivers(sql: Sql, drivers: readonly number[]): Promise<UnitDriver[]> {
  return sql.query<UnitDriver>(
    'units.drivers',
    `select d.id, d.status, d.dispatcher_id as dispatcher, u.first_name, u.last_name
     from drivers d join users u on u.id = d.user_id where d.id = any($1::bigint[]) and d.is_current`,
    [drivers],
  )
}

/** Whether there is such a dispatcher who is with the company; the row is locked against leaving. */
export async function lockDispatcher(sql: Sql, dispatcher: number): Promise<boolean> {
  const rows = await sql.query(
    'units.dispatcher',
    'select 1 from dispatchers where id = $1::bigint and is_current for no key update',
    [dispatcher],
  )
  return rows.length > 0
}
