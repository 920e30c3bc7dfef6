import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportKind } from '#contract/expenses/imports.ts'
import type { Db, Sql } from '#server/db/db.ts'
import { findBookedRows } from '#server/modules/imports/booked-row-repository.ts'
import { openTestDb } from '#tests/support/server/database.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDb()
  await db.query(
    'test.tolls',
    `insert into toll_transactions (date, amount, plaza, transponder_id, source, source_key)
     select date '2026-11-19', 21, 'Exit ' || n % 40, 'TX' || n, 'report', '#1.' || n from generate_series(1, 3000) n`,
  )
  await db.query(
    'test.fuel',
    `insert into fuel_transactions (date, amount, gallons, site, source, source_key)
     select date '2026-11-19', n, 45, 'Joliet', 'report', '#1.' || n from generate_series(1, 3000) n`,
  )
})
afterAll(() => db.close())

const REQUESTED = [
  { date: '2026-11-19', amount: 21, key: null },
  { date: null, amount: null, key: '#1.7' },
] as const

/** The database's plan for finding the booked row of a report row. */
async function planOf(kind: ImportKind): Promise<string> {
  const lines: string[] = []
  const explainingSql = {
    query: async (name: string, text: string, params: unknown[]) => {
      const plan = await db.query<Record<string, string>>(`explain.${name}`, `explain ${text}`, params)
      lines.push(...plan.map((line) => Object.values(line).join('')))
      return []
    },
  } as unknown as Sql
  await findBookedRows(explainingSql, kind, REQUESTED, 10_000)
  return lines.join('\n')
}

// During an import the database has no statistics yet. A plan by date alone would read all rows of the day for each row
// of the report.
test.each(['tolls', 'fuel'] as const)(
  'a row of a day with many %s is found without scanning that day',
  async (kind) => {
    const table = kind === 'tolls' ? 'toll_transactions' : 'fuel_transactions'
    const plan = await planOf(kind)
    expect(plan).toMatch(/Index Cond: \(\(date = r\.date\) AND \(amount = r\.amount\)/)
    expect(plan).toContain(`${table}_once`)
    expect(plan).not.toContain(`Seq Scan on ${table}`)
  },
)
