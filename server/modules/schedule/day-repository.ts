import * as z from 'zod/mini'
import type { DutyStatus } from '#contract/duty.ts'
import { isoDate, type RecordRef } from '#contract/record.ts'
import type { Sql } from '#server/db/db.ts'
import type { RecordStore } from '#server/records/change-record.ts'
import { type Author, historyInsert, historyParams } from '#server/records/history-log.ts'
import { type ListOrder, type PageRequest, type PageText, queryPage } from '#server/records/page-sql.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { dayJson } from '#server/records/schedule-day.ts'

/** What a person can change of a day. */
export type DayFields = { readonly status: DutyStatus; readonly description: string }

const WRITE = `
  with s as (update schedule_days set status = $2, description = $3, version = version + 1 where id = $1 returning *),
  logged as (${historyInsert(4, '$1::integer')})
  select ${dayJson('s')}::text as text, s.version from s`

export const dayStore: RecordStore<DayFields> = {
  area: 'schedule',

  async lock(sql, ref) {
    const [row] = await sql.query<DayFields & { id: number; version: number }>(
      `schedule.lock.${nameOf(ref)}`,
      `select id, version, status, description from schedule_days where ${isThe(ref)} for update`,
      [ref],
    )
    if (!row) return null
    const { id, version, ...fields } = row
    return { id, version, fields }
  },

  async write(sql, id, { status, description }, log) {
    const params = [id, status, description, ...historyParams(log)]
    const [row] = await sql.query<RecordText>('schedule.write', WRITE, params)
    if (!row) throw new Error(`day ${id} vanished while it was locked`)
    return row
  },

  async find(sql, ref) {
    const [row] = await sql.query<RecordText>(
      `schedule.find.${nameOf(ref)}`,
      `select ${dayJson('s')}::text as text, s.version from schedule_days s where ${isThe(ref)}`,
      [ref],
    )
    return row ?? null
  },
}

const nameOf = (ref: RecordRef) => (typeof ref === 'number' ? 'id' : 'client_id')
const isThe = (ref: RecordRef) => (typeof ref === 'number' ? 'id = $1::bigint' : 'client_id = $1::uuid')

export interface NewDay {
  readonly date: string
  readonly status: DutyStatus
  readonly description: string
  readonly driver: number
  readonly client_id: string | null
}

/** Makes a day and logs it; null when the driver has a day on that date, or a day has that `client_id`, already. */
export async function insertDay(sql: Sql, day: NewDay, author: Author): Promise<RecordText | null> {
  const changes = (['driver', 'date', 'status', 'description'] as const)
    .filter((field) => day[field] !== '')
    .map((field) => ({ field, from: null, to: day[field] }))
  const log = historyParams({ area: 'schedule', version: 1, author, changes })
  const [row] = await sql.query<RecordText>(
    'schedule.insert',
    `with s as (
       insert into schedule_days (client_id, driver_id, date, status, description)
       select $1::uuid, d.id, $3::date, $4, $5 from drivers d where d.id = $2::bigint and d.is_current
       on conflict do nothing returning *),
     logged as (${historyInsert(6, 's.id')}, s)
     select ${dayJson('s')}::text as text, s.version from s`,
    [day.client_id, day.driver, day.date, day.status, day.description, ...log],
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
  // One day a date: the date alone is unique among a driver's days.
  cursor: z.tuple([isoDate]),
}

/** One page of a driver's days by date; a bound that is null is open. */
export function findDaysOfDriver(
  sql: Sql,
  driver: number,
  bounds: { readonly first: string | null; readonly last: string | null },
  page: PageRequest,
): Promise<PageText> {
  const where = `s.driver_id = $1::bigint and s.date >= coalesce($2::date, '-infinity')
    and s.date <= coalesce($3::date, 'infinity')`
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
