import type { ScheduleDay } from '#contract/boards/schedule.ts'
import type { Sql } from '#server/db/db.ts'
import type { Author } from '#server/records/history-log.ts'
import { namedParams } from '#server/records/named-params.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { dayJson } from '#server/records/schedule-day.ts'
import type { DayFields } from './changed-day.ts'

/** A current row of the schedule. Without a status, the day was cleared. */
export type LockedDay = Readonly<Omit<ScheduleDay, 'status'>> & DayFields

/** Some days of a driver. Until the transaction ends, no other transaction can change or create them. */
export interface LockedDays {
  readonly driver: number
  readonly byDate: ReadonlyMap<string, LockedDay>
}

/**
 * Locks a driver's days: existing rows directly, and the others through the driver's row, which new rows refer to. Null
 * when the driver does not exist.
 */
export async function lockDays(sql: Sql, driver: number, dates: readonly string[]): Promise<LockedDays | null> {
  const drivers = await sql.query(
    'schedule.lock_driver',
    'select id from drivers where id = $1::bigint and is_current for update',
    [driver],
  )
  if (drivers.length === 0) return null
  const days = await sql.query<LockedDay>(
    'schedule.lock_days',
    `select id, date, status, description, driver_id as driver, client_id, version from schedule_days
     where driver_id = $1::bigint and date = any($2::date[]) order by date for update`,
    [driver, dates],
  )
  return { driver, byDate: new Map(days.map((day) => [day.date, day])) }
}

/** The new values of a day. `client_id` is stored only in a row that has none yet. */
export interface DayToWrite extends DayFields {
  readonly date: string
  readonly client_id: string | null
}

/** A row of the schedule after a change, as JSON in the wire format. */
export interface WrittenDay extends RecordText {
  readonly date: string
  readonly isCleared: boolean
}

const { $, valuesOf } = namedParams('driver', 'wanted', 'dates', 'at', 'user', 'device')
/**
 * One statement reads and writes the days. It reads their state before its own writes, so `before` is the history's
 * `from`.
 */
const WRITE_DAYS = `
  with wanted as materialized (
    select w.* from jsonb_to_recordset(${$.wanted}::jsonb) as w(date date, status text, description text, client_id uuid)),
  before as materialized (
    select s.id, s.date, s.status, s.description from schedule_days s
    where s.driver_id = ${$.driver}::bigint and s.date = any(array(select date from wanted))),
  changed as (
    update schedule_days s set status = w.status, description = w.description,
      version = s.version + (s.status is distinct from w.status or s.description <> w.description)::integer,
      client_id = coalesce(s.client_id, w.client_id)
    from before join wanted w on w.date = before.date where s.id = before.id returning s.*),
  made as (
    insert into schedule_days (client_id, driver_id, date, status, description)
    select w.client_id, ${$.driver}::bigint, w.date, w.status, w.description from wanted w
    where w.date not in (select date from before) order by w.date returning *),
  written as (select * from changed union all select * from made),
  logged as (
    insert into history (area, record_id, version, at, user_id, device_id, field, from_value, to_value)
    select 'schedule', s.id::text, s.version, ${$.at}::timestamptz, ${$.user}::integer, ${$.device}::uuid, f.field, f."from", f."to"
    from written s left join before on before.id = s.id cross join lateral (values
      ('driver', null, case when before.id is null then to_jsonb(s.driver_id) end),
      ('date', null, case when before.id is null then to_jsonb(s.date) end),
      ('status', to_jsonb(before.status), to_jsonb(s.status)),
      ('description', to_jsonb(before.description), to_jsonb(case when s.description <> coalesce(before.description, '')
        then s.description else before.description end))) as f(field, "from", "to")
    where f."from" is distinct from f."to"),
  days as (
    select * from written union all
    select s.* from schedule_days s where s.driver_id = ${$.driver}::bigint and s.date = any(${$.dates}::date[])
      and s.date not in (select date from written))
  select days.date, days.status is null as "isCleared", days.version, ${dayJson('days')}::text as text
  from days order by days.date`

/**
 * Writes locked days and logs the changes of each. Returns them and all other days of `dates` that have a row, by date.
 * For a client id that another day has, the database throws a unique violation (23505).
 */
export function writeDays(
  sql: Sql,
  driver: number,
  { wanted, dates }: { readonly wanted: readonly DayToWrite[]; readonly dates: readonly string[] },
  author: Author,
): Promise<WrittenDay[]> {
  const { now, user, device } = author
  const params = { driver, wanted: JSON.stringify(wanted), dates, at: now.toISOString(), user, device }
  return sql.query<WrittenDay>('schedule.write_days', WRITE_DAYS, valuesOf(params))
}
