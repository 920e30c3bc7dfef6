import { TREND_WEEKS } from '#contract/boards/dashboard.ts'
import type { Sql } from '#server/db/db.ts'
import { COMPANY_COUNTS } from './company-counts.ts'
import { statisticsJson } from './statistic-repository.ts'

/** SQL for a week’s sum of one kind of money. */
const sumOf = (kind: string) => `coalesce(sum(t.amount) filter (where t.kind = '${kind}'), 0)::float8`

const DRIVERS_BY_WEEK = `(
  select coalesce(json_agg(last.drivers || jsonb_build_object('sunday', last.sunday) order by last.sunday), '[]')
  from (select sunday, drivers from statistic_weeks where sunday <= $1::date order by sunday desc limit ${TREND_WEEKS}) last)`

const MONEY_BY_WEEK = `(
  select json_agg(json_build_object('sunday', week.sunday, 'tolls', week.tolls, 'fuel', week.fuel, 'revenue', week.revenue)
    order by week.sunday)
  from (
    select $1::date - 7 * back as sunday, ${sumOf('tolls')} as tolls, ${sumOf('fuel')} as fuel, ${sumOf('revenue')} as revenue
    from generate_series(0, ${TREND_WEEKS - 1}) as back
      left join (
        select kind, amount, ($1::date + 6 - date) / 7 as back from daily_totals
        where kind in ('tolls', 'fuel', 'revenue') and date between $1::date - ${7 * (TREND_WEEKS - 1)} and $2::date
      ) t using (back)
    group by back) week)`

/**
 * The dashboard as JSON, in one statement.
 * @param sunday the first day of the week of `today`
 */
export async function findDashboard(
  sql: Sql,
  { sunday, today }: { readonly sunday: string; readonly today: string },
): Promise<string> {
  const [row] = await sql.query<{ text: string }>(
    'dashboard.find',
    `with this as materialized (${COMPANY_COUNTS})
     select json_build_object('dispatchers_by_status', this.dispatchers, 'drivers_by_status', this.drivers,
       'earliest_statistic_date', (select min(sunday) from statistic_weeks),
       'statistics', ${statisticsJson('this', 'before')},
       'drivers_by_week', ${DRIVERS_BY_WEEK}, 'money_by_week', ${MONEY_BY_WEEK})::text as text
     from this left join statistic_weeks before on before.sunday = $1::date - 7`,
    [sunday, today],
  )
  if (!row) throw new Error('dashboard.find: no answer')
  return row.text
}
