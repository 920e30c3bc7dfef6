import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'

let site: TestApp
let maria: Caller
let user: number
let driver: number

beforeAll(async () => {
  site = await testApp()
  user = await hire(site.db, { edit: ['drivers'], view: ['drivers'] })
  maria = await site.as(user)
  driver = await hireDriver(site.db)
})
afterAll(() => site.close())

test('a change whose first request is still in progress is neither made twice nor lost', async () => {
  const key = randomUUID()
  const sent = { body: { rate: '0.70' }, headers: { 'idempotency-key': `"${key}"` } }
  const opened = Promise.withResolvers<void>()
  const cut = Promise.withResolvers<never>()
  const first = site.db.tx(async (sql) => {
    await sql.query(
      'test.claim',
      `insert into idempotency (user_id, key, fingerprint) values ($1, $2::uuid, '\\x00')`,
      [user, key],
    )
    opened.resolve()
    return cut.promise
  })
  await opened.promise
  const second = maria('PATCH', `/api/drivers/${driver}/`, sent)
  // On PostgreSQL the second request is told to retry. On the embedded database it waits for the first.
  if (site.db.kind === 'postgresql') {
    expect(await second).toMatchObject({ status: 409, headers: { 'retry-after': '1' } })
  }
  cut.reject(new Error('the first sending is cut off'))
  await expect(first).rejects.toThrow('cut off')
  expect([200, 409]).toContain((await second).status)
  expect((await maria('PATCH', `/api/drivers/${driver}/`, sent)).status).toBe(200)
  expect((await maria('PATCH', `/api/drivers/${driver}/`, sent)).headers['idempotency-replayed']).toBe('true')
  expect((await maria('GET', `/api/drivers/${driver}/`)).body).toMatchObject({
    version: 2,
    extra_info: { rate: '0.70' },
  })
})

test('simultaneous changes of one driver each appear in the driver’s history', async () => {
  const id = await hireDriver(site.db)
  const rates = Array.from({ length: 12 }, (_, n) => `${n + 1}`)
  const answers = await Promise.all(rates.map((rate) => maria('PATCH', `/api/drivers/${id}/`, { body: { rate } })))
  expect(answers.map((one) => one.status)).toEqual(rates.map(() => 200))
  expect(new Set(answers.map((one) => one.body.version)).size).toBe(12)
  const { body } = await maria('GET', `/api/history/drivers/${id}/?limit=100`)
  const oldestFirst: { version: number; from: string | null; to: string }[] = body.results.toReversed()
  expect(oldestFirst.map((one) => one.version)).toEqual(rates.map((_, n) => n + 2))
  expect(oldestFirst.map((one) => one.to).toSorted()).toEqual(rates.toSorted())
  // Each change starts from the result of the one before: none was overwritten unseen.
  expect(oldestFirst.map((one) => one.from)).toEqual([null, ...oldestFirst.slice(0, -1).map((one) => one.to)])
})
