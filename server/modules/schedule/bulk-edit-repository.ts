import type { DutyStatus } from '#contract/duty.ts'
import type { Sql } from '#server/db/db.ts'
import type { Author } from '#server/records/history-log.ts'
import { dayJson } from '#server/records/schedule-day.ts'

/** The days of a range that get one status. */
export interface BulkEdit {
  readonly driver: number
  readonly first: string
  readonly last: string
  readonly status: DutyStatus
  /** Names for days that are missing or have none yet, by date. */
  readonly clientIds: Readonly<Record<string, string>>
}

/**
 * Holds a driver's days still until the transaction ends: the existing ones, and, by the driver's row that new ones
 * refer to, the missing ones. False when there is no such driver.
 */
export async function lockDays(sql: Sql, { driver, first, last }: BulkEdit): Promise<boolean> {
  const there = await sql.query(
    'schedule.lock_driver',
    'select id from drivers where id = $1::bigint and is_current for update',
    [driver],
  )
  if (there.length === 0) return false
  await sql.query(
    'schedule.lock_days',
    `select id from schedule_days where driver_id = $1::bigint and date between $2::date and $3::date
     order by date for update`,
    [driver, first, last],
  )
  return true
}

const DIFFERS = 'before.status <> $4'

/** All in one statement: what it reads is how the days were before it, so `before` is what history calls `from`. */
const BULK_EDIT = `
  with named as (select date, client_id from unnest($5::date[], $6::uuid[]) as n(date, client_id)),
  before as materialized (
    select id, date, status, client_id from schedule_days
    where driver_id = $1::bigint and date between $2::date and $3::date),
  changed as (
    update schedule_days s set status = $4, version = s.version + (${DIFFERS})::integer,
      client_id = coalesce(s.client_id, named.client_id)
    from before left join named on named.date = before.date
    where s.id = before.id and (${DIFFERS} or (before.client_id is null and named.client_id is not null))
    returning s.*),
  made as (
    insert into schedule_days (client_id, driver_id, date, status)
    select named.client_id, $1::bigint, missing.date, $4
    from (select generate_series($2::date, $3::date, interval '1 day')::date as date except select date from before) missing
    left join named on named.date = missing.date order by missing.date
    returning *),
  logged as (
    insert into history (area, record_id, version, at, user_id, device_id, field, from_value, to_value)
    select 'schedule', s.id::text, s.version, $7::timestamptz, $8::integer, $9::uuid, 'status', to_jsonb(before.status), to_jsonb($4::text)
    from changed s join before on before.id = s.id where ${DIFFERS}
    union all
    select 'schedule', s.id::text, 1, $7::timestamptz, $8::integer, $9::uuid, f.field, null, f.value
    from made s cross join lateral (values ('driver', to_jsonb(s.driver_id)), ('date', to_jsonb(s.date)),
      ('status', to_jsonb(s.status))) as f(field, value)),
  days as (
    select * from changed union all select * from made union all
    select s.* from schedule_days s join before on before.id = s.id where s.id not in (select id from changed))
  select coalesce(json_agg(${dayJson('days')} order by days.date), '[]')::text as text from days`

/** Gives all days of the range the status, makes those that are missing, and logs each; answers them all as JSON. */
export async function bulkEdit(sql: Sql, edit: BulkEdit, author: Author): Promise<string> {
  const [row] = await sql.query<{ text: string }>('schedule.bulk_edit', BULK_EDIT, [
    edit.driver,
    edit.first,
    edit.last,
    edit.status,
    Object.keys(edit.clientIds),
    Object.values(edit.clientIds),
    author.now.toISOString(),
    author.user,
    author.device,
  ])
  if (!row) throw new Error('a bulk edit has no answer')
  return row.text
}
