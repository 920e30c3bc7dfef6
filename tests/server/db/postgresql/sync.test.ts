import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { openOwnTestDb } from '#tests/support/server/database.ts'
import { ListReplica } from '#tests/support/sync/list-replica.ts'

let site: TestApp
let admin: Caller
beforeEach(async () => {
  site = await testApp({ database: await openOwnTestDb() })
  admin = await site.as(await hire(site.db, { role: 'administrator' }))
}, 120_000)
afterEach(() => site.close())

interface OpenChange {
  readonly commit: () => Promise<void>
  readonly rollBack: () => Promise<void>
}

/** Changes the rate of a driver and logs it, and keeps the transaction open until it is committed or rolled back. */
async function openChange(db: Db, driver: number, rate: string): Promise<OpenChange> {
  const written = Promise.withResolvers<void>()
  const end = Promise.withResolvers<'commit' | 'roll back'>()
  const over = db.tx(async (sql) => {
    await sql.query('test.rate', 'update drivers set rate = $2 where id = $1::integer', [driver, rate])
    await sql.query(
      'test.log',
      `insert into history (area, record_id, version, field) values ('drivers', $1::integer::text, 2, 'rate')`,
      [driver],
    )
    written.resolve()
    if ((await end.promise) === 'roll back') throw new Error('rolled back')
  })
  await written.promise
  return {
    async commit() {
      end.resolve('commit')
      await over
    },
    async rollBack() {
      end.resolve('roll back')
      await expect(over).rejects.toThrow('rolled back')
    },
  }
}

const OPEN = 4
const ends = fc.shuffledSubarray([0, 1, 2, 3], { minLength: OPEN, maxLength: OPEN })
const rolledBack = fc.array(fc.boolean(), { minLength: OPEN, maxLength: OPEN })

test('whatever the order in which open transactions end, a device receives each change, and each only once', async () => {
  let rate = 0
  await fc.assert(
    fc.asyncProperty(ends, rolledBack, fc.nat(OPEN), async (order, isRolledBack, devicesFrom) => {
      const drivers: number[] = []
      for (let at = 0; at < OPEN; at += 1) drivers.push(await hireDriver(site.db))
      const before = await ListReplica.fetch(admin)
      const open: OpenChange[] = []
      let during = before
      for (const [at, driver] of drivers.entries()) {
        // A device may take its first position while some transactions are open.
        if (at === devicesFrom) during = await ListReplica.fetch(admin)
        rate += 1
        open.push(await openChange(site.db, driver, `${rate}`))
      }
      for (const at of order) {
        if (isRolledBack[at]) await open[at]?.rollBack()
        else await open[at]?.commit()
        for (const replica of new Set([before, during])) {
          const rows = (await replica.follow()).flatMap((one) => (one.list === 'drivers.list' ? one.rows : []))
          expect(rows.map(({ id }) => id)).toEqual(isRolledBack[at] ? [] : [drivers[at]])
          expect(await replica.differences()).toEqual([])
        }
      }
    }),
    { numRuns: 12 },
  )
}, 120_000)
