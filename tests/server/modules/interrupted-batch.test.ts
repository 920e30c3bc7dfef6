import { randomUUID } from 'node:crypto'
import { type ClientRequest, request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeEndpoints, MAX_BATCH_SIZE, NOT_BATCHED } from '#contract/wire/changes.ts'
import { type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { listenOnFreePort } from '#tests/support/server/listen-on-free-port.ts'

let site: TestApp
beforeEach(async () => {
  site = await testApp()
})
afterEach(() => site.close())

/** A full batch: one change for each of `MAX_BATCH_SIZE` drivers. */
async function changes() {
  const drivers = await Promise.all(Array.from({ length: MAX_BATCH_SIZE }, () => hireDriver(site.db)))
  return drivers.map((id) => ({
    call: 'drivers.update',
    params: { id },
    headers: { 'Idempotency-Key': `"${randomUUID()}"` },
    body: '{"rate":"0.51"}',
  }))
}
async function countApplied(): Promise<number> {
  const [found] = await site.db.query<{ n: number }>('test.made', 'select count(*)::integer as n from idempotency')
  return found?.n ?? Number.NaN
}

/**
 * Sends a full batch over a real connection, and calls `then` once at least two changes are applied. Returns the
 * response; null if there was none.
 */
async function sendBatchAnd(then: (sent: ClientRequest) => unknown): Promise<string | null> {
  const maria = await hire(site.db, { view: ['drivers'], edit: ['drivers'] })
  const body = JSON.stringify({ changes: await changes() })
  const port = await listenOnFreePort(site)
  const authorization = `Bearer ${await site.accessFor(maria)}`
  const headers = { authorization, 'content-type': 'application/json', connection: 'close' }
  const sent = request({ port, path: '/api/changes/', method: 'POST', headers, agent: false })
  const answer = new Promise<string | null>((resolve) => {
    sent.on('error', () => resolve(null))
    sent.on('response', (response) => response.toArray().then((parts) => resolve(Buffer.concat(parts).toString())))
  })
  sent.end(body)
  await expect.poll(countApplied, { interval: 1 }).toBeGreaterThan(1)
  then(sent)
  return answer
}

/**
 * Sends changes of its own until no others are applied in between. Returns the number of changes that others applied in
 * total.
 */
async function countAppliedByOthers(): Promise<number> {
  const greg = await site.as(await hire(site.db, { view: ['drivers'], edit: ['drivers'] }))
  const driver = await hireDriver(site.db)
  let [own, last] = [0, await countApplied()]
  for (let alone = 0; alone < 3; ) {
    const headers = { 'idempotency-key': randomUUID() }
    await greg('PATCH', `/api/drivers/${driver}/`, { body: { rate: `0.${own + 10}` }, headers })
    own += 1
    const now = await countApplied()
    alone = now - last === 1 ? alone + 1 : 0
    last = now
  }
  return last - own
}

test('a batch stops when its client disconnects, before all its changes have run', async () => {
  expect(await sendBatchAnd((sent) => sent.destroy())).toBeNull()
  expect(await countAppliedByOthers()).toBeLessThan(MAX_BATCH_SIZE)
})

test('a server that is stopping answers a batch: 200 for each change that ran, “not started” for the rest', async () => {
  const answer = await sendBatchAnd(() => site.app.close())
  const { answers } = changeEndpoints.together.reply.parse(JSON.parse(answer ?? 'null'))
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toHaveLength(MAX_BATCH_SIZE)
  expect(statuses.filter((status) => status === 200)).toHaveLength(await countApplied())
  expect(new Set(statuses)).toEqual(new Set([200, NOT_BATCHED]))
})
