import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

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
  const { body } = await site.anybody('POST', '/api/auth/jwt/create/', {
    body: { email: EMAIL, password: PASSWORD },
    headers,
  })
  const own = { authorization: `Bearer ${body.access}` }
  return {
    access: body.access,
    refresh: () => site.anybody('POST', '/api/auth/jwt/refresh/', { body: { refresh: body.refresh } }),
    list: (query = '') => site.anybody('GET', `${PATH}${query}`, { headers: own }),
    endOthers: () => site.anybody('DELETE', PATH, { headers: own }),
    end: (id: string) => site.anybody('DELETE', `${PATH}${id}/`, { headers: own }),
  }
}

test('a person sees where they are signed in, last seen first', async () => {
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

test('no call tells the id of a device, whichever user asks: sign-ins from that device are counted apart', async () => {
  const tablet = randomUUID()
  const { access } = await signIn({ 'device-id': tablet })
  const own = { authorization: `Bearer ${access}`, 'device-id': tablet }
  expect(
    (await site.anybody('PATCH', '/api/users/users/me/', { body: { phone: '(312) 555-0118' }, headers: own })).status,
  ).toBe(200)
  const admin = await site.as(await hire(site.db, { role: 'administrator' }))
  const told: string[] = []
  for (const { name, method, path, reply } of allEndpoints) {
    if (method !== 'GET' || reply === null) continue
    const at = path.replace(/:\w+/g, String(ruth))
    for (const { text } of [await admin('GET', at), await site.anybody('GET', at, { headers: own })])
      if (text.includes(tablet)) told.push(name)
  }
  expect(told).toEqual([])
})

test('the list goes on from page to page, also where two were seen at the same moment', async () => {
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

test('a session that is ended is out at once, with its access token', async () => {
  const [mine, other] = [await signIn(), await signIn()]
  const [{ id }] = (await mine.list()).body.results.filter((row: { is_current: boolean }) => !row.is_current)
  expect(await mine.end(id)).toMatchObject({ status: 204, text: '' })
  expect((await other.list()).status).toBe(401)
  expect((await other.refresh()).status).toBe(401)
  expect((await mine.list()).body).toMatchObject({ count: 1 })
  expect((await mine.end(id)).status).toBe(404)
})

test('all others are ended at once, nobody else is signed out, and the one that asks goes on', async () => {
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

test('a person may end the session they are in', async () => {
  const mine = await signIn()
  const [{ id }] = (await mine.list()).body.results
  expect((await mine.end(id.toUpperCase())).status).toBe(204)
  expect((await mine.list()).status).toBe(401)
})

test("somebody else's session, an unknown one and one that has run out are not there", async () => {
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
