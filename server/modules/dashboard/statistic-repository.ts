import type { Sql } from '#server/db/db.ts'
import { COMPANY_COUNTS } from './company-counts.ts'

/**
 * Stores the current counts for a Sunday and for every Sunday since the last stored one. Each Sunday is stored once,
 * even if several processes run it at the same time. Without stored weeks, only this Sunday is stored. Weeks that were
 * stored too early, by a clock that was ahead, are replaced when their Sunday comes.
 */
export async function storeWeeks(sql: Sql, sunday: string, now: Date): Promise<void> {
  await sql.query(
    'dashboard.keep_weeks',
    `insert into statistic_weeks (sunday, total_workers, total_trucks, total_trailers, dispatchers, drivers, taken_at)
     select missing.sunday::date, now.total_workers, now.total_trucks, now.total_trailers, now.dispatchers, now.drivers,
       $2::timestamptz
     from generate_series(coalesce((select max(sunday) + 7 from statistic_weeks where taken_at <= $2::timestamptz), $1::date)::timestamp, $1::date::timestamp,
       interval '7 days') as missing (sunday) cross join (${COMPANY_COUNTS}) now
     on conflict (sunday) do update set total_workers = excluded.total_workers, total_trucks = excluded.total_trucks,
       total_trailers = excluded.total_trailers, dispatchers = excluded.dispatchers, drivers = excluded.drivers,
       taken_at = excluded.taken_at`,
    [sunday, now.toISOString()],
  )
}

/**
 * SQL for a count and its signed difference to the week before, as texts. The difference is 0 if that week is not
 * stored.
 */
const countWithDifference = (now: string, before: string) =>
  `json_build_object('current', (${now})::text, 'difference',
    case when ${now} > ${before} then '+' || (${now} - ${before}) else coalesce(${now} - ${before}, 0)::text end)`

/** SQL for the statistics of row `s`, with the differences to the week before in row `b`. */
export const statisticsJson = (s: string, b: string) =>
  `json_build_object('total_workers', ${countWithDifference(`${s}.total_workers`, `${b}.total_workers`)},
    'total_trucks', ${countWithDifference(`${s}.total_trucks`, `${b}.total_trucks`)},
    'total_trailers', ${countWithDifference(`${s}.total_trailers`, `${b}.total_trailers`)},
    'detention_drivers_count', (${s}.drivers->>'detention__layover')::integer)`

/** The stored statistics of a day, as JSON; null if none are stored. */
export async function findWeek(sql: Sql, day: string): Promise<string | null> {
  const [row] = await sql.query<{ text: string }>(
    'dashboard.week',
    `select ${statisticsJson('s', 'b')}::text as text
     from statistic_weeks s left join statistic_weeks b on b.sunday = s.sunday - 7 where s.sunday = $1::date`,
    [day],
  )
  return row?.text ?? null
}
