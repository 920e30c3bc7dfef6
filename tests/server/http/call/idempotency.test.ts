import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFingerprints } from '#server/http/call/idempotency.ts'
import { deleteExpired } from '#server/jobs/expiry-repository.ts'
import { type Caller, NOW, SECRET, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'

let site: TestApp
let maria: Caller
let mariasId: number
let driver: number

beforeAll(async () => {
  site = await testApp()
  mariasId = await hire(site.db, { view: ['drivers', 'schedule'], edit: ['drivers', 'schedule'] })
  maria = await site.as(mariasId)
  driver = await hireDriver(site.db)
})
afterAll(() => site.close())

const day = (date: string) => ({ driver, date, status: 'on_vacation', description: '' })
const withKey = (key: string = randomUUID(), more: Record<string, string> = {}) => ({
  'idempotency-key': `"${key}"`,
  ...more,
})
const countOf = async (table: string) =>
  (await site.db.query<{ n: number }>(`test.count.${table}`, `select count(*) as n from ${table}`))[0]?.n

test('a change sent twenty times at once is made once; each request gets the change’s response or is told to retry', async () => {
  const sent = { body: day('2026-12-01'), headers: withKey() }
  const answers = await Promise.all(Array.from({ length: 20 }, () => maria('POST', '/api/schedule/', sent)))
  const made = answers.filter((one) => one.status === 201)
  expect(made.filter((one) => one.headers['idempotency-replayed'] === undefined)).toHaveLength(1)
  expect(new Set(made.map((one) => one.text)).size).toBe(1)
  for (const one of answers)
    if (one.status !== 201) expect(one).toMatchObject({ status: 409, headers: { 'retry-after': '1' } })
  const { body } = await maria(
    'GET',
    `/api/schedule/list_for_driver/${driver}/?date_after=2026-12-01&date_before=2026-12-01`,
  )
  expect(body.count).toBe(1)
})

test('a repeated change gets the same response and ETag, even after the record has changed again', async () => {
  const id = await hireDriver(site.db)
  const sent = { body: { rate: '0.55' }, headers: withKey(randomUUID(), { 'if-match': '"1"' }) }
  const first = await maria('PATCH', `/api/drivers/${id}/`, sent)
  await maria('PATCH', `/api/drivers/${id}/`, { body: { rate: '0.60' } })
  const again = await maria('PATCH', `/api/drivers/${id}`, sent)
  expect(again).toMatchObject({
    status: 200,
    text: first.text,
    headers: { etag: '"2"', 'idempotency-replayed': 'true' },
  })
  expect((await maria('GET', `/api/drivers/${id}/`)).body).toMatchObject({ version: 3, extra_info: { rate: '0.60' } })
})

test('the seen version is not part of the request: a repeated change with a newer seen version is not made again', async () => {
  const id = await hireDriver(site.db)
  const key = randomUUID()
  const send = (seen: string) =>
    maria('PATCH', `/api/drivers/${id}/`, { body: { rate: '1' }, headers: withKey(key, { 'if-match': seen }) })
  const first = await send('"1"')
  expect(await send('"2"')).toMatchObject({
    status: 200,
    text: first.text,
    headers: { 'idempotency-replayed': 'true' },
  })
})

test('a key is the same key without quotes and in upper case', async () => {
  const id = await hireDriver(site.db)
  const key = randomUUID()
  await maria('PATCH', `/api/drivers/${id}/`, { body: { rate: '1' }, headers: withKey(key) })
  const again = await maria('PATCH', `/api/drivers/${id}/`, {
    body: { rate: '1' },
    headers: { 'idempotency-key': key.toUpperCase() },
  })
  expect(again.headers['idempotency-replayed']).toBe('true')
})

test('a key cannot be reused for another body, path or method', async () => {
  const key = randomUUID()
  const id = await hireDriver(site.db)
  await maria('PATCH', `/api/drivers/${id}/`, { body: { rate: '1' }, headers: withKey(key) })
  const others = [
    maria('PATCH', `/api/drivers/${id}/`, { body: { rate: '2' }, headers: withKey(key) }),
    maria('PATCH', `/api/drivers/${driver}/`, { body: { rate: '1' }, headers: withKey(key) }),
    maria('POST', '/api/schedule/', { body: { rate: '1' }, headers: withKey(key) }),
  ]
  for (const answer of await Promise.all(others)) {
    expect(answer).toMatchObject({ status: 422, body: { detail: expect.any(String) } })
  }
  expect((await maria('GET', `/api/drivers/${id}/`)).body).toMatchObject({ version: 2, extra_info: { rate: '1' } })
})

test('a final refusal is stored, and nothing of the refused change is written', async () => {
  const days = await countOf('schedule_days')
  for (const [path, body, status] of [
    ['/api/schedule/', { ...day('2026-12-02'), driver: 4711 }, 400],
    ['/api/schedule/', '{"date":', 400],
    [
      '/api/schedule/status-bulk-edit/',
      { date_from: '2026-12-05', date_to: '2026-12-04', driver_id: driver, status: 'on_vacation' },
      400,
    ],
  ] as const) {
    const sent = { body, headers: withKey() }
    const first = await maria('POST', path, sent)
    const again = await maria('POST', path, sent)
    expect(first).toMatchObject({ status })
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(again).toMatchObject({ status, text: first.text, headers: { 'idempotency-replayed': 'true' } })
  }
  const gone = { body: { rate: '1' }, headers: withKey() }
  await maria('PATCH', '/api/drivers/4711/', gone)
  expect(await maria('PATCH', '/api/drivers/4711/', gone)).toMatchObject({
    status: 404,
    headers: { 'idempotency-replayed': 'true' },
  })
  expect(await countOf('schedule_days')).toBe(days)
})

test('a conflict is not stored: the same change can be sent again after the user has resolved it', async () => {
  const id = await hireDriver(site.db)
  const other = await site.as(await hire(site.db, { edit: ['drivers'] }))
  await other('PATCH', `/api/drivers/${id}/`, { body: { rate: '2' } })
  const key = randomUUID()
  const send = (seen: string) =>
    maria('PATCH', `/api/drivers/${id}/`, { body: { rate: '1' }, headers: withKey(key, { 'if-match': seen }) })
  expect((await send('"1"')).status).toBe(412)
  expect((await send('"2"')).status).toBe(200)
})

test('a user who lost the permission still gets the response to an earlier change, and can make no further change', async () => {
  const id = await hire(site.db, { edit: ['drivers'] })
  const caller = await site.as(id)
  const path = `/api/drivers/${driver}/`
  const sent = { body: { rate: '3' }, headers: withKey() }
  const first = await caller('PATCH', path, sent)
  expect(first.status).toBe(200)
  await site.db.query('test.demote', `update users set permissions = '{}' where id = $1`, [id])
  expect(await caller('PATCH', path, sent)).toMatchObject({
    status: 200,
    text: first.text,
    headers: { 'idempotency-replayed': 'true' },
  })
  expect((await caller('PATCH', path, { body: { rate: '5' }, headers: withKey() })).status).toBe(403)
  expect((await caller('PATCH', path, { body: { rate: '5' }, headers: sent.headers })).status).toBe(422)
  expect((await caller('PATCH', path, { body: { rate: '5' } })).status).toBe(403)
  expect((await maria('GET', path)).body).toMatchObject({ extra_info: { rate: '3' } })
})

test('two users can use the same key independently', async () => {
  const other = await site.as(await hire(site.db, { edit: ['drivers'] }))
  const sent = { body: { rate: '4' }, headers: withKey() }
  await maria('PATCH', `/api/drivers/${driver}/`, sent)
  const answer = await other('PATCH', `/api/drivers/${driver}/`, sent)
  expect(answer.status).toBe(200)
  expect(answer.headers['idempotency-replayed']).toBeUndefined()
})

test('malformed headers of a change are refused by their names, and nothing is written', async () => {
  const version = async () => (await maria('GET', `/api/drivers/${driver}/`)).body.version
  const before = await version()
  for (const [name, value] of [
    ['Idempotency-Key', 'abc'],
    ['Idempotency-Key', '"'],
    ['If-Match', '5'],
    ['If-Match', 'W/"5"'],
    ['If-Match', '"-1"'],
    ['Device-Id', 'tablet'],
  ] as const) {
    const answer = await maria('PATCH', `/api/drivers/${driver}/`, { body: { rate: '9' }, headers: { [name]: value } })
    expect(answer, `${name}: ${value}`).toMatchObject({ status: 400, body: { [name]: [expect.any(String)] } })
  }
  expect(await version()).toBe(before)
})

test('a device’s sequence numbers are recorded, with gaps and late arrivals', async () => {
  const device = randomUUID()
  const send = (seq: string, rate: string) =>
    maria('PATCH', `/api/drivers/${driver}/`, {
      body: { rate },
      headers: withKey(randomUUID(), { 'device-id': device, 'device-seq': seq }),
    })
  const recordedNumbers = async () =>
    (
      await site.db.query('test.device', 'select highest_seq, missing_seqs from devices where device_id = $1::uuid', [
        device,
      ])
    )[0]
  await send('1', '5')
  await send('4', '6')
  expect(await recordedNumbers()).toEqual({ highest_seq: 4, missing_seqs: [2, 3] })
  await send('3', '5.5')
  expect(await recordedNumbers()).toEqual({ highest_seq: 4, missing_seqs: [2] })
  // A refused change is not made, so its number stays missing. Either the device still has the change, or it is lost.
  await send('2', 'refused')
  await send('6', 'refused')
  expect(await recordedNumbers()).toEqual({ highest_seq: 6, missing_seqs: [2, 5, 6] })
  await send('6', '6.5')
  expect(await recordedNumbers()).toEqual({ highest_seq: 6, missing_seqs: [2, 5] })
  await send('9007199254740991', '7')
  const { highest_seq, missing_seqs } = (await recordedNumbers()) as { highest_seq: number; missing_seqs: number[] }
  expect(highest_seq).toBe(9007199254740991)
  expect(missing_seqs).toHaveLength(1000)
  expect((await send('0', '8')).status).toBe(400)
})

test('a stored fingerprint reveals nothing of the request without the secret', async () => {
  const key = randomUUID()
  const path = `/api/drivers/${driver}/`
  await maria('PATCH', path, { body: { rate: '11' }, headers: withKey(key) })
  const stored = async () =>
    (
      await site.db.query<{ hex: string }>(
        'test.fingerprint',
        `select encode(fingerprint, 'hex') as hex from idempotency where key = $1::uuid`,
        [key],
      )
    )[0]?.hex
  const content = Buffer.from('{"rate":"11"}')
  const fingerprintBy = (secret: string) => createFingerprints(Buffer.from(secret))('PATCH', path, content)
  expect(await stored()).toBe(createFingerprints(SECRET)('PATCH', path, content))
  const guess = createHash('sha256')
    .update(JSON.stringify(['PATCH', path]))
    .update(content)
    .digest('hex')
  expect(await stored()).not.toContain(guess)
  expect(fingerprintBy('one')).toBe(fingerprintBy('one'))
  expect(
    new Set([fingerprintBy('one'), fingerprintBy('another')].flatMap((one) => [one.slice(0, 16), one.slice(16)])).size,
  ).toBe(4)
})

test('a repeated change gets the same response even when its fingerprint was made with a former secret', async () => {
  for (const formerFingerprint of [
    randomUUID().replaceAll('-', '').repeat(2),
    createFingerprints(Buffer.from('old'))('x', 'y', Buffer.of()),
  ]) {
    const sent = { body: { rate: '12' }, headers: withKey() }
    const first = await maria('PATCH', `/api/drivers/${driver}/`, sent)
    await site.db.query('test.former', `update idempotency set fingerprint = decode($2, 'hex') where key = $1::uuid`, [
      sent.headers['idempotency-key'].slice(1, -1),
      formerFingerprint,
    ])
    const again = await maria('PATCH', `/api/drivers/${driver}/`, sent)
    expect(again).toMatchObject({ status: 200, text: first.text, headers: { 'idempotency-replayed': 'true' } })
  }
})

test('stored responses are deleted after 90 days', async () => {
  const sent = { body: { rate: '10' }, headers: withKey() }
  await maria('PATCH', `/api/drivers/${driver}/`, sent)
  const days = (n: number) => new Date(NOW.getTime() + n * 86_400_000)
  await deleteExpired(site.db, days(89))
  expect((await maria('PATCH', `/api/drivers/${driver}/`, sent)).headers['idempotency-replayed']).toBe('true')
  await deleteExpired(site.db, days(91))
  expect((await maria('PATCH', `/api/drivers/${driver}/`, sent)).headers['idempotency-replayed']).toBeUndefined()
})
