import type { Sql } from '#server/db/db.ts'
import { COUNTED_NOW } from './counted-now.ts'

/**
 * Keeps what the company has now as what it had on a Sunday and on every Sunday since the last one that is kept; each once,
 * however many processes do so at once. Where none is kept yet, the first is that Sunday's. What a clock that was ahead has
 * kept of time to come is taken anew when that comes.
 */
export async function keepWeeks(sql: Sql, sunday: string, now: Date): Promise<void> {
  await sql.query(
    'dashboard.keep_weeks',
    `insert into statistic_weeks (sunday, total_workers, total_trucks, total_trailers, dispatchers, drivers, taken_at)
     select missing.sunday::date, now.total_workers, now.total_trucks, now.total_trailers, now.dispatchers, now.drivers,
       $2::timestamptz
     from generate_series(coalesce((select max(sunday) + 7 from statistic_weeks where taken_at <= $2::timestamptz), $1::date)::timestamp, $1::date::timestamp,
       interval '7 days') as missing (sunday) cross join (${COUNTED_NOW}) now
     on conflict (sunday) do update set total_workers = excluded.total_workers, total_trucks = excluded.total_trucks,
       total_trailers = excluded.total_trailers, dispatchers = excluded.dispatchers, drivers = excluded.drivers,
       taken_at = excluded.taken_at`,
    [sunday, now.toISOString()],
  )
}

/** SQL for a count and its difference from the week before's; no difference where nothing is kept of that week. */
const counted = (now: string, before: string) =>
  `json_build_object('current', (${now})::text, 'difference',
    case when ${now} > ${before} then '+' || (${now} - ${before}) else coalesce(${now} - ${before}, 0)::text end)`

/** SQL for the statistics of row `s`, beside those of the week before in row `b`. */
export const statisticsOf = (s: string, b: string) =>
  `json_build_object('total_workers', ${counted(`${s}.total_workers`, `${b}.total_workers`)},
    'total_trucks', ${counted(`${s}.total_trucks`, `${b}.total_trucks`)},
    'total_trailers', ${counted(`${s}.total_trailers`, `${b}.total_trailers`)},
    'detention_drivers_count', (${s}.drivers->>'detention__layover')::integer)`

/** What the company had on a day of which figures are kept, as JSON; null for any other. */
export async function findWeek(sql: Sql, day: string): Promise<string | null> {
  const [row] = await sql.query<{ text: string }>(
    'dashboard.week',
    `select ${statisticsOf('s', 'b')}::text as text
     from statistic_weeks s left join statistic_weeks b on b.sunday = s.sunday - 7 where s.sunday = $1::date`,
    [day],
  )
  return row?.text ?? null
}
