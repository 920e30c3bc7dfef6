import * as z from 'zod/mini'
import type { DriverOrdering } from '#contract/drivers.ts'
import type { DutyStatus } from '#contract/duty.ts'
import type { RecordRef } from '#contract/record.ts'
import type { Sql } from '#server/db/db.ts'
import type { Locked, RecordStore } from '#server/records/change-record.ts'
import { cursorId, cursorText } from '#server/records/cursor.ts'
import { usersChanges } from '#server/records/driver-user-fields.ts'
import { historyInsert, historyParams } from '#server/records/history-log.ts'
import { noteLinkedChange } from '#server/records/linked-record.ts'
import { type ListOrder, type PageRequest, type PageText, queryPage } from '#server/records/page-sql.ts'
import { personJson } from '#server/records/person.ts'
import type { RecordText } from '#server/records/record-text.ts'

/** What a person can change of a driver, under the names of the change's body. */
export type DriverFields = {
  readonly status: DutyStatus
  readonly status_date_from: string | null
  readonly status_date_to: string | null
  readonly position: string
  readonly dispatcher: number | null
  readonly med_expire: string | null
  readonly CDL_expire: string | null
  readonly rate: string | null
  /** The path of the file; it is the person's, and stands with the user. */
  readonly photo: string | null
}

const unitOf = (kind: 'truck' | 'trailer') =>
  `(select unit.id from units unit where unit.driver_id = d.id and unit.kind = '${kind}')`

/** A driver as the wire shows it; over `d` drivers, `u` its user, `p` its dispatcher and `pu` that one's user. */
const DRIVER_JSON = `json_build_object('id', d.id, 'user', ${personJson('u')},
  'current_status', d.status, 'current_status_date_from', d.status_date_from, 'status_date_to', d.status_date_to,
  'position', d.position, 'gomotive_id', d.gomotive_id, 'pilot_flying_j_driver', d.pilot_flying_j_driver,
  'truck', ${unitOf('truck')}, 'trailer', ${unitOf('trailer')},
  'dispatcher', case when p.id is not null then json_build_object('id', p.id, 'user', ${personJson('pu')}) end,
  'miles_driven', d.miles_driven::float8,
  'extra_info', json_build_object('med_expire', d.med_expire, 'CDL_expire', d.cdl_expire, 'rate', d.rate),
  'version', d.version)`
const DISPATCHER = 'left join dispatchers p on p.id = d.dispatcher_id left join users pu on pu.id = p.user_id'
const PEOPLE = `join users u on u.id = d.user_id ${DISPATCHER}`
/** The same people for a page of drivers: read by their ids alone (`= any`), where a plain join reads all users. */
const PAGE_USERS = 'join users u on u.id = d.user_id and u.id = any(array(select user_id from page))'
const PAGE_PEOPLE = `${PAGE_USERS} left join (dispatchers p join users pu on pu.id = p.user_id)
  on p.id = d.dispatcher_id and p.id = any(array(select dispatcher_id from page))`
const MINI_JSON = `json_build_object('id', d.id, 'user', ${personJson('u')}, 'truck', ${unitOf('truck')},
  'trailer', ${unitOf('trailer')})`

const BY_NAME = [
  { sql: 'u.sort_name', type: 'text' },
  { sql: 'd.id', type: 'bigint' },
] as const
const nameOrder: ListOrder<z.ZodMiniTuple> = {
  name: 'name',
  keys: BY_NAME,
  cursor: z.tuple([cursorText, cursorId]),
}

/** The server's side of `compareDrivers`: the same order, row by row. */
const ORDERS: Readonly<Record<DriverOrdering, ListOrder<z.ZodMiniTuple>>> = {
  'first_name,last_name': nameOrder,
  status: {
    name: 'status',
    keys: [{ sql: 'd.status_rank', type: 'bigint' }, ...BY_NAME],
    cursor: z.tuple([cursorId, cursorText, cursorId]),
  },
  dispatcher: {
    name: 'dispatcher',
    keys: [{ sql: '(p.id is null)', type: 'boolean' }, { sql: `coalesce(pu.sort_name, '')`, type: 'text' }, ...BY_NAME],
    cursor: z.tuple([z.boolean(), cursorText, cursorText, cursorId]),
  },
}

/** One page of drivers; `filter` is a status or empty. */
export function findDrivers(
  sql: Sql,
  { ordering, filter, ...page }: PageRequest & { ordering: DriverOrdering; filter: DutyStatus | '' },
): Promise<PageText> {
  const where = filter === '' ? 'd.is_current' : 'd.is_current and d.status = $1'
  const list = {
    name: filter === '' ? 'drivers.list' : 'drivers.list.filtered',
    from: `drivers d join users u on u.id = d.user_id ${ordering === 'dispatcher' ? DISPATCHER : ''}`,
    where,
    count: `select count(*) from drivers d where ${where}`,
    params: filter === '' ? [] : [filter],
    columns: 'd.*',
    alias: 'd',
    joins: PAGE_PEOPLE,
    row: DRIVER_JSON,
  }
  return queryPage(sql, list, ORDERS[ordering], page)
}

export interface MiniFilter {
  readonly not_firing?: boolean | undefined
  readonly assigned_to_truck?: boolean | undefined
  readonly assigned_to_trailer?: boolean | undefined
}

const hasUnit = (kind: 'truck' | 'trailer', param: string) =>
  `(${param}::boolean is null or ${param} = exists (
    select from units unit where unit.driver_id = d.id and unit.kind = '${kind}'))`

/** One page of drivers' names and units, by name. */
export function findDriverNames(sql: Sql, filter: MiniFilter, page: PageRequest): Promise<PageText> {
  const where = `d.is_current and ($1::boolean is not true or d.status <> 'firing_process')
    and ${hasUnit('truck', '$2')} and ${hasUnit('trailer', '$3')}`
  const list = {
    name: 'drivers.mini',
    from: 'drivers d join users u on u.id = d.user_id',
    where,
    count: `select count(*) from drivers d where ${where}`,
    params: [filter.not_firing ?? null, filter.assigned_to_truck ?? null, filter.assigned_to_trailer ?? null],
    columns: 'd.id, d.user_id',
    alias: 'd',
    joins: PAGE_USERS,
    row: MINI_JSON,
  }
  return queryPage(sql, list, nameOrder, page)
}

const WRITE = `
  with d as (
    update drivers set status = $2, status_date_from = $3::date, status_date_to = $4::date, position = $5,
      dispatcher_id = $6::bigint, med_expire = $7::date, cdl_expire = $8::date, rate = $9, version = version + 1
    where id = $1 returning *),
  logged as (${historyInsert(10, '$1::integer')})
  select ${DRIVER_JSON}::text as text, d.version, d.user_id as person from d ${PEOPLE}`

async function writePhoto(sql: Sql, driver: number, photo: string | null): Promise<void> {
  await sql.query(
    'drivers.photo',
    'update users set photo = $2 where id = (select user_id from drivers where id = $1::integer)',
    [driver, photo],
  )
}

/** The user that a driver is; null when there is no such driver. */
export async function findUserOf(sql: Sql, driver: number): Promise<number | null> {
  const [row] = await sql.query<{ user: number }>(
    'drivers.user',
    'select user_id as "user" from drivers where id = $1::bigint and is_current',
    [driver],
  )
  return row?.user ?? null
}

/** Whether somebody is a dispatcher now; held to that until the transaction ends. */
export async function isDispatcher(sql: Sql, id: number): Promise<boolean> {
  const rows = await sql.query(
    'drivers.dispatcher',
    'select 1 from dispatchers where id = $1::bigint and is_current for share',
    [id],
  )
  return rows.length > 0
}

export const driverStore: RecordStore<DriverFields> = {
  area: 'drivers',

  async lock(sql: Sql, ref: RecordRef) {
    // No device makes drivers: a name given by a device is no driver's.
    if (typeof ref !== 'number') return null
    const [row] = await sql.query<DriverFields & { id: number; version: number }>(
      'drivers.lock',
      // The person's row is locked too: one that is only read may be older than what this statement had to wait for.
      `select d.id, d.version, d.status, d.status_date_from, d.status_date_to, d.position, d.dispatcher_id as dispatcher,
        d.med_expire, d.cdl_expire as "CDL_expire", d.rate, u.photo
        from drivers d join users u on u.id = d.user_id where d.id = $1::bigint and d.is_current
        for update of d for no key update of u`,
      [ref],
    )
    if (!row) return null
    const { id, version, ...fields } = row
    return { id, version, fields } satisfies Locked<DriverFields>
  },

  async write(sql, id, fields, log) {
    const { status, status_date_from, status_date_to, position, dispatcher, med_expire, CDL_expire, rate } = fields
    // A statement does not see what it writes itself, and the answer shows the photo: so it is written before.
    if (log.changes.some(({ field }) => field === 'photo')) await writePhoto(sql, id, fields.photo)
    const dates = [status_date_from, status_date_to]
    const params = [id, status, ...dates, position, dispatcher, med_expire, CDL_expire, rate, ...historyParams(log)]
    const [row] = await sql.query<RecordText & { person: number }>('drivers.write', WRITE, params)
    if (!row) throw new Error(`driver ${id} vanished while it was locked`)
    const { person, ...driver } = row
    const shared = usersChanges(log.changes)
    await noteLinkedChange(sql, { area: 'users', id: person, author: log.author, changes: shared })
    return driver
  },

  async find(sql, ref) {
    if (typeof ref !== 'number') return null
    const [row] = await sql.query<RecordText>(
      'drivers.find',
      `select ${DRIVER_JSON}::text as text, d.version from drivers d ${PEOPLE} where d.id = $1::bigint and d.is_current`,
      [ref],
    )
    return row ?? null
  },
}
