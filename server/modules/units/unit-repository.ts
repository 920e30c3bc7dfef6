import type { UnitKind, VehicleStatus } from '#contract/units/unit-choices.ts'
import type { Sql } from '#server/db/db.ts'
import { columnsOf } from '#server/records/columns.ts'
import {
  type Author,
  HISTORY_PARAMS,
  type HistoryLog,
  historyInsert,
  historyParams,
} from '#server/records/history-log.ts'
import { namedParams } from '#server/records/named-params.ts'
import { numberOf } from '#server/records/sql/unit-number-sql.ts'
import { HOLDER } from './unit-json.ts'

/** What an assignment changes of a truck or a trailer, under the names that its history has for them. */
export type Placing = {
  readonly status: VehicleStatus
  readonly status_date_from: string | null
  readonly status_date_to: string | null
  readonly driver: number | null
  readonly dispatcher: number | null
}

/** Who has a unit; the change of it is refused where that driver is in Firing. */
export interface Holder {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly is_firing: boolean
}

/** A unit that nobody else changes until the transaction ends. */
export interface LockedUnit extends Placing {
  readonly id: string
  /** What it is called. */
  readonly number: string
  readonly kind: UnitKind
  readonly version: number
  readonly holder: Holder | null
}

/**
 * Locks the named units and those of a driver, in the order of their ids, and reads them; a name that is no unit's is not
 * among them. The driver's row must be locked before, or a unit that just came to the driver could be missed.
 */
export async function lockUnits(sql: Sql, driver: number, ids: readonly string[]): Promise<readonly LockedUnit[]> {
  const params = [driver, ids]
  const these = 't.driver_id = $1::bigint or t.id = any($2::text[])'
  await sql.query(
    'units.lock',
    `select 1 from units t where ${these} order by t.id collate "C" for no key update`,
    params,
  )
  // In a statement of its own: what is only joined to a locked row may be older than what the lock had to wait for.
  return sql.query<LockedUnit>(
    'units.locked',
    `select t.id, ${numberOf('t')} as number, t.kind, t.version, ${PLACE.read('t')},
        case when d.id is not null then ${HOLDER} end as holder
     from units t left join drivers d on d.id = t.driver_id left join users u on u.id = d.user_id
     where ${these} order by t.id collate "C"`,
    params,
  )
}

/** From here on locks can be given back. Never released: the mark ends with the transaction. */
export async function markBeforeLocks(sql: Sql): Promise<void> {
  await sql.query('units.before_locks', 'savepoint before_locks')
}
/** Gives back what was locked since `markBeforeLocks`, and undoes what was written. */
export async function giveLocksBack(sql: Sql): Promise<void> {
  await sql.query('units.unlock', 'rollback to savepoint before_locks')
}

/** The ids of units by what devices call them; a name that no unit has is not among them. */
export function findIdsOf(sql: Sql, names: readonly string[]): Promise<{ ref: string; id: string }[]> {
  return sql.query('units.ids', 'select client_id::text as ref, id from units where client_id = any($1::uuid[])', [
    names,
  ])
}

/** Whoever loses a unit stays known as who drove it last: on the right stand the values of before. */
export const LAST_DRIVER = 'last_driver_id = coalesce(driver_id, last_driver_id)'

const PLACE = columnsOf<Placing>({
  status: 'text',
  status_date_from: 'date',
  status_date_to: 'date',
  driver: ['driver_id', 'integer'],
  dispatcher: ['dispatcher_id', 'integer'],
})
const { $, valuesOf } = namedParams('id', 'placing', ...HISTORY_PARAMS)
const WRITE_PLACE = `
  with placed as (
    update units set ${PLACE.set($.placing)}, version = version + 1, ${LAST_DRIVER} where id = ${$.id})
  ${historyInsert($, $.id)}`

/** Writes where a unit is, raises its version by one and logs it. */
export async function writePlacing(sql: Sql, id: string, placing: Placing, log: HistoryLog): Promise<void> {
  const params = valuesOf({ id, placing: PLACE.json(placing), ...historyParams(log) })
  await sql.query('units.place', WRITE_PLACE, params)
}

const MOVE = namedParams('who', 'dispatcher', 'at', 'user', 'device')
/** Logs what the CTE `moved` (id, kind, version, former, now) says of the units' dispatchers. */
const LOG_MOVED = `
  insert into history (area, record_id, version, at, user_id, device_id, field, from_value, to_value)
  select kind || 's', id, version, ${MOVE.$.at}::timestamptz, ${MOVE.$.user}::integer, ${MOVE.$.device}::uuid, 'dispatcher', to_jsonb(former), to_jsonb(now)
  from moved order by id`

const authorParams = ({ now, user, device }: Author) => ({ at: now.toISOString(), user, device })

/** Gives the units of these drivers, whose rows are locked, to a dispatcher or to none, and logs each that changes. */
export async function moveUnits(
  sql: Sql,
  author: Author,
  drivers: readonly number[],
  dispatcher: number | null,
): Promise<void> {
  await sql.query(
    'units.move',
    `with there as (
       select id, dispatcher_id as former from units
       where driver_id = any(${MOVE.$.who}::integer[]) and dispatcher_id is distinct from ${MOVE.$.dispatcher}::integer
       order by id collate "C" for no key update),
     moved as (
       update units t set dispatcher_id = ${MOVE.$.dispatcher}::integer, version = t.version + 1 from there where t.id = there.id
       returning t.id, t.kind, t.version, there.former, t.dispatcher_id as now)
     ${LOG_MOVED}`,
    MOVE.valuesOf({ who: drivers, dispatcher, ...authorParams(author) }),
  )
}

/** Takes a dispatcher off all units, with and without a driver, and logs each. */
export async function dropDispatcher(sql: Sql, author: Author, dispatcher: number): Promise<void> {
  await sql.query(
    'units.drop_dispatcher',
    `with there as (
       select id from units where dispatcher_id = ${MOVE.$.who}::integer order by id collate "C" for no key update),
     moved as (
       update units t set dispatcher_id = ${MOVE.$.dispatcher}::integer, version = t.version + 1 from there where t.id = there.id
       returning t.id, t.kind, t.version, ${MOVE.$.who}::integer as former, t.dispatcher_id as now)
     ${LOG_MOVED}`,
    MOVE.valuesOf({ who: dispatcher, dispatcher: null, ...authorParams(author) }),
  )
}
