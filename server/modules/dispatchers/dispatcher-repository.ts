import type { DispatcherChange } from '#contract/people/dispatcher-changes.ts'
import type { DispatcherStatus } from '#contract/people/dispatcher-choices.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import type { Sql } from '#server/db/db.ts'
import type { LockedRecord, RecordStore } from '#server/records/change-record.ts'
import { columnsOf, type StoredFields } from '#server/records/columns.ts'
import { DISPATCHER_USER_FIELDS } from '#server/records/duty-fields.ts'
import { HISTORY_PARAMS, historyInsert, historyParams } from '#server/records/history-log.ts'
import { logLinkedChange, writeLinkedPhoto } from '#server/records/linked-record.ts'
import { namedParams } from '#server/records/named-params.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { findTeam } from '#server/records/team-change.ts'
import { DISPATCHER_JSON } from './dispatcher-json.ts'
import { moveDrivers } from './move-drivers.ts'

/**
 * The fields of a dispatcher that users can change, named as in the body of the change. Added and removed drivers count
 * as `driver_ids`.
 */
export type DispatcherFields = StoredFields<
  Exclude<keyof DispatcherChange, 'add_drivers' | 'remove_drivers'>,
  {
    readonly status: DispatcherStatus
    readonly status_date_from: string | null
    readonly status_date_to: string | null
    /** All drivers, in the order of their ids. */
    readonly driver_ids: readonly number[]
    /** The path of the file. It is stored with the dispatcher's user. */
    readonly photo: string | null
  }
>

const COLUMNS = columnsOf<Omit<DispatcherFields, 'driver_ids' | 'photo'>>({
  status: 'text',
  status_date_from: 'date',
  status_date_to: 'date',
})

const JOINED = 'join users u on u.id = p.user_id'

const { $, valuesOf } = namedParams('id', 'fields', ...HISTORY_PARAMS)
const WRITE = `
  with p as (
    update dispatchers set ${COLUMNS.set($.fields)}, version = version + 1 where id = ${$.id} returning *),
  logged as (${historyInsert($, `${$.id}::integer`)})
  select ${DISPATCHER_JSON}::text as text, p.version, p.user_id as person from p ${JOINED}`

/** Whether this id belongs to a current dispatcher. */
export async function isDispatcher(sql: Sql, id: number): Promise<boolean> {
  const rows = await sql.query('dispatchers.is', 'select 1 from dispatchers where id = $1::bigint and is_current', [id])
  return rows.length > 0
}

/** A dispatcher with the user id and name; null when the dispatcher does not exist. */
export async function findPerson(sql: Sql, dispatcher: number) {
  const [row] = await sql.query<{ id: number; user: number; first_name: string; last_name: string }>(
    'dispatchers.person',
    `select p.id, u.id as "user", u.first_name, u.last_name from dispatchers p ${JOINED}
     where p.id = $1::bigint and p.is_current`,
    [dispatcher],
  )
  return row ?? null
}

type OwnFields = Omit<DispatcherFields, 'driver_ids'>

export const dispatcherStore: RecordStore<DispatcherFields> = {
  area: 'dispatchers',

  async lock(sql: Sql, ref: RecordRef) {
    // Devices never create dispatchers, so a client id can't refer to a dispatcher.
    if (typeof ref !== 'number') return null
    const [row] = await sql.query<OwnFields & { id: number; version: number }>(
      'dispatchers.lock',
      `select p.id, p.version, ${COLUMNS.read('p')}, u.photo
       from dispatchers p ${JOINED} where p.id = $1::bigint and p.is_current for no key update of p, u`,
      [ref],
    )
    if (!row) return null
    const { id, version, ...own } = row
    const fields = { ...own, driver_ids: await findTeam(sql, id) }
    return { id, version, fields } satisfies LockedRecord<DispatcherFields>
  },

  async write(sql, id, fields, log) {
    // Written first: the response shows the photo and the drivers, and a statement does not see its own writes.
    for (const { field, from } of log.changes) {
      if (field === 'photo') await writeLinkedPhoto(sql, 'dispatchers', id, fields.photo)
      if (field === 'driver_ids') {
        const teams = { dispatcher: id, from: from as readonly number[], to: fields.driver_ids }
        await moveDrivers(sql, log.author, teams)
      }
    }
    const params = valuesOf({ id, fields: COLUMNS.json(fields), ...historyParams(log) })
    const [row] = await sql.query<RecordText & { person: number }>('dispatchers.write', WRITE, params)
    if (!row) throw new Error(`dispatcher ${id} vanished while it was locked`)
    const { person, ...dispatcher } = row
    const shared = DISPATCHER_USER_FIELDS.toUserChanges(log.changes)
    await logLinkedChange(sql, { area: 'users', id: person, author: log.author, changes: shared })
    return dispatcher
  },

  async find(sql, ref) {
    if (typeof ref !== 'number') return null
    const [row] = await sql.query<RecordText>(
      'dispatchers.find',
      `select ${DISPATCHER_JSON}::text as text, p.version from dispatchers p ${JOINED}
       where p.id = $1::bigint and p.is_current`,
      [ref],
    )
    return row ?? null
  },
}
