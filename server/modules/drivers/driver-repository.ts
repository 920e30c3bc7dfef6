import type { DriverChange } from '#contract/people/driver-changes.ts'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import { fullName, type Person } from '#contract/wire/people.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import type { Sql } from '#server/db/db.ts'
import type { LockedRecord, RecordStore } from '#server/records/change-record.ts'
import { columnsOf, type StoredFields } from '#server/records/columns.ts'
import type { DayRange } from '#server/records/day-range.ts'
import { DRIVER_USER_FIELDS } from '#server/records/duty-fields.ts'
import { HISTORY_PARAMS, historyInsert, historyParams } from '#server/records/history-log.ts'
import { logLinkedChange, writeLinkedPhoto } from '#server/records/linked-record.ts'
import { namedParams } from '#server/records/named-params.ts'
import type { RecordText } from '#server/records/record-text.ts'
import type { TeamDispatcher } from '#server/records/team-change.ts'
import { unitOf } from '#server/records/units-of-driver.ts'
import { driverJson, PEOPLE } from './driver-json.ts'

/**
 * Fields of a change that are not fields of the driver: what the user saw of the units, and the first day of the
 * assignment.
 */
type UnitContextField = 'taken_from' | 'truck_was' | 'trailer_was' | 'units_date_from'

/** The fields of a driver that users can change, named as in the body of the change. */
export type DriverFields = StoredFields<
  Exclude<keyof DriverChange, UnitContextField>,
  {
    readonly status: DutyStatus
    readonly status_date_from: string | null
    readonly status_date_to: string | null
    readonly position: string
    readonly dispatcher: number | null
    readonly med_expire: string | null
    readonly CDL_expire: string | null
    readonly rate: string | null
    /** Both units are stored with the units. `driverStore` reads them; the units module writes them. */
    readonly truck_id: string | null
    readonly trailer_id: string | null
    /** The path of the file. It is stored with the driver's user. */
    readonly photo: string | null
  }
>

const COLUMNS = columnsOf<Omit<DriverFields, 'truck_id' | 'trailer_id' | 'photo'>>({
  status: 'text',
  status_date_from: 'date',
  status_date_to: 'date',
  position: 'text',
  dispatcher: ['dispatcher_id', 'integer'],
  med_expire: 'date',
  CDL_expire: ['cdl_expire', 'date'],
  rate: 'text',
})

const { $, valuesOf } = namedParams('id', 'fields', ...HISTORY_PARAMS, 'first', 'last')
const WRITE = `
  with d as (
    update drivers set ${COLUMNS.set($.fields)}, version = version + 1 where id = ${$.id} returning *),
  logged as (${historyInsert($, `${$.id}::integer`)})
  select ${driverJson($)}::text as text, d.version, d.user_id as person from d ${PEOPLE}`

/** The user id of a driver; null when the driver does not exist. */
export async function findUserId(sql: Sql, driver: number): Promise<number | null> {
  const [row] = await sql.query<{ user: number }>(
    'drivers.user',
    'select user_id as "user" from drivers where id = $1::bigint and is_current',
    [driver],
  )
  return row?.user ?? null
}

/** The full name of a driver; empty when the driver does not exist. */
export async function findFullName(sql: Sql, driver: number): Promise<string> {
  const [row] = await sql.query<Pick<Person, 'first_name' | 'last_name'>>(
    'drivers.name',
    `select u.first_name, u.last_name from drivers d join users u on u.id = d.user_id
     where d.id = $1::bigint and d.is_current`,
    [driver],
  )
  return row ? fullName(row) : ''
}

/**
 * Locks the driver's current dispatcher and the requested dispatcher, by id, before the driver's own row. A change of a
 * dispatcher locks in the same order. Returns the requested dispatcher; null when there is none.
 */
export async function lockDispatchers(
  sql: Sql,
  driver: number,
  requested: number | null,
): Promise<TeamDispatcher | null> {
  const dispatchers = await sql.query<TeamDispatcher>(
    'drivers.lock_dispatchers',
    `select p.id, p.status, u.first_name, u.last_name from dispatchers p join users u on u.id = p.user_id
     where p.is_current and (p.id = $2::bigint or p.id = (select dispatcher_id from drivers where id = $1::bigint))
     order by p.id for no key update of p`,
    [driver, requested],
  )
  return dispatchers.find(({ id }) => id === requested) ?? null
}

type OwnRow = Omit<DriverFields, 'truck_id' | 'trailer_id'> & { readonly id: number; readonly version: number }

async function lock(sql: Sql, ref: RecordRef): Promise<LockedRecord<DriverFields> | null> {
  // Devices never create drivers, so a client id can't refer to a driver.
  if (typeof ref !== 'number') return null
  const [row] = await sql.query<OwnRow>(
    'drivers.lock',
    // Locks the user's row too: a row that is only read may be older than the change that this statement waited for.
    `select d.id, d.version, ${COLUMNS.read('d')}, u.photo
      from drivers d join users u on u.id = d.user_id where d.id = $1::bigint and d.is_current
      for no key update of d, u`,
    [ref],
  )
  if (!row) return null
  const [units] = await sql.query<Pick<DriverFields, 'truck_id' | 'trailer_id'>>(
    'drivers.units',
    // A separate statement, for the same reason: units are assigned and freed under the lock of their driver.
    `select ${unitOf('truck')} as truck_id, ${unitOf('trailer')} as trailer_id from drivers d where d.id = $1`,
    [row.id],
  )
  if (!units) throw new Error(`driver ${row.id} vanished while it was locked`)
  const { id, version, ...fields } = row
  return { id, version, fields: { ...fields, ...units } }
}

/** The record store of drivers. Its responses contain the figures of a week. */
export const driverStore = (week: DayRange): RecordStore<DriverFields> => ({
  area: 'drivers',
  lock,

  async write(sql, id, fields, log) {
    // Written first: the response shows the photo, and a statement does not see its own writes.
    if (log.changes.some(({ field }) => field === 'photo')) await writeLinkedPhoto(sql, 'drivers', id, fields.photo)
    const params = valuesOf({ id, fields: COLUMNS.json(fields), ...historyParams(log), ...week })
    const [row] = await sql.query<RecordText & { person: number }>('drivers.write', WRITE, params)
    if (!row) throw new Error(`driver ${id} vanished while it was locked`)
    const { person, ...driver } = row
    const shared = DRIVER_USER_FIELDS.toUserChanges(log.changes)
    await logLinkedChange(sql, { area: 'users', id: person, author: log.author, changes: shared })
    return driver
  },

  async find(sql, ref) {
    if (typeof ref !== 'number') return null
    const [row] = await sql.query<RecordText>(
      'drivers.find',
      `select ${driverJson({ first: '$2', last: '$3' })}::text as text, d.version from drivers d ${PEOPLE}
       where d.id = $1::bigint and d.is_current`,
      [ref, week.first, week.last],
    )
    return row ?? null
  },
})
