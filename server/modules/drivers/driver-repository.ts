import type { DriverChange } from '#contract/people/driver-changes.ts'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import { fullName, type Person } from '#contract/wire/people.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import type { Sql } from '#server/db/db.ts'
import type { Locked, RecordStore } from '#server/records/change-record.ts'
import { columnsOf, type StoredFields } from '#server/records/columns.ts'
import type { DayRange } from '#server/records/day-range.ts'
import { DRIVERS_FIELDS } from '#server/records/duty-fields.ts'
import { HISTORY_PARAMS, historyInsert, historyParams } from '#server/records/history-log.ts'
import { noteLinkedChange, writeLinkedPhoto } from '#server/records/linked-record.ts'
import { namedParams } from '#server/records/named-params.ts'
import type { RecordText } from '#server/records/record-text.ts'
import type { Leader } from '#server/records/team-change.ts'
import { unitOf } from '#server/records/units-of-driver.ts'
import { driverJson, PEOPLE } from './driver-json.ts'

/** Fields of a change that are not the driver's: what the person knew of the units, and since when they are the driver's. */
type AboutUnits = 'taken_from' | 'truck_was' | 'trailer_was' | 'units_date_from'

/** What a person can change of a driver, under the names of the change's body. */
export type DriverFields = StoredFields<
  Exclude<keyof DriverChange, AboutUnits>,
  {
    readonly status: DutyStatus
    readonly status_date_from: string | null
    readonly status_date_to: string | null
    readonly position: string
    readonly dispatcher: number | null
    readonly med_expire: string | null
    readonly CDL_expire: string | null
    readonly rate: string | null
    /** They stand with the units themselves: `driverStore` reads them and leaves the writing to the units' own module. */
    readonly truck_id: string | null
    readonly trailer_id: string | null
    /** The path of the file; it is the person's, and stands with the user. */
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

/** The user that a driver is; null when there is no such driver. */
export async function findUserOf(sql: Sql, driver: number): Promise<number | null> {
  const [row] = await sql.query<{ user: number }>(
    'drivers.user',
    'select user_id as "user" from drivers where id = $1::bigint and is_current',
    [driver],
  )
  return row?.user ?? null
}

/** What a driver is called; empty when there is no such driver. */
export async function findNameOf(sql: Sql, driver: number): Promise<string> {
  const [row] = await sql.query<Pick<Person, 'first_name' | 'last_name'>>(
    'drivers.name',
    `select u.first_name, u.last_name from drivers d join users u on u.id = d.user_id
     where d.id = $1::bigint and d.is_current`,
    [driver],
  )
  return row ? fullName(row) : ''
}

/**
 * Locks the dispatcher that a driver has and the one that is asked for, by id, before the driver's own row: as a change of
 * a dispatcher does. Answers the one asked for; null when there is none.
 */
export async function lockLeaders(sql: Sql, driver: number, asked: number | null): Promise<Leader | null> {
  const leaders = await sql.query<Leader>(
    'drivers.lock_dispatchers',
    `select p.id, p.status, u.first_name, u.last_name from dispatchers p join users u on u.id = p.user_id
     where p.is_current and (p.id = $2::bigint or p.id = (select dispatcher_id from drivers where id = $1::bigint))
     order by p.id for no key update of p`,
    [driver, asked],
  )
  return leaders.find(({ id }) => id === asked) ?? null
}

type OwnRow = Omit<DriverFields, 'truck_id' | 'trailer_id'> & { readonly id: number; readonly version: number }

async function lock(sql: Sql, ref: RecordRef): Promise<Locked<DriverFields> | null> {
  // No device makes drivers: a name given by a device is no driver's.
  if (typeof ref !== 'number') return null
  const [row] = await sql.query<OwnRow>(
    'drivers.lock',
    // The person's row is locked too: one that is only read may be older than what this statement had to wait for.
    `select d.id, d.version, ${COLUMNS.read('d')}, u.photo
      from drivers d join users u on u.id = d.user_id where d.id = $1::bigint and d.is_current
      for no key update of d, u`,
    [ref],
  )
  if (!row) return null
  const [units] = await sql.query<Pick<DriverFields, 'truck_id' | 'trailer_id'>>(
    'drivers.units',
    // In a statement of its own, for the same reason: a unit is given and taken under the lock of its driver.
    `select ${unitOf('truck')} as truck_id, ${unitOf('trailer')} as trailer_id from drivers d where d.id = $1`,
    [row.id],
  )
  if (!units) throw new Error(`driver ${row.id} vanished while it was locked`)
  const { id, version, ...fields } = row
  return { id, version, fields: { ...fields, ...units } }
}

/** Drivers as records that can be changed, and answered with the figures of a week. */
export const driverStore = (week: DayRange): RecordStore<DriverFields> => ({
  area: 'drivers',
  lock,

  async write(sql, id, fields, log) {
    // A statement does not see what it writes itself, and the answer shows the photo: so it is written before.
    if (log.changes.some(({ field }) => field === 'photo')) await writeLinkedPhoto(sql, 'drivers', id, fields.photo)
    const params = valuesOf({ id, fields: COLUMNS.json(fields), ...historyParams(log), ...week })
    const [row] = await sql.query<RecordText & { person: number }>('drivers.write', WRITE, params)
    if (!row) throw new Error(`driver ${id} vanished while it was locked`)
    const { person, ...driver } = row
    const shared = DRIVERS_FIELDS.asUsers(log.changes)
    await noteLinkedChange(sql, { area: 'users', id: person, author: log.author, changes: shared })
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
