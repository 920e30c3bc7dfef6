import type { Sql } from '#server/db/db.ts'
import type { Author } from '#server/records/history-log.ts'
import type { NamedDriver } from './team-plan.ts'

/**
 * Locks in two steps, each in the order of ids: first the dispatcher and the dispatchers of the `requested` drivers,
 * then those drivers and the dispatcher's own drivers. Two changes that share a dispatcher or a driver run one after
 * the other. Returns the current state of the `requested` drivers. If a driver changes dispatcher between the two
 * steps, a deadlock is still possible: the database detects it, and the transaction is run again.
 */
export async function lockAndReadDrivers(sql: Sql, dispatcher: number, requested: readonly number[]) {
  await sql.query(
    'dispatchers.lock_leaders',
    `select 1 from dispatchers where id = $1::bigint
       or id = any(array(select dispatcher_id from drivers where id = any($2::bigint[])))
     order by id for no key update`,
    [dispatcher, requested],
  )
  await sql.query(
    'dispatchers.lock_drivers',
    `select 1 from drivers where id = any($2::bigint[]) or dispatcher_id = $1::bigint
     order by id for no key update`,
    [dispatcher, requested],
  )
  // Read by a new statement: the statement that waited for a lock still sees joined rows as they were before the wait.
  const rows = await sql.query<NamedDriver>(
    'dispatchers.named_drivers',
    `select d.id, u.first_name, u.last_name, case when p.id is not null then json_build_object('id', p.id,
       'first_name', pu.first_name, 'last_name', pu.last_name) end as dispatcher
     from drivers d join users u on u.id = d.user_id
       left join dispatchers p on p.id = d.dispatcher_id left join users pu on pu.id = p.user_id
     where d.id = any($1::bigint[]) and d.is_current`,
    [requested],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Moves locked drivers to a dispatcher or to none, and logs the change in the drivers' history. */
export async function setDispatcher(
  sql: Sql,
  author: Author,
  drivers: readonly number[],
  to: number | null,
): Promise<void> {
  await sql.query(
    'dispatchers.give_drivers',
    `with was as (select id, dispatcher_id from drivers where id = any($1::integer[])),
     d as (update drivers set dispatcher_id = $2::integer, version = version + 1 where id = any($1::integer[])
       returning id, version)
     insert into history (area, record_id, version, at, user_id, device_id, field, from_value, to_value)
     select 'drivers', d.id::text, d.version, $3::timestamptz, $4::integer, $5::uuid, 'dispatcher',
       to_jsonb(was.dispatcher_id), to_jsonb($2::integer) from d join was using (id) order by d.id`,
    [drivers, to, author.now.toISOString(), author.user, author.device],
  )
}

/** Locked drivers, grouped by their current dispatcher. Drivers without a dispatcher are left out. */
export async function findDispatchersOf(
  sql: Sql,
  drivers: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await sql.query<{ dispatcher: number; drivers: readonly number[] }>(
    'dispatchers.leaders_of',
    `select dispatcher_id as dispatcher, array_agg(id order by id) as drivers from drivers
     where id = any($1::integer[]) and dispatcher_id is not null group by dispatcher_id`,
    [drivers],
  )
  return new Map(rows.map((row) => [row.dispatcher, row.drivers]))
}
