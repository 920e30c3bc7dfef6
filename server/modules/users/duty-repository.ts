import type { Sql } from '#server/db/db.ts'
import { columnsOf } from '#server/records/columns.ts'
import { namedParams } from '#server/records/named-params.ts'
import type { DispatcherDuty, DriverDuty } from './user-fields.ts'

/**
 * SQL: a returning driver gets the former vendor ids back, unless new ids are passed or another driver has them now.
 */
const idOrFormer = (column: string, isLost: string) => `case when drivers.is_current then excluded.${column}
  else coalesce(excluded.${column}, case when not ${isLost}::boolean then drivers.${column} end) end`

/** The columns of `drivers` that are written with the user. */
export const DRIVER_COLUMNS = columnsOf<DriverDuty>({
  status: 'text',
  status_date_from: 'date',
  status_date_to: 'date',
  position: 'text',
  gomotive_id: 'bigint',
  pilot_flying_j_driver_id: ['pilot_flying_j_driver', 'bigint'],
})
/** The columns of `dispatchers` that are written with the user. */
export const DISPATCHER_COLUMNS = columnsOf<DispatcherDuty>({
  status: 'text',
  status_date_from: 'date',
  status_date_to: 'date',
})

type Ids = Pick<DriverDuty, 'gomotive_id' | 'pilot_flying_j_driver_id'>

/** The vendor ids of a driver that other drivers have. */
interface TakenIds {
  /** Which of the passed ids are taken. An id that the driver already has, though shared, is not reported. */
  readonly taken: { readonly gomotive_id: boolean; readonly pilot_flying_j_driver_id: boolean }
  /** The former ids that a returning driver would get back, but another driver has now. */
  readonly lost: Ids
}

export async function findTakenIds(sql: Sql, user: number, ids: Ids): Promise<TakenIds> {
  const has = (column: string, id: string) =>
    `exists (select from drivers d where d.${column} = ${id} and d.is_current and d.user_id <> $1::integer)`
  const takenSql = (column: string, id: string) => `(${has(column, `${id}::bigint`)} and not exists (
    select from drivers own where own.user_id = $1::integer and own.${column} = ${id}::bigint and own.is_current))`
  const lostSql = (column: string, id: string) => `(select own.${column} from drivers own
    where own.user_id = $1::integer and not own.is_current and ${id}::bigint is null and ${has(column, `own.${column}`)})`
  const [row] = await sql.query<TakenIds>(
    'users.others_ids',
    `select json_build_object('gomotive_id', ${takenSql('gomotive_id', '$2')},
        'pilot_flying_j_driver_id', ${takenSql('pilot_flying_j_driver', '$3')}) as taken,
      json_build_object('gomotive_id', ${lostSql('gomotive_id', '$2')},
        'pilot_flying_j_driver_id', ${lostSql('pilot_flying_j_driver', '$3')}) as lost`,
    [user, ids.gomotive_id ?? null, ids.pilot_flying_j_driver_id ?? null],
  )
  if (!row) throw new Error('users.others_ids: no answer')
  return row
}

const DRIVER = namedParams('user', 'duty', 'is_gomotive_lost', 'is_fuel_lost')
const WRITE_DRIVER = `
  insert into drivers (user_id, ${DRIVER_COLUMNS.names})
  select ${DRIVER.$.user}::integer, ${DRIVER_COLUMNS.rowFields()} from ${DRIVER_COLUMNS.row(DRIVER.$.duty)}
  on conflict (user_id) do update set is_current = true, ${DRIVER_COLUMNS.excluded({
    gomotive_id: idOrFormer('gomotive_id', DRIVER.$.is_gomotive_lost),
    pilot_flying_j_driver_id: idOrFormer('pilot_flying_j_driver', DRIVER.$.is_fuel_lost),
  })}
  returning id`

/** Creates the driver of a user, or changes the current or former one. Returns the driver's id. */
export async function writeDriver(sql: Sql, user: number, duty: DriverDuty, lost: Ids): Promise<number> {
  const is_gomotive_lost = lost.gomotive_id !== null
  const is_fuel_lost = lost.pilot_flying_j_driver_id !== null
  const params = DRIVER.valuesOf({ user, duty: DRIVER_COLUMNS.json(duty), is_gomotive_lost, is_fuel_lost })
  const [row] = await sql.query<{ id: number }>('users.driver', WRITE_DRIVER, params)
  if (!row) throw new Error(`user ${user} was not made a driver`)
  return row.id
}

const DISPATCHER = namedParams('user', 'duty')
const WRITE_DISPATCHER = `
  insert into dispatchers (user_id, ${DISPATCHER_COLUMNS.names})
  select ${DISPATCHER.$.user}::integer, ${DISPATCHER_COLUMNS.rowFields()} from ${DISPATCHER_COLUMNS.row(DISPATCHER.$.duty)}
  on conflict (user_id) do update set is_current = true, ${DISPATCHER_COLUMNS.excluded()}
  returning id`

/** Creates the dispatcher of a user, or changes the current or former one. Returns the dispatcher's id. */
export async function writeDispatcher(sql: Sql, user: number, duty: DispatcherDuty): Promise<number> {
  const params = DISPATCHER.valuesOf({ user, duty: DISPATCHER_COLUMNS.json(duty) })
  const [row] = await sql.query<{ id: number }>('users.dispatcher', WRITE_DISPATCHER, params)
  if (!row) throw new Error(`user ${user} was not made a dispatcher`)
  return row.id
}

/**
 * Removes a driver from the lists and from the dispatcher. Returns the driver and the former dispatcher; null if the
 * user is not a driver.
 */
export async function endDriver(
  sql: Sql,
  user: number,
): Promise<{ readonly id: number; readonly dispatcher: number | null } | null> {
  const [row] = await sql.query<{ id: number; dispatcher: number | null }>(
    'users.end_driver',
    `with was as (
       select id, dispatcher_id as dispatcher from drivers where user_id = $1::integer and is_current for update),
     ended as (
       update drivers d set is_current = false, dispatcher_id = null from was where d.id = was.id returning d.id)
     select was.id, was.dispatcher from was join ended using (id)`,
    [user],
  )
  return row ?? null
}

/** Removes a dispatcher from the lists. Returns the dispatcher's id; null if the user is not a dispatcher. */
export async function endDispatcher(sql: Sql, user: number): Promise<number | null> {
  const [row] = await sql.query<{ id: number }>(
    'users.end_dispatcher',
    'update dispatchers set is_current = false where user_id = $1::integer and is_current returning id',
    [user],
  )
  return row?.id ?? null
}

/** The id of the driver that the user currently is, or null. */
export async function findDriverOf(sql: Sql, user: number): Promise<number | null> {
  const [row] = await sql.query<{ id: number }>(
    'users.driver_of',
    'select id from drivers where user_id = $1::integer and is_current',
    [user],
  )
  return row?.id ?? null
}

/** The id of the dispatcher that the user currently is, or null. */
export async function findDispatcherOf(sql: Sql, user: number): Promise<number | null> {
  const [row] = await sql.query<{ id: number }>(
    'users.dispatcher_of',
    'select id from dispatchers where user_id = $1::integer and is_current',
    [user],
  )
  return row?.id ?? null
}

/**
 * The dispatcher that the user is, locked until the transaction ends, so that no driver is assigned to the dispatcher
 * meanwhile.
 */
export async function lockDispatcherOf(sql: Sql, user: number) {
  const [row] = await sql.query<{ id: number; status: DispatcherDuty['status'] }>(
    'users.lock_dispatcher_of',
    'select id, status from dispatchers where user_id = $1::integer and is_current for no key update',
    [user],
  )
  return row ?? null
}

/**
 * The active administrators, locked until the transaction ends, always in the same order. The lock leaves the keys free
 * (`no key update`): every change in progress locks its author's key through the row of its Idempotency-Key.
 */
export async function lockAdministrators(sql: Sql): Promise<readonly number[]> {
  const rows = await sql.query<{ id: number }>(
    'users.administrators',
    `select id from users where role = 'administrator' and is_active order by id for no key update`,
  )
  return rows.map(({ id }) => id)
}
