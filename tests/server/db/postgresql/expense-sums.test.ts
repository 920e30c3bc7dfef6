import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { openOwnTestDb } from '#tests/support/server/database.ts'
import { payToll } from '#tests/support/yard/figures.ts'

let db: Db
beforeAll(async () => {
  db = await openOwnTestDb()
})
afterAll(() => db.close())

const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'] as const

test('each day’s sum includes all tolls, even when several transactions write the same days at the same time in different orders', async () => {
  const report = (days: readonly string[]) =>
    db.tx(async (sql) => {
      for (const date of days) await payToll(sql, { unit: null, date, amount: 1.25 })
    })
  const orders = [DAYS, DAYS.toReversed()]
  await Promise.all(Array.from({ length: 12 }, (_, n) => report(orders[n % 2] ?? DAYS)))
  expect(
    await db.query('test.sums', `select date, amount from daily_totals where kind = 'tolls' order by date`),
  ).toEqual(DAYS.map((date) => ({ date, amount: 15 })))
  await Promise.all(
    DAYS.map((date) => db.query('test.go', 'delete from toll_transactions where date = $1::date', [date])),
  )
  expect(await db.query('test.left', 'select sum(amount) as amount from daily_totals')).toEqual([{ amount: 0 }])
})
