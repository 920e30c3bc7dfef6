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
import { indirectChangeInsert } from '#server/records/sync/indirect-changes.ts'
import { HOLDER } from './unit-json.ts'

/** The fields of a unit that an assignment changes, named as in its history. */
export type UnitAssignmentRow = {
  readonly status: VehicleStatus
  readonly status_date_from: string | null
  readonly status_date_to: string | null
  readonly driver: number | null
  readonly dispatcher: number | null
}

/** The driver who has a unit. While the driver is in Firing, the unit can't be reassigned. */
export interface Holder {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly is_firing: boolean
}

/** A unit that is locked until the transaction ends. */
export interface LockedUnit extends UnitAssignmentRow {
  readonly id: string
  /** The unit number on screen. */
  readonly number: string
  readonly kind: UnitKind
  readonly version: number
  readonly holder: Holder | null
}

/**
 * Locks the units with these ids and the units of a driver, in the order of their ids, and reads them. Unknown ids are
 * left out. The driver's row must be locked before. Otherwise a unit that the driver has just received could be missed.
 */
export async function lockUnits(sql: Sql, driver: number, ids: readonly string[]): Promise<readonly LockedUnit[]> {
  const params = [driver, ids]
  const these = 't.driver_id = $1::bigint or t.id = any($2::text[])'
  await sql.query(
    'units.lock',
    `select 1 from units t where ${these} order by t.id collate "C" for no key update`,
    params,
  )
  // A separate statement: rows that are only joined to a locked row may be older than the change that the lock waited
  // for.
  return sql.query<LockedUnit>(
    'units.locked',
    `select t.id, ${numberOf('t')} as number, t.kind, t.version, ${ASSIGNMENT_COLUMNS.read('t')},
        case when d.id is not null then ${HOLDER} end as holder
     from units t left join drivers d on d.id = t.driver_id left join users u on u.id = d.user_id
     where ${these} order by t.id collate "C"`,
    params,
  )
}

/** Sets a savepoint, so that later locks can be released. The savepoint itself ends with the transaction. */
export async function markBeforeLocks(sql: Sql): Promise<void> {
  await sql.query('units.before_locks', 'savepoint before_locks')
}
/** Releases all locks since `markBeforeLocks`, and undoes all writes since then. */
export async function releaseLocks(sql: Sql): Promise<void> {
  await sql.query('units.unlock', 'rollback to savepoint before_locks')
}

/** The ids of units by their client ids. Unknown client ids are left out. */
export function findUnitIdsByClientId(sql: Sql, names: readonly string[]): Promise<{ ref: string; id: string }[]> {
  return sql.query('units.ids', 'select client_id::text as ref, id from units where client_id = any($1::uuid[])', [
    names,
  ])
}

/**
 * SQL that records the driver who loses the unit as its last driver. The right side reads the values before the update.
 */
export const LAST_DRIVER = 'last_driver_id = coalesce(driver_id, last_driver_id)'

/**
 * SQL that notes the driver whom `LAST_DRIVER` replaces: nothing leads from the unit to that driver any more, whose row in
 * the schedule may have shown the unit in the workshop. A CTE of the same statement. `id`, `at`: SQL.
 */
export const formerDriverNote = (id: string, at: string) =>
  indirectChangeInsert(
    `select 'drivers', t.last_driver_id from units t where t.id = ${id} and t.last_driver_id <> t.driver_id`,
    at,
  )

const ASSIGNMENT_COLUMNS = columnsOf<UnitAssignmentRow>({
  status: 'text',
  status_date_from: 'date',
  status_date_to: 'date',
  driver: ['driver_id', 'integer'],
  dispatcher: ['dispatcher_id', 'integer'],
})
const { $, valuesOf } = namedParams('id', 'placing', ...HISTORY_PARAMS)
const WRITE_ASSIGNMENT = `
  with placed as (
    update units set ${ASSIGNMENT_COLUMNS.set($.placing)}, version = version + 1, ${LAST_DRIVER} where id = ${$.id}),
  indirect as (${formerDriverNote($.id, $.log_at)})
  ${historyInsert($, $.id)}`

/** Writes the assignment of a unit, raises its version by one and logs it. */
export async function writeAssignment(
  sql: Sql,
  id: string,
  placing: UnitAssignmentRow,
  log: HistoryLog,
): Promise<void> {
  const params = valuesOf({ id, placing: ASSIGNMENT_COLUMNS.json(placing), ...historyParams(log) })
  await sql.query('units.place', WRITE_ASSIGNMENT, params)
}

const MOVE = namedParams('who', 'dispatcher', 'at', 'user', 'device')
/** Logs the changed dispatchers of units, from the CTE `moved` (id, kind, version, former, now). */
const LOG_MOVED = `
  insert into history (area, record_id, version, at, user_id, device_id, field, from_value, to_value)
  select kind || 's', id, version, ${MOVE.$.at}::timestamptz, ${MOVE.$.user}::integer, ${MOVE.$.device}::uuid, 'dispatcher', to_jsonb(former), to_jsonb(now)
  from moved order by id`

const authorParams = ({ now, user, device }: Author) => ({ at: now.toISOString(), user, device })

/** Moves the units of these drivers to a dispatcher or to none, and logs each changed unit. The drivers are locked. */
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

/** Clears a dispatcher from all units, with and without a driver, and logs each. */
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
