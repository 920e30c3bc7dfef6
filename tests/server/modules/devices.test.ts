import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'

let site: TestApp
let maria: Caller
let greg: Caller
let driver: number

beforeAll(async () => {
  site = await testApp()
  maria = await site.as(await hire(site.db, { edit: ['drivers'] }))
  greg = await site.as(await hire(site.db, { first_name: 'Greg', edit: ['drivers'] }))
  driver = await hireDriver(site.db)
})
afterAll(() => site.close())

const send = (device: string, seq: number) =>
  maria('PATCH', `/api/drivers/${driver}/`, {
    body: { rate: String(seq) },
    headers: { 'idempotency-key': `"${randomUUID()}"`, 'device-id': device, 'device-seq': String(seq) },
  })

test('a device gets the highest sequence number that the server received, and the missing ones', async () => {
  const tablet = randomUUID()
  for (const seq of [2, 5, 3]) await send(tablet, seq)
  const known = await maria('GET', `/api/devices/${tablet}/`)
  expect(known).toMatchObject({ status: 200, body: { highest_seq: 5, missing_seqs: [1, 4] } })
})

test('sequence numbers that a device accounts for are no longer missing; numbers that were not missing change nothing', async () => {
  const tablet = randomUUID()
  await send(tablet, 4)
  const accounted = await maria('POST', `/api/devices/${tablet}/accounted/`, { body: { seqs: [2, 3, 99] } })
  expect(accounted).toMatchObject({ status: 200, body: { highest_seq: 4, missing_seqs: [1] } })
  expect((await maria('GET', `/api/devices/${tablet}/`)).body).toEqual({ highest_seq: 4, missing_seqs: [1] })
})

test('a device whose first change is refused misses that number and the 999 before it, and no more', async () => {
  const tablet = randomUUID()
  const refused = { body: { rate: 'much' }, headers: { 'device-id': tablet, 'device-seq': '5000' } }
  const key = { 'idempotency-key': `"${randomUUID()}"` }
  const answer = await maria('PATCH', `/api/drivers/${driver}/`, {
    ...refused,
    headers: { ...refused.headers, ...key },
  })
  expect(answer.status).toBe(400)
  const { body } = await maria('GET', `/api/devices/${tablet}/`)
  expect([body.highest_seq, body.missing_seqs.length, body.missing_seqs[0], body.missing_seqs.at(-1)]).toEqual([
    5000, 1000, 4001, 5000,
  ])
  const accounted = await maria('POST', `/api/devices/${tablet}/accounted/`, { body: { seqs: body.missing_seqs } })
  expect(accounted).toMatchObject({ status: 200, body: { missing_seqs: [] } })
})

test('another user’s device, or a device that never sent a change, is not found', async () => {
  const tablet = randomUUID()
  await send(tablet, 2)
  expect((await greg('GET', `/api/devices/${tablet}/`)).status).toBe(404)
  expect((await greg('POST', `/api/devices/${tablet}/accounted/`, { body: { seqs: [1] } })).status).toBe(404)
  expect((await maria('GET', `/api/devices/${randomUUID()}/`)).status).toBe(404)
  expect((await maria('GET', `/api/devices/${tablet}/`)).body.missing_seqs).toEqual([1])
})

test('400 changes, each from a new device, leave the 50 devices seen last', async () => {
  const omar = await hire(site.db)
  const caller = await site.as(omar)
  const devices = Array.from({ length: 400 }, () => randomUUID())
  for (const [n, device] of devices.entries()) {
    site.clock.now = new Date(NOW.getTime() + n)
    const headers = { 'device-id': device, 'device-seq': `${2 ** 53 - 1}` }
    await caller('PATCH', '/api/users/users/me/', { body: { wants_digest: n % 2 === 0 }, headers })
  }
  const remaining = await site.db.query<{ device_id: string }>(
    'test.kept',
    'select device_id from devices where user_id = $1 order by last_seen_at',
    [omar],
  )
  expect(remaining.map(({ device_id }) => device_id)).toEqual(devices.slice(-50))
})

test('1,000 forgotten devices of a user are remembered; another user’s are not trimmed', async () => {
  const [omar, greg] = [await hire(site.db), await hire(site.db)]
  for (const user of [omar, greg]) {
    await site.db.query(
      'test.forgotten',
      `insert into forgotten_devices (user_id, device_id, highest_seq, forgotten_at)
       select $1, gen_random_uuid(), 1, $2::timestamptz - n * interval '1 minute' from generate_series(1, 1200) n`,
      [user, NOW.toISOString()],
    )
  }
  const caller = await site.as(omar)
  for (let n = 0; n < 51; n++)
    await caller('PATCH', '/api/users/users/me/', {
      body: { wants_digest: n % 2 === 0 },
      headers: { 'device-id': randomUUID(), 'device-seq': '1' },
    })
  const remembered = await site.db.query<{ many: number }>(
    'test.remembered',
    'select count(*) as many from forgotten_devices where user_id = any($1) group by user_id order by user_id',
    [[omar, greg]],
  )
  expect(remembered.map(({ many }) => many)).toEqual([1000, 1200])
})

test('a forgotten device that sends again misses none of the numbers that it sent before', async () => {
  const tablet = randomUUID()
  site.clock.now = NOW
  for (let seq = 1; seq <= 3; seq++) await send(tablet, seq)
  site.clock.now = new Date(NOW.getTime() + 60_000)
  const others = Array.from({ length: 50 }, () => randomUUID())
  for (const other of others) await send(other, 1)
  expect((await maria('GET', `/api/devices/${tablet}/`)).status).toBe(404)
  await send(tablet, 6)
  expect((await maria('GET', `/api/devices/${tablet}/`)).body).toEqual({ highest_seq: 6, missing_seqs: [4, 5] })
  await send(tablet, 4)
  expect((await maria('GET', `/api/devices/${tablet}/`)).body).toEqual({ highest_seq: 6, missing_seqs: [5] })
})
