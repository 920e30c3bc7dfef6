import type { Db } from '#server/db/db.ts'
import { measureDashboardPage } from '../app/dashboard-page.ts'
import { formatNumber, inRounds, printTable } from '../measure.ts'
import { type ServedApp, servedApp } from '../served-app.ts'
import { companySize, settings } from '../settings.ts'
import { bareSql } from './bare-sql.ts'
import { loadFromOutside } from './load.ts'
import { makeCopies, removeCopies } from './many-reports.ts'
import { ownStatements } from './own-statements.ts'

const CONNECTIONS = 16
/** The limit for the SQL of one response, at p99, in milliseconds. */
const GOAL = 50
const WEEKS = 3 * 52

const CALLS = [
  { name: 'the company at a glance', path: '/api/dashboard/' },
  { name: 'what needs attention', path: '/api/dashboard/attention/' },
  { name: 'contacts', path: '/api/dashboard/contacts/' },
  { name: 'a week of gross revenue', path: '/api/gross_revenue/revenue_by_dates/?limit=100' },
] as const

/**
 * Adds three years of Sundays and daily sums before the existing ones, as copies of the earliest. Existing rows stay.
 */
async function makeHistory(db: Db): Promise<void> {
  await db.query(
    'bench.weeks',
    `insert into statistic_weeks
     select s.sunday - 7 * n, s.total_workers, s.total_trucks, s.total_trailers, s.dispatchers, s.drivers, s.taken_at
     from (select * from statistic_weeks order by sunday limit 1) s, generate_series(1, $1::integer) n
     on conflict do nothing`,
    [WEEKS],
  )
  await db.query(
    'bench.totals',
    `insert into daily_totals (kind, date, amount)
     select f.kind, f.date - n, f.amount
     from (select distinct on (kind) kind, date, amount from daily_totals order by kind, date) f,
       generate_series(1, 7 * $1::integer) n
     on conflict do nothing`,
    [WEEKS],
  )
  for (const table of ['statistic_weeks', 'daily_totals', 'gross_revenue']) {
    await db.script(null, `vacuum analyze ${table}`)
  }
}

async function measureCall(app: ServedApp, { name, path }: (typeof CALLS)[number]): Promise<string[]> {
  const { statements } = await ownStatements(app, path)
  const { milliseconds } = settings
  const load = { url: `${app.origin}${path}`, headers: app.headers, connections: CONNECTIONS, status: 200 }
  const [alone, bare, served] = await inRounds(settings.rounds, [
    {
      name: 'alone',
      measure: async () => ({ ...(await bareSql(app.db, statements, { connections: 1, milliseconds })) }),
    },
    {
      name: 'bare',
      measure: async () => ({ ...(await bareSql(app.db, statements, { connections: CONNECTIONS, milliseconds })) }),
    },
    { name: 'served', measure: async () => ({ ...(await loadFromOutside({ ...load, milliseconds })) }) },
  ])
  const figures = [alone?.p50, bare?.p50, bare?.p99, served?.p50, served?.p99].map((one) => one ?? Number.NaN)
  const isMet = (bare?.p99 ?? Number.NaN) < GOAL
  return [name, `${statements.length}`, ...figures.map(formatNumber), isMet ? 'met' : 'MISSED']
}

async function measureSql(): Promise<void> {
  const app = await servedApp()
  try {
    await makeHistory(app.db)
    await makeCopies(app.db)
    const rows: string[][] = []
    for (const call of CALLS) rows.push(await measureCall(app, call))
    const size = `${companySize()}, three years, 50,000 inspections`
    printTable(`The dashboard, ${size}, ${app.db.kind} database, ${CONNECTIONS} connections`, [
      ['what', 'statements', 'alone p50 ms', 'SQL p50', 'SQL p99', 'served p50', 'served p99', `SQL p99 < ${GOAL}`],
      ...rows,
    ])
  } finally {
    await removeCopies(app.db)
    await app.close()
  }
}

/**
 * The requests of the dashboard with three years of history: the bare SQL, one at a time and 16 at the same time, and
 * served. Then its page.
 */
export async function measureDashboard(): Promise<void> {
  await measureSql()
  await measureDashboardPage()
}
