import { randomUUID } from 'node:crypto'
import { type ClientRequest, request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeEndpoints, MAX_BATCH_SIZE, NOT_BATCHED } from '#contract/wire/changes.ts'
import { type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { listening } from '#tests/support/server/listening.ts'

let site: TestApp
beforeEach(async () => {
  site = await testApp()
})
afterEach(() => site.close())

/** Changes of as many drivers as one request carries. */
async function changes() {
  const drivers = await Promise.all(Array.from({ length: MAX_BATCH_SIZE }, () => hireDriver(site.db)))
  return drivers.map((id) => ({
    call: 'drivers.update',
    params: { id },
    headers: { 'Idempotency-Key': `"${randomUUID()}"` },
    body: '{"rate":"0.51"}',
  }))
}
async function made(): Promise<number> {
  const [found] = await site.db.query<{ n: number }>('test.made', 'select count(*)::integer as n from idempotency')
  return found?.n ?? Number.NaN
}

/** Sends them over a real connection, and calls `then` once two are made; answers what came back, null for nothing. */
async function sendAnd(then: (sent: ClientRequest) => unknown): Promise<string | null> {
  const maria = await hire(site.db, { view: ['drivers'], edit: ['drivers'] })
  const body = JSON.stringify({ changes: await changes() })
  const port = await listening(site)
  const authorization = `Bearer ${await site.accessFor(maria)}`
  const headers = { authorization, 'content-type': 'application/json', connection: 'close' }
  const sent = request({ port, path: '/api/changes/', method: 'POST', headers, agent: false })
  const answer = new Promise<string | null>((resolve) => {
    sent.on('error', () => resolve(null))
    sent.on('response', (response) => response.toArray().then((parts) => resolve(Buffer.concat(parts).toString())))
  })
  sent.end(body)
  await expect.poll(made, { interval: 1 }).toBeGreaterThan(1)
  then(sent)
  return answer
}

/** Makes changes of its own until nothing else is made meanwhile; answers how many others were made in all. */
async function madeByOthers(): Promise<number> {
  const greg = await site.as(await hire(site.db, { view: ['drivers'], edit: ['drivers'] }))
  const driver = await hireDriver(site.db)
  let [own, last] = [0, await made()]
  for (let alone = 0; alone < 3; ) {
    const headers = { 'idempotency-key': randomUUID() }
    await greg('PATCH', `/api/drivers/${driver}/`, { body: { rate: `0.${own + 10}` }, headers })
    own += 1
    const now = await made()
    alone = now - last === 1 ? alone + 1 : 0
    last = now
  }
  return last - own
}

test('a load ends when its sender has gone, who may give up what was not begun', async () => {
  expect(await sendAnd((sent) => sent.destroy())).toBeNull()
  expect(await madeByOthers()).toBeLessThan(MAX_BATCH_SIZE)
})

test('a server that is being stopped answers what was made, and that the rest was not begun', async () => {
  const answer = await sendAnd(() => site.app.close())
  const { answers } = changeEndpoints.together.reply.parse(JSON.parse(answer ?? 'null'))
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toHaveLength(MAX_BATCH_SIZE)
  expect(statuses.filter((status) => status === 200)).toHaveLength(await made())
  expect(new Set(statuses)).toEqual(new Set([200, NOT_BATCHED]))
})
