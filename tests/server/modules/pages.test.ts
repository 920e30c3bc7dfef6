import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '#contract/wire/page.ts'
import { aTruck } from '#tests/support/builders/a-unit.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { readStreamAs } from '#tests/support/server/event-client.ts'

interface PageEvent {
  readonly event: string
  readonly data: { readonly list: number; readonly etag: string; readonly page: Page<object> }
}

let site: TestApp
let access: string
let admin: Caller

beforeAll(async () => {
  site = await testApp()
  access = await site.accessFor(await hire(site.db, { role: 'administrator' }))
  admin = site.withAccess(access)
  for (let at = 0; at < 5; at += 1) await hireDriver(site.db)
  for (let at = 0; at < 3; at += 1) await admin('POST', '/api/trucks/', { body: aTruck(`10${at}`) })
})
afterAll(() => site.close())

const addressOf = (...lists: readonly string[]) => `/api/pages/?${new URLSearchParams({ lists: lists.join(' ') })}`
/** The events of the response, after its end. */
async function pagesOf(token: string, ...lists: readonly string[]) {
  const client = await readStreamAs(site.app, token, addressOf(...lists))
  await client.ended
  return { status: client.status, received: client.received as readonly PageEvent[] }
}

const DRIVERS = '/api/drivers/?limit=2&ordering=first_name,last_name'
const TRUCKS = '/api/trucks/?limit=2'

test('every page of each list is sent as its own call sends it, with its tag', async () => {
  const { received } = await pagesOf(access, DRIVERS, TRUCKS)
  expect(received.map(({ event, data }) => [event, data.list])).toEqual([
    ['page', 0],
    ['page', 0],
    ['page', 0],
    ['page', 1],
    ['page', 1],
  ])
  let next: string | null = DRIVERS
  for (const { data } of received.slice(0, 3)) {
    const { body, headers }: Awaited<ReturnType<Caller>> = await admin('GET', next ?? '')
    expect(data).toMatchObject({ page: body, etag: headers.etag })
    next = body.next
  }
  expect(next).toBeNull()
})

test.each([
  ['br', 'gzip, deflate, br'],
  ['gzip', 'gzip'],
  [undefined, 'br;q=0'],
])('the response is compressed in %s, the best of what the client accepts', async (encoding, encodings) => {
  const client = await readStreamAs(site.app, access, addressOf(DRIVERS, TRUCKS), { encodings })
  await client.ended
  expect(client.headers['content-encoding']).toBe(encoding)
  expect(client.received).toEqual((await pagesOf(access, DRIVERS, TRUCKS)).received)
})

test('a list continues from any of its pages', async () => {
  const { received } = await pagesOf(access, DRIVERS)
  const { received: rest } = await pagesOf(access, received[0]!.data.page.next ?? '')
  expect(rest.map(({ data }) => data.page)).toEqual(received.slice(1).map(({ data }) => data.page))
})

test('a list that the user may not see is refused, and the other lists are sent', async () => {
  const driver = await site.accessFor(await hire(site.db, { role: 'driver', view: ['trucks'] }))
  const { received } = await pagesOf(driver, DRIVERS, TRUCKS)
  expect(received[0]).toEqual({ event: 'refused', data: { list: 0, status: 403 } })
  expect(received.slice(1).map(({ event, data }) => [event, data.list])).toEqual([
    ['page', 1],
    ['page', 1],
  ])
})

test.each([
  ['an event stream', '/api/events/'],
  ['a file', '/api/files/0/a.jpg'],
  ['a change', '/api/changes/'],
  ['another host', 'https://example.com/'],
  ['this call', addressOf(TRUCKS)],
  ['a path that leads elsewhere', '/api/drivers/../users/users/'],
  ['nothing', ''],
])('%s is not a list', async (_name, address) => {
  const { status, body } = await admin('GET', addressOf(address))
  expect(status).toBe(400)
  expect(body).toHaveProperty('lists')
})

test('without a session nothing is sent', async () => {
  expect((await site.signedOut('GET', addressOf(TRUCKS))).status).toBe(401)
})
