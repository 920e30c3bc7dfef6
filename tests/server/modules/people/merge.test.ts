import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver, planDay } from '#tests/support/server/company.ts'

let site: TestApp
let maria: Caller
let mariasId: number
let greg: Caller
let gregsId: number
const phone = randomUUID()
const desktop = randomUUID()

beforeAll(async () => {
  site = await testApp()
  mariasId = await hire(site.db, { edit: ['drivers', 'schedule'], view: ['drivers', 'schedule'] })
  maria = await site.as(mariasId)
  gregsId = await hire(site.db, { first_name: 'Greg', edit: ['drivers', 'schedule'] })
  greg = await site.as(gregsId)
})
afterAll(() => site.close())

const ifSeen = (version: number | string, device?: string) => ({
  'if-match': `"${version}"`,
  ...(device && { 'device-id': device }),
})
const patch = (caller: Caller, driver: number, body: object, headers: Record<string, string> = {}) =>
  caller('PATCH', `/api/drivers/${driver}/`, { body, headers })

test('changes of different fields merge without a conflict', async () => {
  const driver = await hireDriver(site.db)
  await patch(greg, driver, { position: 'lease' }, ifSeen(1))
  const merged = await patch(maria, driver, { rate: '0.66' }, ifSeen(1))
  expect(merged).toMatchObject({ status: 200, headers: { etag: '"3"' } })
  expect(merged.body).toMatchObject({ position: 'lease', extra_info: { rate: '0.66' }, version: 3 })
})

test('a conflict names only the fields that differ, and writes nothing', async () => {
  const driver = await hireDriver(site.db)
  await patch(greg, driver, { position: 'lease', rate: '20' }, ifSeen(1))
  const refused = await patch(
    maria,
    driver,
    { position: 'owner_operator', med_expire: '2027-03-01', rate: '20' },
    ifSeen(1),
  )
  expect(refused).toMatchObject({
    status: 412,
    body: {
      detail: expect.any(String),
      current: { id: driver, position: 'lease', version: 2 },
      conflicts: { position: { was: 'company_driver', theirs: 'lease', yours: 'owner_operator' } },
    },
  })
  expect(Object.keys(refused.body.conflicts)).toEqual(['position'])
  expect((await maria('GET', `/api/drivers/${driver}/`)).body).toMatchObject({
    version: 2,
    extra_info: { med_expire: null },
  })
})

test('a conflict shows the value that the user saw, the current value, and who set it and when', async () => {
  const driver = await hireDriver(site.db)
  await patch(greg, driver, { rate: '1' }, ifSeen(1))
  const later = new Date(site.clock.now.getTime() + 90_000)
  const earlier = site.clock.now
  site.clock.now = later
  const nadiasId = await hire(site.db, { first_name: 'Nadia', last_name: 'Petrov', edit: ['drivers'] })
  const nadia = await site.as(nadiasId)
  await patch(nadia, driver, { rate: '2' }, ifSeen(2))
  site.clock.now = earlier
  expect((await patch(maria, driver, { rate: '3' }, ifSeen(1))).body.conflicts).toEqual({
    rate: {
      was: null,
      theirs: '2',
      yours: '3',
      by: { id: nadiasId, first_name: 'Nadia', last_name: 'Petrov' },
      at: '2026-11-21T15:01:30.000000Z',
    },
  })
  expect((await patch(maria, driver, { rate: '3' }, ifSeen(2))).body.conflicts.rate).toMatchObject({ was: '1' })
  await site.db.query('test.leave', 'delete from users where id = $1', [nadiasId])
  expect((await patch(maria, driver, { rate: '3' }, ifSeen(1))).body.conflicts.rate).toMatchObject({ by: null })
})

test('in a conflict, the user’s own earlier change on the same device counts as seen', async () => {
  const driver = await hireDriver(site.db)
  await patch(maria, driver, { rate: '1' }, ifSeen(1, phone))
  await patch(greg, driver, { rate: '2' }, ifSeen(2))
  expect((await patch(maria, driver, { rate: '3' }, ifSeen(1, phone))).body.conflicts.rate).toMatchObject({
    was: '1',
    theirs: '2',
    by: { id: gregsId },
  })
})

test('a user who sets the same value as another user has no conflict, and the value is written once', async () => {
  const driver = await hireDriver(site.db)
  await patch(greg, driver, { rate: '20' }, ifSeen(1))
  expect(await patch(maria, driver, { rate: '20' }, ifSeen(1))).toMatchObject({ status: 200, headers: { etag: '"2"' } })
})

test('a user has no conflict with changes from the same device, but has with those from another device', async () => {
  const driver = await hireDriver(site.db)
  await patch(maria, driver, { rate: '1' }, ifSeen(1, phone))
  expect((await patch(maria, driver, { rate: '2' }, ifSeen(1, phone))).status).toBe(200)
  expect((await patch(maria, driver, { rate: '3' }, ifSeen(1, desktop))).status).toBe(412)
  expect((await patch(maria, driver, { rate: '3' }, ifSeen(1))).status).toBe(412)
  expect((await patch(greg, driver, { rate: '3' }, ifSeen(1, phone))).status).toBe(412)
})

test('without a seen version the last write wins', async () => {
  const driver = await hireDriver(site.db)
  await patch(greg, driver, { rate: '1' })
  expect((await patch(maria, driver, { rate: '2' })).status).toBe(200)
  expect((await patch(maria, driver, { rate: '3' }, { 'if-match': '*' })).status).toBe(200)
})

test('a seen version that never existed makes every different value a conflict', async () => {
  const driver = await hireDriver(site.db)
  expect((await patch(maria, driver, { position: 'company_driver' }, ifSeen(99))).status).toBe(200)
  expect(await patch(maria, driver, { rate: '2' }, ifSeen(99))).toMatchObject({
    status: 412,
    body: { conflicts: { rate: { theirs: null, yours: '2' } } },
  })
  expect((await patch(maria, driver, { rate: '2' }, ifSeen(99))).body.conflicts.rate).toEqual({
    theirs: null,
    yours: '2',
  })
})

test('a start date that follows from a new status does not conflict with another user’s start date', async () => {
  const driver = await hireDriver(site.db)
  await patch(greg, driver, { status_date_from: '2026-11-30' }, ifSeen(1))
  const changed = await patch(maria, driver, { status: 'on_vacation' }, ifSeen(1))
  expect(changed.body).toMatchObject({ current_status: 'on_vacation', current_status_date_from: '2026-11-21' })
})

test('a change without effect raises no version and leaves no history', async () => {
  const driver = await hireDriver(site.db)
  for (const body of [{}, { status: 'on_the_road' }, { unknown: 1 }]) {
    expect(await patch(maria, driver, body, ifSeen(1))).toMatchObject({ status: 200, headers: { etag: '"1"' } })
  }
  expect((await maria('GET', `/api/history/drivers/${driver}/`)).body).toMatchObject({ count: 0, results: [] })
})

test('the history shows who changed what, newest first, and only real changes', async () => {
  const driver = await hireDriver(site.db)
  await patch(maria, driver, { rate: '1', position: 'company_driver' })
  await patch(greg, driver, { rate: '2', CDL_expire: '2027-01-01' })
  const { body } = await maria('GET', `/api/history/drivers/${driver}/`)
  expect(body.count).toBe(3)
  expect(body.results[2]).toEqual({
    version: 2,
    at: '2026-11-21T15:00:00.000Z',
    user: { id: mariasId, first_name: 'Maria', last_name: 'Lopez' },
    field: 'rate',
    from: null,
    to: '1',
  })
  const newest = body.results.slice(0, 2)
  expect(newest.map((one: { version: number }) => one.version)).toEqual([3, 3])
  expect(newest).toContainEqual(expect.objectContaining({ field: 'CDL_expire', from: null, to: '2027-01-01' }))
  expect(newest).toContainEqual(expect.objectContaining({ field: 'rate', from: '1', to: '2' }))
  const paged: unknown[] = []
  for (let next = `/api/history/drivers/${driver}/?limit=1`; next; ) {
    const page = await maria('GET', next)
    paged.push(...page.body.results)
    next = page.body.next
  }
  expect(paged).toEqual(body.results)
})

test('the history needs permission to view the area, and is a 404 for an unknown record', async () => {
  const driver = await hireDriver(site.db)
  const day = await planDay(site.db, { driver, date: '2026-11-21' })
  expect((await maria('GET', `/api/history/schedule/${day}/`)).status).toBe(200)
  expect((await greg('GET', `/api/history/drivers/${driver}/`)).status).toBe(403)
  expect((await maria('GET', `/api/history/users/${mariasId}/`)).status).toBe(403)
  expect((await maria('GET', '/api/history/drivers/4711/')).status).toBe(404)
})
