import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Driver } from '#contract/people/drivers.ts'
import { MAX_BATCH_SIZE, NOT_BATCHED } from '#contract/wire/changes.ts'
import { aPhonePhoto } from '#tests/support/browser/real-photo.ts'
import { type Caller, type ReceivedResponse, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { sendUpload } from '#tests/support/server/send-upload.ts'

const DEVICE = randomUUID()
let site: TestApp
let mariasId: number
let maria: Caller
let driver: number

beforeAll(async () => {
  site = await testApp()
  mariasId = await hire(site.db, { view: ['drivers', 'schedule'], edit: ['drivers', 'schedule'] })
  maria = await site.as(mariasId)
})
afterAll(() => site.close())
beforeEach(async () => {
  driver = await hireDriver(site.db)
})

interface ChangeRequest {
  readonly call: string
  readonly params?: Readonly<Record<string, string | number>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}
const changeHeaders = (seq?: number, more: Record<string, string> = {}) => ({
  'Idempotency-Key': `"${randomUUID()}"`,
  ...(seq !== undefined && { 'Device-Id': DEVICE, 'Device-Seq': String(seq) }),
  ...more,
})
const rateChange = (to: string, headers: ChangeRequest['headers'] = changeHeaders(), id = driver): ChangeRequest => ({
  call: 'drivers.update',
  params: { id },
  headers,
  body: JSON.stringify({ rate: to }),
})
const sendBatch = (changes: readonly unknown[], by: Caller = maria) =>
  by('POST', '/api/changes/', { body: { changes } })
const answersOf = ({ body }: ReceivedResponse) =>
  body.answers as { status: number; body: unknown; retry_after: number | null }[]
const statuses = (received: ReceivedResponse) => answersOf(received).map(({ status }) => status)
const fetchDriver = async () => (await maria('GET', `/api/drivers/${driver}/`)).body

test('batched changes are applied in order, each with the response of a separate request', async () => {
  const other = await hireDriver(site.db)
  const answer = await sendBatch([rateChange('0.51'), rateChange('0.52'), rateChange('0.60', changeHeaders(), other)])
  expect(statuses(answer)).toEqual([200, 200, 200])
  expect(answersOf(answer).map(({ body }) => body)).toMatchObject([
    { id: driver, version: 2, extra_info: { rate: '0.51' } },
    { id: driver, version: 3, extra_info: { rate: '0.52' } },
    { id: other, version: 2, extra_info: { rate: '0.60' } },
  ])
  expect(await fetchDriver()).toMatchObject({ version: 3, extra_info: { rate: '0.52' } })
})

test('a refused or conflicting change in a batch does not stop the others', async () => {
  await maria('PATCH', `/api/drivers/${driver}/`, { body: { rate: '0.40' } })
  const stale = { 'If-Match': '"1"' }
  const answer = await sendBatch([
    rateChange('much'),
    rateChange('0.70', changeHeaders(1, stale)),
    rateChange('0.50', changeHeaders(), 999_999),
    rateChange('0.55'),
  ])
  expect(statuses(answer)).toEqual([400, 412, 404, 200])
  expect(answersOf(answer)[0]?.body).toEqual({ rate: [expect.any(String)] })
  expect(answersOf(answer)[1]?.body).toMatchObject({ conflicts: { rate: { theirs: '0.40', yours: '0.70' } } })
})

test.each([
  ['in a batch', (changes: readonly ChangeRequest[]) => sendBatch(changes)],
  [
    'on its own',
    async ([change]: readonly ChangeRequest[]) => {
      const headers = { 'content-type': 'application/json', ...change?.headers }
      const alone = await maria('PATCH', `/api/drivers/${driver}/`, { body: Buffer.from(change?.body ?? ''), headers })
      expect(alone.headers['idempotency-replayed']).toBe('true')
      return { ...alone, body: { answers: [{ status: alone.status, body: alone.body, retry_after: null }] } }
    },
  ],
])('a change whose response was lost is applied once when it is sent again %s', async (_, again) => {
  const change = { ...rateChange('0.51'), body: '{ "rate": "0.51" }' }
  const first = await sendBatch([change])
  expect(statuses(first)).toEqual([200])
  await maria('PATCH', `/api/drivers/${driver}/`, { body: { rate: '0.60' } })
  expect(answersOf(await again([change]))).toEqual(answersOf(first))
  expect(await fetchDriver()).toMatchObject({ version: 3, extra_info: { rate: '0.60' } })
})

test('sequence numbers in a batch count as in separate requests', async () => {
  await sendBatch([
    rateChange('0.51', changeHeaders(7)),
    rateChange('much', changeHeaders(8)),
    rateChange('0.52', changeHeaders(9)),
  ])
  const { body } = await maria('GET', `/api/devices/${DEVICE}/`)
  expect(body).toMatchObject({ highest_seq: 9 })
  expect(body.missing_seqs).toContain(8)
  expect(body.missing_seqs).not.toContain(7)
})

describe('the sender of a batch', () => {
  test('needs the same permission as for a separate request', async () => {
    const viewer = await site.as(await hire(site.db, { view: ['drivers'], edit: [] }))
    expect(statuses(await sendBatch([rateChange('0.51')], viewer))).toEqual([403])
    expect(await fetchDriver()).toMatchObject({ version: 1 })
  })
  test('must be signed in', async () => {
    expect(await sendBatch([rateChange('0.51')], site.signedOut)).toMatchObject({ status: 401 })
    const ended = (method: Parameters<Caller>[0], path: string, sent: Parameters<Caller>[2] = {}) =>
      site.signedOut(method, path, { ...sent, headers: { ...sent.headers, authorization: 'Bearer x.y.z' } })
    expect(await sendBatch([rateChange('0.51')], ended)).toMatchObject({ status: 401 })
  })
})

describe('a batch does not run', () => {
  test.each([
    ['an unknown call', { call: 'drivers.fly' }],
    ['a call that only reads', { call: 'drivers.list' }],
    ['a call that needs no sign-in', { call: 'session.create' }],
    ['a part of an upload', { call: 'uploads.send', params: { id: randomUUID() } }],
    ['another batch', { call: 'changes.together' }],
  ])('%s', async (_, change) => {
    const received = await sendBatch([{ headers: changeHeaders(), body: '{}', ...change }, rateChange('0.51')])
    expect(statuses(received)).toEqual([NOT_BATCHED, 200])
  })
  test.each([{}, { id: '.' }, { id: '..' }])(
    'a change whose path parameter is missing or leads to another route: %j',
    async (params) => {
      expect(statuses(await sendBatch([{ ...rateChange('0.51'), params }]))).toEqual([NOT_BATCHED])
      expect(await fetchDriver()).toMatchObject({ version: 1 })
    },
  )
  test('a change whose path parameter contains slashes; it gets 400', async () => {
    for (const id of [`../drivers/${driver}`, `${driver}/`]) {
      expect(statuses(await sendBatch([{ ...rateChange('0.51'), params: { id } }])), id).toEqual([400])
    }
    expect(await fetchDriver()).toMatchObject({ version: 1 })
  })
})

test('a stored response contains no file links for a user who lost the permission to view the files', async () => {
  const ruth = await site.as(await hire(site.db, { role: 'administrator' }))
  const photo = { upload: await sendUpload(ruth, await aPhonePhoto()) }
  await ruth('PATCH', `/api/drivers/${driver}/`, { body: { photo } })
  const planner = await hire(site.db, { view: ['drivers'], edit: ['drivers'] })
  const plannerCaller = await site.as(planner)
  const change = rateChange('0.61')
  const linkIn = async () =>
    ((answersOf(await sendBatch([change], plannerCaller))[0]?.body ?? {}) as Partial<Driver>).user?.photo
  expect((await site.signedOut('GET', (await linkIn()) ?? '')).status).toBe(200)
  await site.db.query('test.demote', "update users set permissions = '{}' where id = $1", [planner])
  expect(await linkIn()).toBeUndefined()
})

test.each<[string, () => unknown]>([
  ['no list of changes', () => undefined],
  ['an empty list', () => []],
  ['too many changes', () => Array.from({ length: MAX_BATCH_SIZE + 1 }, () => rateChange('0.51'))],
  ['a change without an idempotency key', () => [rateChange('0.51'), rateChange('0.52', {})]],
  [
    'a key that is not a valid header value',
    () => [rateChange('0.51'), rateChange('0.52', { 'Idempotency-Key': 'a\r\nb: c' })],
  ],
  [
    'half a surrogate pair in a path parameter',
    () => [rateChange('0.51'), { ...rateChange('0.52'), params: { id: '\ud800' } }],
  ],
])('a batch is refused with 400, and none of its changes is made: %s', async (_, changesOf) => {
  const received = await maria('POST', '/api/changes/', { body: { changes: changesOf() } })
  expect(received).toMatchObject({ status: 400, body: { changes: expect.anything() } })
  expect(await fetchDriver()).toMatchObject({ version: 1 })
})

test('a change with invalid JSON, too deeply nested JSON or a malformed key gets its own 400; the rest of the batch runs', async () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000)
  const answer = await sendBatch([
    { ...rateChange('0.51'), body: '{"rate"' },
    { ...rateChange('0.51'), body: deep },
    { ...rateChange('0.51'), headers: { 'Idempotency-Key': 'mine' } },
    rateChange('0.51'),
  ])
  expect(statuses(answer)).toEqual([400, 400, 400, 200])
  expect(await fetchDriver()).toMatchObject({ version: 2, extra_info: { rate: '0.51' } })
})
