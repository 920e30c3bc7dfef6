import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AREAS } from '#contract/wire/access.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'

let site: TestApp
let signedOut: Caller
let admin: Caller
let bystander: Caller

/** Gives each request its own session: some calls end the session that they are made with. */
const withNewSession =
  (user: number): Caller =>
  async (...request) =>
    (await site.as(user))(...request)

beforeAll(async () => {
  site = await testApp()
  signedOut = site.signedOut
  admin = withNewSession(await hire(site.db, { role: 'administrator' }))
  bystander = withNewSession(await hire(site.db, { role: 'driver' }))
  await hireDriver(site.db)
})
afterAll(() => site.close())

const pathFor = (endpoint: EndpointShape, id: string) => endpoint.path.replace(/:\w+/g, id)
const needsPermission = ({ access }: EndpointShape) => access.need !== 'nobody' && access.need !== 'session'
/** The first byte of a file of three bytes. */
const FILE_PART = {
  body: Buffer.from([1]),
  headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0', 'upload-length': '3' },
}
const withBody = ({ body, bytes }: EndpointShape) => (bytes === 'body' ? FILE_PART : body ? { body: {} } : {})

/** Whether a call is about a truck or a trailer, whose ids are texts. */
const hasTextId = ({ path }: { readonly path: string }) => /\/(trucks|trailers)\/:id\//.test(path)
const INVALID_TEXT_IDS = ['-1', '%00', '%20', '1;2']

const MALFORMED_BODIES: readonly unknown[] = [
  '{',
  '',
  'null',
  '[]',
  '"text"',
  '7',
  '{"a":1}}',
  Buffer.from([0x7b, 0xff, 0xfe]),
]
const ODD_VALUES: readonly unknown[] = [
  null,
  -1,
  1.5,
  1e300,
  2 ** 53,
  '',
  ' ',
  '\0',
  '\ud800',
  "'; drop table users; --",
  'x'.repeat(100_000),
  [],
  {},
  [[]],
  true,
  '0000-00-00',
  '2026-02-30',
  '9999-12-31',
]

const REPORT = {
  kind: 'tolls',
  name: 'report.csv',
  file: { upload: '01a3185c-5000-7bb6-a75e-b900027adc9b' },
  columns: { date: 'Date' },
  client_id: '01a3185c-5000-7bb6-a75e-b900027adc9c',
}

/** Valid bodies, so that a single odd field gets as far into the call as possible. */
const VALID_BODIES: Readonly<Record<string, object>> = {
  'session.create': { email: 'nobody@haulyard.example', password: 'demo-haulyard' },
  'session.end': { sessions: ['0'.repeat(64)] },
  'session.device_key': { device: '01a3185c-5000-7bb6-a75e-b900027adc9b' },
  'ownership.confirm_password': { password: 'gravel-and-diesel' },
  'ownership.look_at_undo': { token: 'x' },
  'ownership.undo_email': { token: 'x' },
  'setup.createAdministrator': {
    token: 'x',
    first_name: 'Ruth',
    last_name: 'Callahan',
    email: 'ruth@haulyard.example',
    password: 'gravel-and-diesel',
  },
  'passwords.requestReset': { email: 'nobody@haulyard.example' },
  'passwords.confirmReset': {
    new_password: 'gravel-and-diesel',
    re_new_password: 'gravel-and-diesel',
    token: 'x',
    uid: '1',
  },
  'imports.preview': REPORT,
  'imports.create': REPORT,
  'imports.decide_duplicates': { ids: [1], from: 'open', to: 'kept' },
  'passwords.sendLink': { email: 'nobody@haulyard.example' },
  'tolls.expenses': { FromDate: '2026-11-15', ToDate: '2026-11-21' },
  'schedule.create': { date: '2026-11-21', status: 'on_the_road', driver: 1 },
  'schedule.setDays': { driver: 1, days: [{ date: '2026-11-21', status: 'on_the_road' }] },
  'schedule.bulkEdit': { date_from: '2026-11-21', date_to: '2026-11-22', status: 'on_the_road', driver_id: 1 },
}

describe.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  const { method } = endpoint

  if (endpoint.access.need !== 'nobody') {
    test('refuses a caller who is not signed in', async () => {
      const answer = await signedOut(method, pathFor(endpoint, '1'), withBody(endpoint))
      expect(answer).toMatchObject({ status: 401, body: { detail: expect.any(String), code: 'not_authenticated' } })
      const headers = { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }
      const forged = await signedOut(method, pathFor(endpoint, '1'), { body: withBody(endpoint).body, headers })
      expect(forged).toMatchObject({ status: 401, body: { code: 'token_not_valid' } })
    })
  }

  if (needsPermission(endpoint)) {
    test('refuses a user without permission before it validates the path or the body', async () => {
      for (const id of ['1', 'nonsense']) {
        const answer = await bystander(method, pathFor(endpoint, id), withBody(endpoint))
        expect(answer).toMatchObject({ status: 403, body: { detail: expect.any(String) } })
      }
    })
  }

  if (endpoint.access.need === 'view' || endpoint.access.need === 'edit') {
    test('is open only to its own permission', async () => {
      const { access } = endpoint
      if (access.need !== 'view' && access.need !== 'edit') return
      const allowed = await site.as(await hire(site.db, { [access.need]: [access.area] }))
      const other = access.need === 'view' ? 'edit' : 'view'
      const rest = AREAS.filter((area) => area !== access.area)
      const refused = await site.as(await hire(site.db, { [access.need]: rest, [other]: AREAS }))
      expect((await allowed(method, pathFor(endpoint, '1'), withBody(endpoint))).status).not.toBe(403)
      expect((await refused(method, pathFor(endpoint, '1'), withBody(endpoint))).status).toBe(403)
    })
  }

  if (endpoint.params) {
    test('refuses a malformed path parameter by name', async () => {
      const [, named = ''] = /:(\w+)/.exec(endpoint.path) ?? []
      for (const id of hasTextId(endpoint) ? INVALID_TEXT_IDS : [...INVALID_TEXT_IDS, 'x', '1.5', 'null']) {
        const answer = await admin(method, pathFor(endpoint, id), withBody(endpoint))
        expect(answer, id).toMatchObject({ status: 400, body: { [named]: [expect.any(String)] } })
      }
      expect([400, 404]).toContain((await admin(method, pathFor(endpoint, '9'.repeat(15)), withBody(endpoint))).status)
    })
  }

  if (endpoint.body) {
    test('refuses a body that is malformed, of another type or too large', async () => {
      for (const body of MALFORMED_BODIES) {
        const answer = await admin(method, pathFor(endpoint, '1'), { body })
        expect(answer.status, String(body)).toBe(400)
        expect(Object.keys(answer.body).length).toBeGreaterThan(0)
      }
      const path = pathFor(endpoint, '1')
      const headers = { 'content-type': 'text/plain' }
      expect(await admin(method, path, { body: 'a', headers })).toMatchObject({
        status: 415,
        body: { detail: expect.any(String) },
      })
      const large = { body: JSON.stringify({ large: 'x'.repeat(1024 * 1024) }) }
      expect(await admin(method, path, large)).toMatchObject({ status: 413, body: { detail: expect.any(String) } })
    })
  }

  if (endpoint.bytes === 'body') {
    test('refuses a body that is not bytes, is empty or is too large', async () => {
      const path = pathFor(endpoint, '019af3b0-0000-7000-8000-000000000001')
      expect(await admin(method, path, { ...FILE_PART, body: {}, headers: {} })).toMatchObject({ status: 415 })
      expect(await admin(method, path, { ...FILE_PART, body: Buffer.alloc(0) })).toMatchObject({ status: 400 })
      expect(await admin(method, path, { ...FILE_PART, body: Buffer.alloc(1024 * 1024 + 1) })).toMatchObject({
        status: 413,
      })
      expect(await admin(method, path, { headers: { 'upload-offset': 'x' }, body: FILE_PART.body })).toMatchObject({
        status: 415,
      })
      const headers = { ...FILE_PART.headers, 'upload-offset': '-1', 'upload-length': '0' }
      expect(await admin(method, path, { ...FILE_PART, headers })).toMatchObject({
        status: 400,
        body: { 'upload-offset': [expect.any(String)], 'upload-length': [expect.any(String)] },
      })
    })
  }

  test('answers odd values without a server error', async () => {
    const fields = Object.keys((endpoint.body as { shape?: object } | undefined)?.shape ?? {})
    for (const field of fields) {
      for (const value of ODD_VALUES) {
        const body = { ...VALID_BODIES[endpoint.name], [field]: value }
        const answer = await admin(method, pathFor(endpoint, '1'), { body })
        expect(answer.status, `${field}: ${JSON.stringify(value).slice(0, 40)}`).toBeLessThan(500)
      }
    }
    const queries = Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {})
    for (const name of queries) {
      for (const value of [
        '',
        '-1',
        '1e9',
        '%00',
        '%ff',
        'x',
        '99999999999',
        '9999-12-31',
        '0000-01-01',
        `1&${name}=2`,
      ]) {
        const answer = await admin(method, `${pathFor(endpoint, '1')}?${name}=${value}`)
        expect(answer.status, `${name}=${value}`).toBeLessThan(500)
        if (answer.status === 400) expect(Object.keys(answer.body)[0]).toBeTypeOf('string')
      }
    }
  })

  test('forbids caches to store any response', async () => {
    for (const caller of [admin, signedOut, bystander]) {
      const { headers } = await caller(method, pathFor(endpoint, '1'), withBody(endpoint))
      expect(headers['cache-control']).toMatch(/^private, no-store(?:, no-transform)?$/)
    }
  })

  test('works with and without its trailing slash', async () => {
    const path = pathFor(endpoint, '1')
    const [slashed, bare] = [
      await admin(method, path, withBody(endpoint)),
      await admin(method, path.slice(0, -1), withBody(endpoint)),
    ]
    expect(bare.status).toBe(slashed.status)
    expect(bare.status).not.toBe(405)
  })

  test('lists its methods when called with another method', async () => {
    const allowed = allEndpoints.filter((one) => one.path === endpoint.path).map((one) => one.method)
    for (const wrong of (['GET', 'POST', 'PATCH', 'DELETE', 'PUT'] as const).filter(
      (one) => !allowed.includes(one as never),
    )) {
      const answer = await admin(wrong, pathFor(endpoint, '1'))
      expect(answer, wrong).toMatchObject({ status: 405, body: { detail: expect.any(String) } })
      expect(String(answer.headers.allow).split(', ')).toEqual(expect.arrayContaining(allowed))
    }
  })
})

test('an unknown path is refused with a problem: 404, or 400 if the path cannot be decoded', async () => {
  const notFound = { status: 404, body: { detail: 'Not found.' } }
  const unreadable = { status: 400, body: { non_field_errors: ['The request could not be read.'] } }
  for (const [path, refusal] of [
    ['/api/', notFound],
    ['/api/nothing/', notFound],
    ['/api/drivers/1/2/', notFound],
    [`/api/drivers/${'9'.repeat(200)}/`, notFound],
    ['/api/%zz/', unreadable],
  ] as const) {
    for (const caller of [admin, signedOut]) {
      const { status, body } = await caller('GET', path)
      expect({ status, body }, path).toEqual(refusal)
    }
  }
})

test('the health call needs no sign-in', async () => {
  expect(await signedOut('GET', '/api/health/')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('a response forbids caching, even as a 304, and cannot be used as a page', async () => {
  const { headers } = await admin('GET', '/api/drivers/')
  const again = await admin('GET', '/api/drivers/', { headers: { 'if-none-match': String(headers.etag) } })
  expect([again.status, again.headers['cache-control']]).toEqual([304, 'private, no-store'])
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    vary: expect.stringContaining('Authorization'),
  })
  expect((await signedOut('GET', '/api/drivers/')).headers['cache-control']).toBe('private, no-store')
})
