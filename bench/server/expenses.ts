import type { Db } from '#server/db/db.ts'
import { formatNumber, inRounds, printTable, quantile } from '../measure.ts'
import { type ServedApp, servedApp, today } from '../served-app.ts'
import { settings } from '../settings.ts'
import { EXPENSE_CALLS, type ListedCall } from './listed-calls.ts'
import { loadFromOutside } from './load.ts'

const CONNECTIONS = 16
const HALF_A_YEAR = 26 * 7
const TABLES = [
  {
    table: 'toll_transactions',
    columns: 'unit_id, amount, agency, plaza, plate, transponder_id, unit_number, posted_on',
  },
  { table: 'fuel_transactions', columns: 'unit_id, driver_id, amount, gallons, site, product' },
] as const

/** What each response would have to add up if there were no sums by day. */
const BARE = [
  {
    name: 'all tolls of the year, row by row',
    text: 'select sum(amount) from toll_transactions where date > $1::date - 365',
  },
  {
    name: 'all fuel of the year, row by row',
    text: 'select sum(amount) from fuel_transactions where date > $1::date - 365',
  },
] as const

async function removeCopy(db: Db): Promise<void> {
  for (const { table } of TABLES) await db.query(`bench.remove.${table}`, `delete from ${table} where source = 'bench'`)
  for (const { table } of TABLES) await db.script(null, `vacuum analyze ${table}`)
}

/**
 * Copies the tolls and fuel of the demo company half a year back. Index-only scans need the visibility map that a
 * vacuum writes.
 */
async function copyBack(db: Db): Promise<void> {
  await removeCopy(db)
  for (const { table, columns } of TABLES) {
    await db.query(
      `bench.copy.${table}`,
      `insert into ${table} (date, source, source_key, ${columns})
       select date - ${HALF_A_YEAR}, 'bench', source_key, ${columns} from ${table} where source = 'demo' order by date`,
    )
    await db.script(null, `vacuum analyze ${table}`)
  }
  await db.script(null, 'vacuum analyze daily_totals')
}

const callContender = ({ origin, headers }: ServedApp, { name, path, body }: ListedCall) => ({
  name,
  measure: async () => ({
    ...(await loadFromOutside({
      url: `${origin}${path}`,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      connections: CONNECTIONS,
      milliseconds: settings.milliseconds,
      status: 200,
    })),
  }),
})

const sumContender = ({ db }: ServedApp, { name, text }: (typeof BARE)[number]) => ({
  name,
  measure: async () => {
    const times: number[] = []
    const startedAt = performance.now()
    const worker = async () => {
      while (performance.now() - startedAt < settings.milliseconds) {
        const requestedAt = performance.now()
        await db.query(`bench.${name}`, text, [today()])
        times.push(performance.now() - requestedAt)
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, worker))
    const perSecond = times.length / ((performance.now() - startedAt) / 1000)
    return { perSecond, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
  },
})

/** Compares the calls for a year of tolls and fuel with adding up every row. */
export async function measureExpenses(): Promise<void> {
  const app = await servedApp()
  try {
    await copyBack(app.db)
    const [rows] = await app.db.query<{ tolls: number; fuel: number }>(
      'bench.rows',
      `select (select count(*) from toll_transactions)::integer as tolls,
         (select count(*) from fuel_transactions)::integer as fuel`,
    )
    const contenders = [
      ...EXPENSE_CALLS.map((call) => callContender(app, call)),
      ...BARE.map((sum) => sumContender(app, sum)),
    ]
    const results = await inRounds(settings.rounds, contenders)
    const size = `${rows?.tolls} tolls, ${rows?.fuel} purchases`
    printTable(`A year of expenses, ${size}, ${app.db.kind} database, ${CONNECTIONS} connections`, [
      ['what', 'per second', 'p50 ms', 'p99 ms'],
      ...contenders.map(({ name }, index) => {
        const { perSecond = Number.NaN, p50 = Number.NaN, p99 = Number.NaN } = results[index] ?? {}
        return [name, formatNumber(perSecond), formatNumber(p50), formatNumber(p99)]
      }),
    ])
  } finally {
    await removeCopy(app.db)
    await app.close()
  }
}
