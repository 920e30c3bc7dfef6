import type { Sql } from '#server/db/db.ts'
import type { DispatcherDuty, DriverDuty } from './user-fields.ts'

/** Who comes back to driving has the providers' ids of before, unless others are given. */
const kept = (column: string) => `${column} = case when drivers.is_current then excluded.${column}
  else coalesce(excluded.${column}, drivers.${column}) end`

/** Makes a user the driver that is described, or changes the one that the user is or was; answers the driver's id. */
export async function writeDriver(sql: Sql, user: number, duty: DriverDuty): Promise<number> {
  const { status, status_date_from, status_date_to, position, gomotive_id, pilot_flying_j_driver_id } = duty
  const [row] = await sql.query<{ id: number }>(
    'users.driver',
    `insert into drivers (user_id, status, status_date_from, status_date_to, position, gomotive_id, pilot_flying_j_driver)
     values ($1::integer, $2, $3::date, $4::date, $5, $6::bigint, $7::bigint)
     on conflict (user_id) do update set is_current = true, status = excluded.status,
       status_date_from = excluded.status_date_from, status_date_to = excluded.status_date_to,
       position = excluded.position, ${kept('gomotive_id')}, ${kept('pilot_flying_j_driver')}
     returning id`,
    [user, status, status_date_from, status_date_to, position, gomotive_id, pilot_flying_j_driver_id],
  )
  if (!row) throw new Error(`user ${user} was not made a driver`)
  return row.id
}

/** The same for a dispatcher. */
export async function writeDispatcher(sql: Sql, user: number, duty: DispatcherDuty): Promise<void> {
  await sql.query(
    'users.dispatcher',
    `insert into dispatchers (user_id, status, status_date_from, status_date_to)
     values ($1::integer, $2, $3::date, $4::date)
     on conflict (user_id) do update set is_current = true, version = dispatchers.version + 1, status = excluded.status,
       status_date_from = excluded.status_date_from, status_date_to = excluded.status_date_to`,
    [user, duty.status, duty.status_date_from, duty.status_date_to],
  )
}

/** Takes a driver off the lists and the units; answers the driver's id, null when the user is none. `day`: from when on. */
export async function endDriver(sql: Sql, user: number, day: string): Promise<number | null> {
  const [row] = await sql.query<{ id: number }>(
    'users.end_driver',
    `with d as (update drivers set is_current = false, dispatcher_id = null where user_id = $1::integer and is_current
       returning id),
     freed as (update units set driver_id = null, dispatcher_id = null, status = 'unassigned',
       status_date_from = $2::date, status_date_to = null, version = version + 1 where driver_id in (select id from d))
     select id from d`,
    [user, day],
  )
  return row?.id ?? null
}

/** Takes a dispatcher off the lists; answers the drivers who now have none. */
export async function endDispatcher(sql: Sql, user: number): Promise<readonly { id: number; dispatcher: number }[]> {
  const [ended] = await sql.query<{ id: number }>(
    'users.end_dispatcher',
    `update dispatchers set is_current = false, version = version + 1 where user_id = $1::integer and is_current
     returning id`,
    [user],
  )
  if (!ended) return []
  // In a statement of its own: it sees the driver who was assigned while the one above waited.
  return sql.query(
    'users.free_drivers',
    `with freed as (update units set dispatcher_id = null, version = version + 1 where dispatcher_id = $1::integer)
     update drivers set dispatcher_id = null where dispatcher_id = $1::integer returning id, $1::integer as dispatcher`,
    [ended.id],
  )
}

/** The driver that a user is now. */
export async function findDriverOf(sql: Sql, user: number): Promise<number | null> {
  const [row] = await sql.query<{ id: number }>(
    'users.driver_of',
    'select id from drivers where user_id = $1::integer and is_current',
    [user],
  )
  return row?.id ?? null
}

/** Whether a user is a dispatcher of another status who has drivers. */
export async function hasDriversIn(sql: Sql, user: number, status: string): Promise<boolean> {
  const rows = await sql.query(
    'users.has_drivers',
    `select 1 from dispatchers p where p.user_id = $1::integer and p.is_current and p.status <> $2
       and exists (select from drivers d where d.dispatcher_id = p.id)`,
    [user, status],
  )
  return rows.length > 0
}

/**
 * The administrators who can sign in, locked until the transaction ends; always in one order. Not their keys: every change
 * in flight holds its author's, by the row of its Idempotency-Key.
 */
export async function lockAdministrators(sql: Sql): Promise<readonly number[]> {
  const rows = await sql.query<{ id: number }>(
    'users.administrators',
    `select id from users where role = 'administrator' and is_active order by id for no key update`,
  )
  return rows.map(({ id }) => id)
}
