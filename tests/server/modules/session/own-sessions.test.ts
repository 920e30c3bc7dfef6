import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { storeStatistics } from '#server/modules/dashboard/dashboard-service.ts'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { aContact } from '#tests/support/builders/a-contact.ts'
import { NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDispatcher, hireDriver, parkUnit } from '#tests/support/server/company.ts'

const EMAIL = 'ruth@haulyard.example'
const PASSWORD = 'gravel-and-diesel'
const PATH = '/api/auth/sessions/'
let site: TestApp
let ruth: number

beforeAll(async () => {
  site = await testApp()
  ruth = await hire(site.db, { role: 'administrator', email: EMAIL, password_hash: await hashPassword(PASSWORD) })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.now = NOW
  await site.db.script(null, 'truncate sessions')
})

const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
async function signIn(headers: Readonly<Record<string, string>> = {}) {
  const { body } = await site.signedOut('POST', '/api/auth/jwt/create/', {
    body: { email: EMAIL, password: PASSWORD },
    headers,
  })
  const own = { authorization: `Bearer ${body.access}` }
  return {
    access: body.access,
    refresh: () => site.signedOut('POST', '/api/auth/jwt/refresh/', { body: { refresh: body.refresh } }),
    list: (query = '') => site.signedOut('GET', `${PATH}${query}`, { headers: own }),
    endOthers: () => site.signedOut('DELETE', PATH, { headers: own }),
    end: (id: string) => site.signedOut('DELETE', `${PATH}${id}/`, { headers: own }),
  }
}

test('a user sees their own sessions, last seen first', async () => {
  const tablet = randomUUID()
  const first = await signIn({ 'device-id': tablet, 'user-agent': 'A tablet' })
  site.clock.now = later(1)
  const second = await signIn({ 'user-agent': 'x'.repeat(1000) })
  site.clock.now = later(10)
  await first.refresh()
  await (await site.as(await hire(site.db)))('GET', PATH)
  const { status, body } = await second.list()
  expect(status).toBe(200)
  expect(body).toMatchObject({ count: 2, next: null, previous: null })
  expect(body.results).toMatchObject([
    { user_agent: 'A tablet', is_current: false, last_seen_at: later(10).toISOString() },
    { user_agent: 'x'.repeat(300), is_current: true, last_seen_at: later(1).toISOString() },
  ])
  expect(body.results[0].created_at).toBe(NOW.toISOString())
})

/** Calls that name a device or an upload in their path, and one that needs a telematics vendor. */
const OMITTED = new Set(['devices.find', 'uploads.find', 'telematics.drivingPeriods'])
const QUERIES: Readonly<Record<string, string>> = {
  'fuel.expenses': '?date_after=2026-11-15&date_before=2026-11-21',
  'telematics.positions': '?of=vehicles',
  'telematics.assetHistory': '?start_date=2026-11-20&end_date=2026-11-21',
  'telematics.vehicleHistory': '?start_date=2026-11-20&end_date=2026-11-21',
}
/**
 * Adds a record of each kind, and changes it with these headers. Returns the id for the parameter in the path of a
 * call.
 */
async function changeRecordOfEachKind(headers: Readonly<Record<string, string>>): Promise<(path: string) => string> {
  const send = async (method: 'PATCH' | 'POST', path: string, body: object) => {
    const received = await site.signedOut(method, path, { body, headers })
    expect(received.status, received.text).toBeLessThan(300)
    return received.body
  }
  const [driver, dispatcher] = [await hireDriver(site.db), await hireDispatcher(site.db)]
  await parkUnit(site.db, '1042')
  await parkUnit(site.db, 'TL-1', { kind: 'trailer' })
  await storeStatistics(site.db, NOW)
  const [report] = await site.db.query<{ id: number }>(
    'test.report',
    `insert into inspections (date, unit_id, unit_name, unit_kind, service_type, report_type, career, total_cost,
       received_at, is_latest)
     values ('2026-11-20', '1042', '1042', 'truck', 'pm_a', 'no_defect', 'Yard', 0, now(), true) returning id`,
  )
  await send('PATCH', '/api/users/users/me/', { phone: '(312) 555-0118' })
  await send('PATCH', `/api/drivers/${driver}/`, { rate: '0.51' })
  await send('PATCH', `/api/dispatchers/${dispatcher}/`, { status: 'on_vacation' })
  await send('PATCH', '/api/trucks/1042/', { miles_driven: 50_000 })
  await send('PATCH', '/api/trailers/TL-1/', { status: 'for_sale' })
  await send('PATCH', `/api/maintenance/inspections/${report?.id}/`, { note: 'Seen' })
  const { id: day } = await send('POST', '/api/schedule/', { date: '2026-11-21', status: 'on_the_road', driver })
  const { id: contact } = await send('POST', '/api/dashboard/contacts/', aContact({ client_id: randomUUID() }))
  const ids = [
    ['/trucks/', '1042'],
    ['/trailers/', 'TL-1'],
    ['/list_for_dispatcher/', dispatcher],
    ['/list_for_driver/', driver],
    ['/drivers/', driver],
    ['/dispatchers/', dispatcher],
    ['/contacts/', contact],
    ['/schedule/', day],
    ['/maintenance/', report?.id],
    ['/users/', ruth],
    ['/statistic_weeks/', '2026-11-15'],
  ] as const
  return (path) => String(ids.find(([part]) => path.includes(part))?.[1] ?? 1)
}

test('no call reveals the id of a device to any user, because sign-ins from a known device are throttled separately', async () => {
  const tablet = randomUUID()
  const { access } = await signIn({ 'device-id': tablet })
  const own = { authorization: `Bearer ${access}`, 'device-id': tablet }
  const idOf = await changeRecordOfEachKind(own)
  const admin = await site.as(await hire(site.db, { role: 'administrator' }))
  const [revealingCalls, refusedCalls]: [string[], string[]] = [[], []]
  for (const { name, method, path, reply } of allEndpoints) {
    if (method !== 'GET' || reply === null || OMITTED.has(name)) continue
    const at = `${path.replace(/:\w+/g, () => idOf(path))}${QUERIES[name] ?? ''}`
    for (const { status, text } of [await admin('GET', at), await site.signedOut('GET', at, { headers: own })]) {
      if (text.includes(tablet)) revealingCalls.push(name)
      if (status !== 200) refusedCalls.push(`${name}: ${status} ${text}`)
    }
  }
  expect(revealingCalls).toEqual([])
  expect(refusedCalls).toEqual([])
})

test('the list continues from page to page, even for sessions seen at the same moment', async () => {
  const one = await signIn()
  await signIn()
  await signIn()
  const seen: string[] = []
  for (let query: string | undefined = '?limit=1'; query; ) {
    const { body } = await one.list(query)
    seen.push(...body.results.map(({ id }: { id: string }) => id))
    query = body.next?.slice(PATH.length)
  }
  expect(new Set(seen).size).toBe(3)
  expect(seen).toHaveLength(3)
})

test('a session that is ended is signed out immediately, with its access token', async () => {
  const [mine, other] = [await signIn(), await signIn()]
  const [{ id }] = (await mine.list()).body.results.filter((row: { is_current: boolean }) => !row.is_current)
  expect(await mine.end(id)).toMatchObject({ status: 204, text: '' })
  expect((await other.list()).status).toBe(401)
  expect((await other.refresh()).status).toBe(401)
  expect((await mine.list()).body).toMatchObject({ count: 1 })
  expect((await mine.end(id)).status).toBe(404)
})

test('ending all other sessions keeps the current one and those of other users', async () => {
  const [mine, tablet, phone] = [await signIn(), await signIn(), await signIn()]
  const stranger = await site.as(await hire(site.db))
  expect(await mine.endOthers()).toMatchObject({ status: 204, text: '' })
  for (const other of [tablet, phone]) {
    expect((await other.list()).status).toBe(401)
    expect((await other.refresh()).status).toBe(401)
  }
  expect((await mine.list()).body).toMatchObject({ count: 1, results: [{ is_current: true }] })
  expect((await stranger('GET', PATH)).status).toBe(200)
  expect((await mine.endOthers()).status).toBe(204)
})

test('a user can end the current session', async () => {
  const mine = await signIn()
  const [{ id }] = (await mine.list()).body.results
  expect((await mine.end(id.toUpperCase())).status).toBe(204)
  expect((await mine.list()).status).toBe(401)
})

test('another user’s session, an unknown one and an expired one are a 404', async () => {
  const mine = await signIn()
  const stranger = await site.as(await hire(site.db))
  const [{ id }] = (await mine.list()).body.results
  expect((await stranger('DELETE', `${PATH}${id}/`)).status).toBe(404)
  expect((await mine.end(randomUUID())).status).toBe(404)
  expect(await mine.end('1')).toMatchObject({ status: 400, body: { id: [expect.any(String)] } })
  const old = randomUUID()
  await site.db.query(
    'test.old',
    `insert into sessions (id, user_id, refresh_hash, expires_at) values ($1::uuid, $2, '', $3::timestamptz)`,
    [old, ruth, NOW.toISOString()],
  )
  expect((await mine.end(old)).status).toBe(404)
  expect((await mine.list()).body.count).toBe(1)
})
