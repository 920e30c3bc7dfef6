import type { Db } from '#server/db/db.ts'
import { addDays } from '#server/records/calendar.ts'
import { bareSql } from './bare-sql.ts'
import { loadFromOutside } from './load.ts'
import { inRounds, printTable, shown } from './measure.ts'
import type { Statement } from './recorder.ts'
import { type ServedApp, servedApp, today } from './served-app.ts'
import { settings } from './settings.ts'

const CONNECTIONS = 16
/** What the server may take of an answer, beside its bare SQL. */
const GOAL = 3
const REPORTS = 50_000
/** Numbers of the copies, far from all others. */
const FIRST_COPY = 1_000_000
/** How much earlier each copy of the reports is than the one before. */
const DAYS_BETWEEN = 430

const LIST = '/api/maintenance/inspections/?limit=50'
const CALLS = [
  { name: 'Inspections', path: LIST },
  { name: 'Upcoming', path: `${LIST}&status=upcoming` },
  { name: 'History', path: `${LIST}&status=history` },
  { name: 'Inspections of a month', path: `${LIST}&date_after=${addDays(today(), -29)}&date_before=${today()}` },
  { name: 'Inspections with defects', path: `${LIST}&service_type=with_defects` },
  { name: 'Upcoming count', path: '/api/maintenance/inspections/upcoming_count/' },
] as const

const TABLES = ['inspections', 'defects', 'inspection_comments', 'inspection_attachments', 'files'] as const

/** The reports of the demo company once more, before them, as often as it takes; then nothing of a copy is the latest. */
const COPIES = `
  with source as (select count(*) as n from inspections where id < ${FIRST_COPY})
  insert into inspections (id, date, unit_id, unit_name, unit_kind, unit_model, service_type, report_type, career, total_cost,
    odometer, due_date, due_mileage, note, checklist, fleet_manager_id, approved_by, approved_date, approved_at, created_by,
    made_at, received_at, is_latest)
  select ${FIRST_COPY} * c + i.id, i.date - ${DAYS_BETWEEN} * c, i.unit_id, i.unit_name, i.unit_kind, i.unit_model,
    i.service_type, i.report_type, i.career, i.total_cost, i.odometer, i.due_date - ${DAYS_BETWEEN} * c, i.due_mileage, i.note,
    i.checklist, i.fleet_manager_id, i.approved_by, i.approved_date - ${DAYS_BETWEEN} * c,
    i.approved_at - make_interval(days => ${DAYS_BETWEEN} * c), i.created_by,
    i.made_at - make_interval(days => ${DAYS_BETWEEN} * c), i.received_at - make_interval(days => ${DAYS_BETWEEN} * c), false
  from source, generate_series(1, (${REPORTS} / source.n)::integer) c, inspections i
  where i.id < ${FIRST_COPY} order by c, i.id limit (select greatest(${REPORTS} - n, 0) from source)`

const COMMENTS = `
  insert into inspection_comments (inspection_id, user_id, text, created_at, received_at)
  select i.id, c.user_id, c.text, c.created_at, c.received_at
  from inspections i join inspection_comments c on c.inspection_id = i.id % ${FIRST_COPY} where i.id > ${FIRST_COPY}`

async function removeCopies(db: Db): Promise<void> {
  await db.query('bench.uncopy', `delete from inspections where id > ${FIRST_COPY}`)
}

/** Fifty thousand reports on the company's units, with what is said of them. */
async function makeCopies(db: Db): Promise<void> {
  await removeCopies(db)
  await db.query('bench.copies', COPIES)
  await db.query('bench.copied_comments', COMMENTS)
  for (const table of TABLES) await db.script(null, `vacuum analyze ${table}`)
}

async function statementsOf(app: ServedApp, path: string): Promise<{ own: readonly Statement[]; bytes: number }> {
  const ask = async () => (await fetch(`${app.origin}${path}`, { headers: app.headers })).arrayBuffer()
  await ask()
  app.statements.length = 0
  const { byteLength } = await ask()
  return { own: app.statements.filter(({ name }) => !name.startsWith('session')), bytes: byteLength }
}

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
  const { own, bytes } = await statementsOf(app, path)
  if (settings.parts.includes('plans')) await explain(app.db, name, own)
  const load = { url: `${app.origin}${path}`, headers: app.headers, connections: CONNECTIONS, status: 200 }
  const { milliseconds } = settings
  const [bare, served] = await inRounds(settings.rounds, [
    {
      name: 'bare',
      measure: async () => ({ ...(await bareSql(app.db, own, { connections: CONNECTIONS, milliseconds })) }),
    },
    { name: 'served', measure: async () => ({ ...(await loadFromOutside({ ...load, milliseconds })) }) },
  ])
  const ratio = (served?.p50 ?? Number.NaN) / (bare?.p50 ?? Number.NaN)
  return [
    name,
    `${own.length}`,
    `${(bytes / 1024).toFixed(0)} KiB`,
    shown(bare?.p50 ?? Number.NaN),
    shown(served?.p50 ?? Number.NaN),
    shown(served?.p99 ?? Number.NaN),
    `${shown(ratio)}×`,
    ratio < GOAL ? 'met' : 'MISSED',
  ]
}

/** The first page of each tab of Maintenance among 50,000 reports, beside its own SQL run bare. */
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
