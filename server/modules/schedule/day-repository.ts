import * as z from 'zod/mini'
import { isoDate, type RecordRef } from '#contract/wire/record.ts'
import type { Sql } from '#server/db/db.ts'
import type { RecordStore } from '#server/records/change-record.ts'
import { columnsOf } from '#server/records/columns.ts'
import { HISTORY_PARAMS, historyInsert, historyParams } from '#server/records/history-log.ts'
import { namedParams } from '#server/records/named-params.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { dayJson, isPlanned } from '#server/records/schedule-day.ts'
import { type ListOrder, type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'
import { changedDay, type DayFields } from './changed-day.ts'

const COLUMNS = columnsOf<DayFields>({ status: 'text', description: 'text' })

const { $, valuesOf } = namedParams('id', 'fields', ...HISTORY_PARAMS)
const WRITE = `
  with s as (update schedule_days set ${COLUMNS.set($.fields)}, version = version + 1 where id = ${$.id} returning *),
  logged as (${historyInsert($, `${$.id}::integer`)})
  select ${dayJson('s')}::text as text, s.version from s`

export const dayStore: RecordStore<DayFields> = {
  area: 'schedule',

  async lock(sql, ref) {
    const [row] = await sql.query<DayFields & { id: number; version: number }>(
      `schedule.lock.${refKind(ref)}`,
      `select s.id, s.version, ${COLUMNS.read('s')} from schedule_days s where ${matchesRef(ref)} for update`,
      [ref],
    )
    if (!row) return null
    const { id, version, ...fields } = row
    return { id, version, fields }
  },

  async write(sql, id, fields, log) {
    const params = valuesOf({ id, fields: COLUMNS.json(fields), ...historyParams(log) })
    const [row] = await sql.query<RecordText>('schedule.write', WRITE, params)
    if (!row) throw new Error(`day ${id} vanished while it was locked`)
    return row
  },

  async find(sql, ref) {
    const [row] = await sql.query<RecordText>(
      `schedule.find.${refKind(ref)}`,
      `select ${dayJson('s')}::text as text, s.version from schedule_days s where ${matchesRef(ref)}`,
      [ref],
    )
    return row ?? null
  },

  changesByOthers: ({ fields }, seen, changesSince) => changedDay(fields, seen, changesSince),
}

const refKind = (ref: RecordRef) => (typeof ref === 'number' ? 'id' : 'client_id')
const matchesRef = (ref: RecordRef) => (typeof ref === 'number' ? 'id = $1::bigint' : 'client_id = $1::uuid')

/** A day, found by its client id. */
export interface DayByClientId extends RecordText {
  readonly driver: number
  readonly date: string
  readonly isCleared: boolean
}

/** The day with this client id, without a lock; null for none. */
export async function findDayByClientId(sql: Sql, name: string): Promise<DayByClientId | null> {
  const [row] = await sql.query<DayByClientId>(
    'schedule.named',
    `select s.driver_id as driver, s.date, s.status is null as "isCleared", s.version, ${dayJson('s')}::text as text
     from schedule_days s where s.client_id = $1::uuid`,
    [name],
  )
  return row ?? null
}

export async function driverExists(sql: Sql, driver: number): Promise<boolean> {
  const rows = await sql.query('schedule.driver', 'select 1 from drivers where id = $1::bigint and is_current', [
    driver,
  ])
  return rows.length > 0
}

const byDate: ListOrder<z.ZodMiniTuple> = {
  name: 'date',
  keys: [{ sql: 's.date', type: 'date' }],
  // The date alone is unique among a driver's days.
  cursor: z.tuple([isoDate]),
}

/** One page of a driver's planned days, by date. A null bound is open. */
export function findDaysOfDriver(
  sql: Sql,
  driver: number,
  bounds: { readonly first: string | null; readonly last: string | null },
  page: PageRequest,
): Promise<PageText> {
  const where = `s.driver_id = $1::bigint and s.date >= coalesce($2::date, '-infinity')
    and s.date <= coalesce($3::date, 'infinity') and ${isPlanned('s')}`
  const list = {
    name: 'schedule.of_driver',
    from: 'schedule_days s',
    where,
    count: `select count(*) from schedule_days s where ${where}`,
    params: [driver, bounds.first, bounds.last],
    columns: 's.*',
    alias: 's',
    joins: '',
    row: dayJson('s'),
  }
  return queryPage(sql, list, byDate, page)
}
