import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db, Sql } from '#server/db/db.ts'
import { openPostgres } from '#server/db/open-postgres.ts'
import { findRows } from '#server/modules/events/event-repository.ts'
import { type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { databaseAt, openOwnTestDb, testDatabaseUrl } from '#tests/support/server/database.ts'
import { type EventClient, listenAs } from '#tests/support/server/event-client.ts'
import { noLog } from '#tests/support/server/no-log.ts'

let site: TestApp
let boss: number
let driver: number

// The regular lookups never run here: every event that arrives was announced.
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  site = await testApp({ database: await openOwnTestDb() })
  boss = await hire(site.db, { role: 'administrator' })
  driver = await hireDriver(site.db)
})
afterEach(async () => {
  await site.close()
  vi.useRealTimers()
})

async function openSecondProcess(): Promise<Db> {
  const [here] = await site.db.query<{ name: string }>('here', 'select current_database() as name')
  return openPostgres(databaseAt(testDatabaseUrl(), here?.name ?? ''), noLog)
}
async function listen(at: TestApp, lastEventId?: string): Promise<EventClient> {
  const client = await listenAs(at.app, await site.accessFor(boss), {
    ...(lastEventId !== undefined && { lastEventId }),
  })
  await expect.poll(client.lastEventId).not.toBeNull()
  return client
}
const logChange = (sql: Sql, version: number) =>
  sql.query(
    'test.log',
    `insert into history (area, record_id, version, field) values ('drivers', '1', $1, 'rate') returning seq`,
    [version],
  )
const versions = ({ received }: EventClient) => received.map(({ data }) => (data as { version: number }).version)
/** Writes a row of the history and keeps its transaction open until the returned function commits it. */
async function openChange(db: Db, version: number) {
  const written = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const over = db.tx(async (sql) => {
    await logChange(sql, version)
    written.resolve()
    await go.promise
  })
  await written.promise
  return async () => {
    go.resolve()
    await over
    db.announce()
  }
}

test('a change made through one process reaches a stream of another', async () => {
  const second = await testApp({ database: await openSecondProcess() })
  const client = await listen(second)
  const admin = await site.as(boss)
  await admin('PATCH', `/api/drivers/${driver}/`, { body: { rate: '1' } })
  await expect
    .poll(() => client.received)
    .toEqual([{ event: 'change', data: { area: 'drivers', id: driver, version: 2 } }])
  await second.close()
})

test('a session ended through one process ends its streams in another', async () => {
  const second = await testApp({ database: await openSecondProcess() })
  const client = await listen(second)
  await site.db.query('test.end', 'update sessions set revoked_at = now()')
  site.db.announce()
  await client.ended
  await second.close()
})

test('a change with an earlier number that commits later reaches live streams and streams that resume in between', async () => {
  const client = await listen(site)
  const commit = await openChange(site.db, 1)
  await logChange(site.db, 2)
  site.db.announce()
  await expect.poll(() => versions(client)).toEqual([2])
  const between = client.lastEventId() ?? ''
  client.close()
  const resumed = await listen(site, between)
  expect(versions(resumed)).toEqual([2])

  await commit()
  await expect.poll(() => versions(resumed)).toEqual([2, 1])
  const late = await listen(site, between)
  expect(versions(late)).toEqual([1, 2])
})

test('a change that was open before the stream started reaches the stream', async () => {
  const commit = await openChange(site.db, 1)
  await logChange(site.db, 2)
  const client = await listen(site)
  await commit()
  await expect.poll(() => versions(client)).toEqual([1])
})

test('a change that was rolled back does not delay later changes', async () => {
  const client = await listen(site)
  const undone = site.db.tx(async (sql) => {
    await logChange(sql, 1)
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  await logChange(site.db, 2)
  site.db.announce()
  await expect.poll(() => versions(client)).toEqual([2])
})

test('a broken connection between the processes is reopened, and the missed change arrives', async () => {
  const second = await testApp({ database: await openSecondProcess() })
  const client = await listen(second)
  const newsConnections = () =>
    site.db.query<{ pid: number }>(
      'test.lines',
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'haulyard news'`,
    )
  await expect.poll(newsConnections).toHaveLength(1)
  await site.db.query(
    'test.cut',
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'haulyard news'`,
  )
  await logChange(site.db, 1)
  await expect.poll(() => versions(client)).toEqual([1])
  await expect.poll(newsConnections).toHaveLength(1)
  await second.close()
})

test('a lookup reads only new rows, not the history that is already known', async () => {
  await site.db.script(
    null,
    `insert into history (area, record_id, version, field) select 'drivers', '1', n, 'rate' from generate_series(1, 20000) n;
     analyze history`,
  )
  const gaps = Array.from({ length: 200 }, (_, n) => ({ first: 19_000 + 3 * n, last: 19_000 + 3 * n }))
  const found = await site.db.tx(async (sql) => {
    const rows = await findRows(sql, [...gaps, { first: 20_001, last: Number.MAX_SAFE_INTEGER }], 1_000)
    const [read] = await sql.query<{ rows: number }>(
      'test.read',
      `select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'history'`,
    )
    return { rows: rows.length, read: read?.rows }
  })
  expect(found).toEqual({ rows: 200, read: 200 })
})
