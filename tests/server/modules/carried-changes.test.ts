import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Driver } from '#contract/people/drivers.ts'
import { MAX_BATCH_SIZE, NOT_BATCHED } from '#contract/wire/changes.ts'
import { aPhonePhoto } from '#tests/support/browser/real-photo.ts'
import { type Caller, type Received, type TestApp, testApp } from '#tests/support/server/app.ts'
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

interface Sent {
  readonly call: string
  readonly params?: Readonly<Record<string, string | number>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}
const keyed = (seq?: number, more: Record<string, string> = {}) => ({
  'Idempotency-Key': `"${randomUUID()}"`,
  ...(seq !== undefined && { 'Device-Id': DEVICE, 'Device-Seq': String(seq) }),
  ...more,
})
const rate = (to: string, headers: Sent['headers'] = keyed(), id = driver): Sent => ({
  call: 'drivers.update',
  params: { id },
  headers,
  body: JSON.stringify({ rate: to }),
})
const carried = (changes: readonly unknown[], by: Caller = maria) => by('POST', '/api/changes/', { body: { changes } })
const answersOf = ({ body }: Received) =>
  body.answers as { status: number; body: unknown; retry_after: number | null }[]
const statuses = (received: Received) => answersOf(received).map(({ status }) => status)
const driverNow = async () => (await maria('GET', `/api/drivers/${driver}/`)).body

test('each is made, in its order, and answered as if it had come by itself', async () => {
  const other = await hireDriver(site.db)
  const answer = await carried([rate('0.51'), rate('0.52'), rate('0.60', keyed(), other)])
  expect(statuses(answer)).toEqual([200, 200, 200])
  expect(answersOf(answer).map(({ body }) => body)).toMatchObject([
    { id: driver, version: 2, extra_info: { rate: '0.51' } },
    { id: driver, version: 3, extra_info: { rate: '0.52' } },
    { id: other, version: 2, extra_info: { rate: '0.60' } },
  ])
  expect(await driverNow()).toMatchObject({ version: 3, extra_info: { rate: '0.52' } })
})

test('one that is refused, or conflicts, holds up none beside it', async () => {
  await maria('PATCH', `/api/drivers/${driver}/`, { body: { rate: '0.40' } })
  const stale = { 'If-Match': '"1"' }
  const answer = await carried([
    rate('much'),
    rate('0.70', keyed(1, stale)),
    rate('0.50', keyed(), 999_999),
    rate('0.55'),
  ])
  expect(statuses(answer)).toEqual([400, 412, 404, 200])
  expect(answersOf(answer)[0]?.body).toEqual({ rate: [expect.any(String)] })
  expect(answersOf(answer)[1]?.body).toMatchObject({ conflicts: { rate: { theirs: '0.40', yours: '0.70' } } })
})

test.each([
  ['together', (changes: readonly Sent[]) => carried(changes)],
  [
    'by itself',
    async ([change]: readonly Sent[]) => {
      const headers = { 'content-type': 'application/json', ...change?.headers }
      const alone = await maria('PATCH', `/api/drivers/${driver}/`, { body: Buffer.from(change?.body ?? ''), headers })
      expect(alone.headers['idempotency-replayed']).toBe('true')
      return { ...alone, body: { answers: [{ status: alone.status, body: alone.body, retry_after: null }] } }
    },
  ],
])('one whose answer was lost is not made twice when it is sent again %s', async (_, again) => {
  const change = { ...rate('0.51'), body: '{ "rate": "0.51" }' }
  const first = await carried([change])
  expect(statuses(first)).toEqual([200])
  await maria('PATCH', `/api/drivers/${driver}/`, { body: { rate: '0.60' } })
  expect(answersOf(await again([change]))).toEqual(answersOf(first))
  expect(await driverNow()).toMatchObject({ version: 3, extra_info: { rate: '0.60' } })
})

test('their numbers count as if each had come by itself', async () => {
  await carried([rate('0.51', keyed(7)), rate('much', keyed(8)), rate('0.52', keyed(9))])
  const { body } = await maria('GET', `/api/devices/${DEVICE}/`)
  expect(body).toMatchObject({ highest_seq: 9 })
  expect(body.missing_seqs).toContain(8)
  expect(body.missing_seqs).not.toContain(7)
})

describe('who sends them', () => {
  test('may do no more than by themselves', async () => {
    const viewer = await site.as(await hire(site.db, { view: ['drivers'], edit: [] }))
    expect(statuses(await carried([rate('0.51')], viewer))).toEqual([403])
    expect(await driverNow()).toMatchObject({ version: 1 })
  })
  test('is signed in', async () => {
    expect(await carried([rate('0.51')], site.anybody)).toMatchObject({ status: 401 })
    const ended = (method: Parameters<Caller>[0], path: string, sent: Parameters<Caller>[2] = {}) =>
      site.anybody(method, path, { ...sent, headers: { ...sent.headers, authorization: 'Bearer x.y.z' } })
    expect(await carried([rate('0.51')], ended)).toMatchObject({ status: 401 })
  })
})

describe('nothing else is carried', () => {
  test.each([
    ['a call that is unknown', { call: 'drivers.fly' }],
    ['a question', { call: 'drivers.list' }],
    ['what anybody may send', { call: 'session.create' }],
    ['a part of a file', { call: 'uploads.send', params: { id: randomUUID() } }],
    ['another such request', { call: 'changes.together' }],
  ])('%s', async (_, change) => {
    const received = await carried([{ headers: keyed(), body: '{}', ...change }, rate('0.51')])
    expect(statuses(received)).toEqual([NOT_BATCHED, 200])
  })
  test.each([{}, { id: '.' }, { id: '..' }])(
    'a change whose path lacks a part, or leads elsewhere: %j',
    async (params) => {
      expect(statuses(await carried([{ ...rate('0.51'), params }]))).toEqual([NOT_BATCHED])
      expect(await driverNow()).toMatchObject({ version: 1 })
    },
  )
  test('nor is a path left by a part of it', async () => {
    expect(statuses(await carried([{ ...rate('0.51'), params: { id: '../../drivers' } }]))).toEqual([400])
  })
})

test('a stored answer has no links to files for who may not follow them any more', async () => {
  const ruth = await site.as(await hire(site.db, { role: 'administrator' }))
  const photo = { upload: await sendUpload(ruth, await aPhonePhoto()) }
  await ruth('PATCH', `/api/drivers/${driver}/`, { body: { photo } })
  const planner = await hire(site.db, { view: ['drivers'], edit: ['drivers'] })
  const theirs = await site.as(planner)
  const change = rate('0.61')
  const linkIn = async () =>
    ((answersOf(await carried([change], theirs))[0]?.body ?? {}) as Partial<Driver>).user?.photo
  expect((await site.anybody('GET', (await linkIn()) ?? '')).status).toBe(200)
  await site.db.query('test.demote', "update users set permissions = '{}' where id = $1", [planner])
  expect(await linkIn()).toBeUndefined()
})

test.each([
  ['no list', undefined],
  ['none', []],
  ['too many', Array.from({ length: MAX_BATCH_SIZE + 1 }, () => ({ call: 'drivers.update', headers: keyed() }))],
  ['one without a key', [{ call: 'drivers.update', params: { id: 1 }, headers: {}, body: '{}' }]],
  ['a key that is no header', [{ call: 'drivers.update', headers: { 'Idempotency-Key': 'a\r\nb: c' } }]],
  ['half a character in a path', [{ call: 'drivers.update', params: { id: '\ud800' }, headers: keyed() }]],
])('%s: 400, and nothing is made', async (_, changes) => {
  const received = await maria('POST', '/api/changes/', { body: { changes } })
  expect(received).toMatchObject({ status: 400, body: { changes: expect.anything() } })
})

test('a body that is no JSON, or too deep, is its own refusal', async () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000)
  const answer = await carried([
    { ...rate('0.51'), body: '{"rate"' },
    { ...rate('0.51'), body: deep },
    { ...rate('0.51'), headers: { 'Idempotency-Key': 'mine' } },
    rate('0.51'),
  ])
  expect(statuses(answer)).toEqual([400, 400, 400, 200])
})
