import { afterAll, beforeAll, expect, test } from 'vitest'
import { DRIVER_ORDERINGS } from '#contract/people/driver-choices.ts'
import { compareDrivers, type Driver } from '#contract/people/drivers.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDispatcher, hireDriver } from '#tests/support/server/company.ts'

let site: TestApp
let ruth: Caller
let dispatchers: number[]

beforeAll(async () => {
  site = await testApp()
  const { db } = site
  ruth = await site.as(await hire(db, { role: 'administrator', first_name: 'Ruth', last_name: 'Callahan' }))
  dispatchers = [
    await hireDispatcher(db, { first_name: 'Ana', last_name: 'Žák' }),
    await hireDispatcher(db, { first_name: 'ana', last_name: 'zak' }),
  ]
  const names = [
    'José Ñunez',
    'jose nunez',
    'José Ñunez',
    'Éric Roy',
    'Zoë Adams',
    'adam Smith',
    'Bo Å',
    'Bo Z',
    "O'Neil X",
  ]
  const statuses = ['on_the_road', 'firing_process', 'on_vacation', 'safety_orientation', 'detention__layover'] as const
  for (let n = 0; n < 27; n++) {
    const [first_name = '', last_name = ''] = (names[n % names.length] ?? '').split(' ')
    const dispatcher = [null, ...dispatchers][n % 3] ?? null
    const status = statuses[n % statuses.length] ?? 'on_the_road'
    const driver = await hireDriver(db, { first_name, last_name, dispatcher, status })
    if (n % 2 === 0) await assignUnit(db, driver, 'truck', `T-${n}`)
    if (n % 4 === 0) await assignUnit(db, driver, 'trailer', `TL-${n}`)
  }
})
afterAll(() => site.close())

async function wholeList(path: string): Promise<Driver[]> {
  const rows: Driver[] = []
  for (let next: string | null = path; next; ) {
    const page = await ruth('GET', next)
    expect(page.status).toBe(200)
    rows.push(...page.body.results)
    next = page.body.next
    expect(rows.length).toBeLessThanOrEqual(page.body.count)
  }
  return rows
}

for (const ordering of DRIVER_ORDERINGS) {
  test(`drivers sorted by ${ordering} are in the same order as on the device, each once, for any page size`, async () => {
    const all = await wholeList(`/api/drivers/?ordering=${ordering}&limit=1000`)
    expect(all).toHaveLength(27)
    expect(all.map((one) => one.id)).toEqual(all.toSorted(compareDrivers(ordering)).map((one) => one.id))
    for (const limit of [1, 4, 26, 27]) {
      const paged = await wholeList(`/api/drivers/?ordering=${ordering}&limit=${limit}`)
      expect(paged.map((one) => one.id)).toEqual(all.map((one) => one.id))
    }
  })
}

test('a page by offset equals the page by cursor', async () => {
  const first = await ruth('GET', '/api/drivers/?limit=5&filter=')
  const second = await ruth('GET', first.body.next)
  const byOffset = await ruth('GET', '/api/drivers/?limit=5&offset=5')
  expect(first.body.previous).toBeNull()
  expect(first.body.next).toContain('filter=')
  expect(second.body.results).toEqual(byOffset.body.results)
  expect((await ruth('GET', second.body.previous)).body.results).toEqual(first.body.results)
})

test('a page beyond the end is empty and still has the count', async () => {
  expect((await ruth('GET', '/api/drivers/?offset=500')).body).toEqual({
    count: 27,
    next: null,
    previous: '/api/drivers/?offset=450&limit=50',
    results: [],
  })
})

test('a filter returns only the drivers of that status, with their count', async () => {
  const { body } = await ruth('GET', '/api/drivers/?filter=on_vacation&limit=2')
  expect(body.count).toBe(5)
  const rows = await wholeList('/api/drivers/?filter=on_vacation&limit=2')
  expect(rows.map((one) => one.current_status)).toEqual(Array(5).fill('on_vacation'))
})

test('a cursor that is malformed or of another sort order is refused', async () => {
  const { next } = (await ruth('GET', '/api/drivers/?limit=1')).body
  const cursor = new URLSearchParams(next.split('?')[1]).get('cursor') ?? ''
  const nul = Buffer.from(JSON.stringify(['name', 'a\0b', 1])).toString('base64url')
  for (const bad of ['x', nul, Buffer.from('["name"]').toString('base64url')]) {
    expect(await ruth('GET', `/api/drivers/?cursor=${bad}`)).toMatchObject({
      status: 400,
      body: { cursor: [expect.any(String)] },
    })
  }
  expect(await ruth('GET', `/api/drivers/?ordering=status&cursor=${cursor}`)).toMatchObject({ status: 400 })
})

test('an unchanged list gets a 304, a changed one does not', async () => {
  const before = await ruth('GET', '/api/drivers/?limit=3')
  const headers = { 'if-none-match': String(before.headers.etag) }
  expect(await ruth('GET', '/api/drivers/?limit=3', { headers })).toMatchObject({ status: 304, text: '' })
  await ruth('PATCH', `/api/drivers/${before.body.results[0].id}/`, { body: { rate: '0.61' } })
  expect((await ruth('GET', '/api/drivers/?limit=3', { headers })).status).toBe(200)
})

test('the mini-list can leave out drivers in Firing and filter by assigned units', async () => {
  const count = async (query: string) => (await ruth('GET', `/api/drivers/mini-list/?limit=500&${query}`)).body.count
  expect(await count('')).toBe(27)
  expect(await count('not_firing=true')).toBe(21)
  expect(await count('assigned_to_truck=false')).toBe(13)
  expect(await count('assigned_to_trailer=true')).toBe(7)
  const { body } = await ruth('GET', '/api/drivers/mini-list/?limit=500&assigned_to_truck=false&not_firing=true')
  expect(body.results.every((one: Driver) => one.truck === null)).toBe(true)
})

test('the mini-list of dispatchers has their statuses', async () => {
  const dispatcherRows = (await ruth('GET', '/api/dispatchers/mini-list/')).body.results
  expect(dispatcherRows.map(({ status }: { status: string }) => status)).toEqual(['working', 'working'])
})

test('a new status begins today in Chicago and drops the former end date', async () => {
  const id = await hireDriver(site.db)
  site.clock.now = new Date('2026-11-22T04:00:00Z') // still the 21st in Chicago
  const late = await site.as(await hire(site.db, { role: 'administrator' }))
  await late('PATCH', `/api/drivers/${id}/`, {
    body: { status: 'on_vacation', status_date_from: '2026-11-01', status_date_to: '2026-11-10' },
  })
  const { body } = await late('PATCH', `/api/drivers/${id}/`, { body: { status: 'on_the_road' } })
  site.clock.now = NOW
  expect(body).toMatchObject({
    current_status: 'on_the_road',
    current_status_date_from: '2026-11-21',
    status_date_to: null,
    version: 3,
  })
})

test('a rate typed with a comma is stored with a dot, and an empty one as null', async () => {
  const id = await hireDriver(site.db)
  const changed = await ruth('PATCH', `/api/drivers/${id}/`, { body: { rate: '27,5' } })
  expect(changed.body.extra_info.rate).toBe('27.5')
  expect((await ruth('PATCH', `/api/drivers/${id}/`, { body: { rate: '' } })).body.extra_info.rate).toBeNull()
})

test('invalid values are refused by field, and nothing is written', async () => {
  const id = await hireDriver(site.db)
  const refused: [object, string][] = [
    [{ dispatcher: 4711 }, 'dispatcher'],
    [{ dispatcher: 2 ** 40 }, 'dispatcher'],
    [{ status: 'fired', position: 'boss' }, 'status'],
    [{ status_date_from: '2026-11-10', status_date_to: '2026-11-09' }, 'status_date_to'],
    [{ med_expire: '2026-02-30' }, 'med_expire'],
    [{ med_expire: '0000-01-01' }, 'med_expire'],
    [{ med_expire: '0001-01-01' }, 'med_expire'],
    [{ CDL_expire: '9999-12-31' }, 'CDL_expire'],
    [{ rate: '1e9' }, 'rate'],
    [{ rate: '.' }, 'rate'],
    [{ rate: ',' }, 'rate'],
    [{ rate: '123456789012' }, 'rate'],
  ]
  for (const [body, field] of refused) {
    const answer = await ruth('PATCH', `/api/drivers/${id}/`, { body })
    expect(answer, field).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } })
  }
  expect((await ruth('GET', `/api/drivers/${id}/`)).body.version).toBe(1)
})

test('a changed driver is returned with the new values and an ETag; an unknown driver is a 404', async () => {
  const id = await hireDriver(site.db)
  const body = { dispatcher: dispatchers[0], position: 'lease', CDL_expire: '2027-01-31' }
  const changed = await ruth('PATCH', `/api/drivers/${id}/`, { body })
  expect(changed).toMatchObject({ status: 200, headers: { etag: '"2"' } })
  expect(changed.body).toMatchObject({ position: 'lease', dispatcher: { id: dispatchers[0] }, version: 2 })
  const found = await ruth('GET', `/api/drivers/${id}`)
  expect(found.headers.etag).toBe('"2"')
  expect(found.body).toEqual(changed.body)
  // The specification has these values a second time, under other names.
  expect(found.body).toMatchObject({ status: found.body.current_status, dispatcher_subordinate: dispatchers[0] })
  expect((await ruth('GET', '/api/drivers/999999999999999/')).status).toBe(404)
  expect((await ruth('PATCH', '/api/drivers/019af3b0-0000-7000-8000-000000000001/', { body: {} })).status).toBe(404)
})
