import type { Db } from '#server/db/db.ts'
import { addDays } from '#server/records/calendar.ts'
import { formatNumber, inRounds, printTable } from '../measure.ts'
import { type ServedApp, servedApp, today } from '../served-app.ts'
import { settings } from '../settings.ts'
import { bareSql } from './bare-sql.ts'
import { loadFromOutside } from './load.ts'
import { makeCopies, removeCopies } from './many-reports.ts'
import { ownStatements } from './own-statements.ts'
import type { Statement } from './recorder.ts'

const CONNECTIONS = 16
/** How many times as long as its bare SQL a served response may take. */
const GOAL = 3
const LIST = '/api/maintenance/inspections/?limit=50'
const CALLS = [
  { name: 'Inspections', path: LIST },
  { name: 'Upcoming', path: `${LIST}&status=upcoming` },
  { name: 'History', path: `${LIST}&status=history` },
  { name: 'Inspections of a month', path: `${LIST}&date_after=${addDays(today(), -29)}&date_before=${today()}` },
  { name: 'Inspections with defects', path: `${LIST}&service_type=with_defects` },
  { name: 'Upcoming count', path: '/api/maintenance/inspections/upcoming_count/' },
] as const

async function explain(db: Db, name: string, statements: readonly Statement[]): Promise<void> {
  for (const [index, { name: called, text, params }] of statements.entries()) {
    const lines = await db.query<{ 'QUERY PLAN': string }>(
      `bench.plan.${name}.${index}`,
      `explain (analyze, buffers off, costs off, summary on) ${text}`,
      params,
    )
    console.log(`\n${name}: ${called}\n${lines.map((line) => `  ${line['QUERY PLAN']}`).join('\n')}`)
  }
}

async function measureCall(app: ServedApp, { name, path }: (typeof CALLS)[number]): Promise<string[]> {
  const { statements, bytes } = await ownStatements(app, path)
  if (settings.parts.includes('plans')) await explain(app.db, name, statements)
  const load = { url: `${app.origin}${path}`, headers: app.headers, connections: CONNECTIONS, status: 200 }
  const { milliseconds } = settings
  const [bare, served] = await inRounds(settings.rounds, [
    {
      name: 'bare',
      measure: async () => ({ ...(await bareSql(app.db, statements, { connections: CONNECTIONS, milliseconds })) }),
    },
    { name: 'served', measure: async () => ({ ...(await loadFromOutside({ ...load, milliseconds })) }) },
  ])
  const ratio = (served?.p50 ?? Number.NaN) / (bare?.p50 ?? Number.NaN)
  return [
    name,
    `${statements.length}`,
    `${(bytes / 1024).toFixed(0)} KiB`,
    formatNumber(bare?.p50 ?? Number.NaN),
    formatNumber(served?.p50 ?? Number.NaN),
    formatNumber(served?.p99 ?? Number.NaN),
    `${formatNumber(ratio)}×`,
    ratio < GOAL ? 'met' : 'MISSED',
  ]
}

/** Compares the first page of each Maintenance tab, among 50,000 reports, with its bare SQL. */
export async function measureMaintenance(): Promise<void> {
  const app = await servedApp()
  try {
    await makeCopies(app.db)
    const rows: string[][] = []
    for (const call of CALLS) rows.push(await measureCall(app, call))
    const [counted] = await app.db.query<{ count: number }>(
      'bench.reports',
      'select count(*)::integer as count from inspections',
    )
    const title = `Maintenance, ${counted?.count} reports, ${app.db.kind} database, ${CONNECTIONS} connections, medians of ${settings.rounds} rounds`
    printTable(title, [
      ['first page', 'statements', 'answer', 'bare SQL p50 ms', 'served p50 ms', 'p99 ms', 'of bare', `< ${GOAL}×`],
      ...rows,
    ])
  } finally {
    await removeCopies(app.db)
    await app.close()
  }
}
