import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DISPATCHER_ORDERINGS, DISPATCHER_STATUSES } from '#contract/people/dispatcher-choices.ts'
import { compareDispatchers, type Dispatcher, dispatcherFits, HAS_DRIVERS } from '#contract/people/dispatchers.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDispatcher, hireDriver } from '#tests/support/server/company.ts'

let site: TestApp
let ruth: Caller

beforeAll(async () => {
  site = await testApp()
  ruth = await site.as(await hire(site.db, { role: 'administrator', first_name: 'Ruth', last_name: 'Callahan' }))
})
afterAll(() => site.close())

const pathOf = (id: number) => `/api/dispatchers/${id}/`
const change = (id: number, body: object, headers = {}) => ruth('PATCH', pathOf(id), { body, headers })
const getDispatcher = async (id: number): Promise<Dispatcher> => (await ruth('GET', pathOf(id))).body
const history = async (area: string, id: number | string) =>
  (await ruth('GET', `/api/history/${area}/${id}/`)).body.results.map(
    ({ field, from, to, version }: Record<string, unknown>) => [version, field, from, to],
  )
const getDriver = async (id: number) => (await ruth('GET', `/api/drivers/${id}/`)).body

describe('the dispatcher list', () => {
  const SEARCHES = [
    '',
    'ana',
    'žák',
    'ŽÁK',
    'ANA  zak',
    '%',
    '_',
    '\\',
    "o'neil",
    '312 555',
    'haulyard.example',
    'é',
    'x y',
  ]
  let all: Dispatcher[]

  async function wholeList(query: string): Promise<Dispatcher[]> {
    const rows: Dispatcher[] = []
    for (let next: string | null = `/api/dispatchers/?${query}`; next; ) {
      const page = await ruth('GET', next)
      expect(page.status).toBe(200)
      rows.push(...page.body.results)
      next = page.body.next
      expect(rows.length).toBeLessThanOrEqual(page.body.count)
    }
    return rows
  }

  beforeAll(async () => {
    const names = ['Ana Žák', 'ana zak', 'Éric Roy', 'Zoë Adams', "O'Neil X_y", 'Bo 100%', 'Bo Back\\slash', 'Ana Žák']
    for (const [n, name] of [...names, ...names].entries()) {
      const [first_name = '', last_name = ''] = name.split(' ')
      const status = DISPATCHER_STATUSES[n % 3] ?? 'working'
      const id = await hireDispatcher(site.db, { first_name, last_name, status })
      if (status === 'working') for (let k = 0; k < n % 4; k++) await hireDriver(site.db, { dispatcher: id })
    }
    all = await wholeList('limit=1000')
  })

  for (const ordering of DISPATCHER_ORDERINGS) {
    test(`dispatchers by ${ordering} are in the order of the device, on pages of any size`, async () => {
      expect(all).toHaveLength(16)
      const sorted = all.toSorted(compareDispatchers(ordering))
      for (const limit of [1, 3, 15, 16, 1000]) {
        expect(await wholeList(`ordering=${ordering}&limit=${limit}`)).toEqual(sorted)
      }
    })

    test(`a filter and a search by ${ordering} find what they find on the device`, async () => {
      for (const filter of ['', ...DISPATCHER_STATUSES] as const) {
        for (const search of SEARCHES) {
          const query = new URLSearchParams({ ordering, filter, search, limit: '2' })
          const expected = all.filter(dispatcherFits(filter, search)).toSorted(compareDispatchers(ordering))
          expect(await wholeList(`${query}`), `${filter} "${search}"`).toEqual(expected)
        }
      }
      expect(all.filter(dispatcherFits('', 'žák')).length).toBeGreaterThan(0)
    })
  }

  test('a dispatcher comes with the ids of the drivers in order and an ETag; an unknown id is a 404', async () => {
    const id = await hireDispatcher(site.db)
    const drivers = [await hireDriver(site.db, { dispatcher: id }), await hireDriver(site.db, { dispatcher: id })]
    const answer = await ruth('GET', pathOf(id))
    expect(answer).toMatchObject({ status: 200, headers: { etag: '"1"' }, body: { id, status: 'working', drivers } })
    expect((await ruth('GET', '/api/dispatchers/999999999999999/')).status).toBe(404)
    expect((await ruth('GET', '/api/dispatchers/019af3b0-0000-7000-8000-000000000001/')).status).toBe(404)
    const nobody = await change(id, {})
    expect(nobody).toMatchObject({ status: 200, body: { version: 1 } })
    expect((await ruth('PATCH', '/api/dispatchers/999999999999999/', { body: {} })).status).toBe(404)
  })
})

describe('a dispatcher’s status', () => {
  test('begins today, and is in the histories of the dispatcher and of the user', async () => {
    const id = await hireDispatcher(site.db, { first_name: 'Ann', last_name: 'Example' })
    const { user } = await getDispatcher(id)
    const { body } = await change(id, { status: 'on_vacation', status_date_to: '2026-11-30' })
    expect(body).toMatchObject({
      status: 'on_vacation',
      status_date_from: '2026-11-21',
      status_date_to: '2026-11-30',
      version: 2,
    })
    const from = await history('dispatchers', id)
    expect(from).toContainEqual([2, 'status', 'working', 'on_vacation'])
    expect(from).toContainEqual([2, 'status_date_from', null, '2026-11-21'])
    expect(await history('users', user.id)).toContainEqual([2, 'dispatcher.status', 'working', 'on_vacation'])
  })

  test('changed through the user is also the dispatcher’s, and conflicts with a stale change there', async () => {
    const id = await hireDispatcher(site.db)
    const { user } = await getDispatcher(id)
    const path = `/api/users/users/${user.id}/`
    const sent = await ruth('PATCH', path, { body: { first_name: 'Maja', dispatcher: { status: 'on_vacation' } } })
    expect(sent.status).toBe(200)
    expect(await getDispatcher(id)).toMatchObject({ status: 'on_vacation', version: 2, user: { first_name: 'Maja' } })
    expect(await history('dispatchers', id)).toContainEqual([2, 'status', 'working', 'on_vacation'])
    const late = await change(id, { status: 'dissmissed' }, { 'if-match': '"1"' })
    expect(late).toMatchObject({ status: 412, body: { conflicts: { status: { theirs: 'on_vacation' } } } })
  })

  test('other than “working” is refused while the dispatcher has drivers, whatever else the request contains', async () => {
    const id = await hireDispatcher(site.db)
    const driver = await hireDriver(site.db, { dispatcher: id })
    const { user } = await getDispatcher(id)
    for (const status of ['dissmissed', 'on_vacation']) {
      for (const more of [{}, { driver_ids: [] }, { remove_drivers: [driver] }, { driver_ids: [driver] }]) {
        const answer = await change(id, { status, ...more })
        expect(answer, status).toMatchObject({ status: 400, body: { status: [HAS_DRIVERS] } })
      }
      const path = `/api/users/users/${user.id}/`
      const bySide = await ruth('PATCH', path, { body: { dispatcher: { status } } })
      expect(bySide).toMatchObject({ status: 400, body: { dispatcher: { status: [HAS_DRIVERS] } } })
    }
    expect(await getDispatcher(id)).toMatchObject({ status: 'working', drivers: [driver], version: 1 })
    expect(await change(id, { driver_ids: [] })).toMatchObject({ status: 200, body: { drivers: [], version: 2 } })
    expect(await change(id, { status: 'dissmissed', driver_ids: [] })).toMatchObject({
      status: 200,
      body: { status: 'dissmissed', drivers: [], version: 3 },
    })
  })

  test('other than “working” prevents new drivers', async () => {
    const id = await hireDispatcher(site.db, { first_name: 'Ann', last_name: 'Example', status: 'on_vacation' })
    const gone = await hireDispatcher(site.db, { first_name: 'Bob', last_name: 'Example', status: 'dissmissed' })
    const driver = await hireDriver(site.db)
    const away = 'Ann Example is on vacation and leads no drivers.'
    expect((await change(id, { driver_ids: [driver] })).body).toEqual({ driver_ids: [away] })
    const add_drivers = [{ id: driver, from: null }]
    expect((await change(id, { add_drivers })).body).toEqual({ add_drivers: [away] })
    expect((await change(gone, { add_drivers })).body).toEqual({
      add_drivers: ['Bob Example is dissmissed and leads no drivers.'],
    })
    const leaving = await hireDispatcher(site.db, { first_name: 'Ann', last_name: 'Example' })
    expect((await change(leaving, { status: 'on_vacation', add_drivers })).body).toEqual({ add_drivers: [away] })
    expect(await change(id, { status: 'working', add_drivers })).toMatchObject({
      status: 200,
      body: { drivers: [driver] },
    })
  })

  test('that ends before it begins is refused; a user who may edit dispatchers can change the status, but not the photo', async () => {
    const id = await hireDispatcher(site.db)
    const body = { status: 'on_vacation', status_date_from: '2026-11-10', status_date_to: '2026-11-09' }
    expect(await change(id, body)).toMatchObject({ status: 400, body: { status_date_to: [expect.any(String)] } })
    const editor = await site.as(await hire(site.db, { edit: ['dispatchers'] }))
    expect((await editor('PATCH', pathOf(id), { body: { photo: null } })).status).toBe(403)
    expect((await editor('PATCH', pathOf(id), { body: { status: 'on_vacation' } })).status).toBe(200)
  })
})

describe('a dispatcher’s drivers', () => {
  test('take their units along to another dispatcher, and every record has it in its history', async () => {
    const [ann, bob] = [await hireDispatcher(site.db), await hireDispatcher(site.db)]
    const [moves, stays, goes, comes] = [
      await hireDriver(site.db, { dispatcher: bob }),
      await hireDriver(site.db, { dispatcher: bob }),
      await hireDriver(site.db, { dispatcher: ann }),
      await hireDriver(site.db),
    ]
    await assignUnit(site.db, moves, 'truck', 'S2-1')
    await assignUnit(site.db, goes, 'trailer', 'S2-2')
    const { body } = await change(ann, { driver_ids: [comes, moves, moves] })
    expect(body).toMatchObject({ drivers: [moves, comes], version: 2 })
    expect(await getDispatcher(bob)).toMatchObject({ drivers: [stays], version: 2 })
    expect(await history('dispatchers', ann)).toEqual([[2, 'driver_ids', [goes], [moves, comes]]])
    expect(await history('dispatchers', bob)).toEqual([[2, 'driver_ids', [moves, stays], [stays]]])
    expect(await getDriver(moves)).toMatchObject({ dispatcher: { id: ann }, version: 2 })
    expect(await getDriver(goes)).toMatchObject({ dispatcher: null, version: 2 })
    expect(await history('drivers', moves)).toEqual([[2, 'dispatcher', bob, ann]])
    expect(await history('drivers', goes)).toEqual([[2, 'dispatcher', ann, null]])
    expect(await history('trucks', 'S2-1')).toEqual([[2, 'dispatcher', null, ann]])
    const units = await site.db.query(
      'test.units',
      `select id, dispatcher_id from units where id like 'S2-%' order by id`,
    )
    expect(units).toEqual([
      { id: 'S2-1', dispatcher_id: ann },
      { id: 'S2-2', dispatcher_id: null },
    ])
  })

  test('can be added and removed one by one; a driver who is already added or removed is not a change', async () => {
    const id = await hireDispatcher(site.db)
    const [existing, added, removed] = [
      await hireDriver(site.db, { dispatcher: id }),
      await hireDriver(site.db),
      await hireDriver(site.db, { dispatcher: id }),
    ]
    const body = {
      add_drivers: [
        { id: added, from: null },
        { id: existing, from: 4711 },
      ],
      remove_drivers: [removed, 999_999],
    }
    expect((await change(id, body)).body).toMatchObject({ drivers: [existing, added], version: 2 })
    expect((await change(id, body)).body).toMatchObject({ drivers: [existing, added], version: 2 })
    expect((await getDriver(existing)).version).toBe(1)
  })

  test('added or removed one by one merge with other users’ changes; a whole list is a conflict', async () => {
    const id = await hireDispatcher(site.db)
    const [a, b, c] = [await hireDriver(site.db), await hireDriver(site.db), await hireDriver(site.db)]
    const other = await site.as(await hire(site.db, { edit: ['dispatchers'] }))
    await other('PATCH', pathOf(id), { body: { add_drivers: [{ id: a, from: null }] } })
    const seen = { 'if-match': '"1"' }
    const merged = await change(id, { add_drivers: [{ id: b, from: null }], remove_drivers: [c] }, seen)
    expect(merged).toMatchObject({ status: 200, body: { drivers: [a, b], version: 3 } })
    const whole = await change(id, { driver_ids: [c] }, seen)
    expect(whole).toMatchObject({
      status: 412,
      body: { conflicts: { driver_ids: { theirs: [a, b], yours: [c], was: [] } }, current: { drivers: [a, b] } },
    })
    expect((await change(id, { driver_ids: [b, a] }, seen)).status).toBe(200)
  })

  test('are refused by name when their dispatcher has changed meanwhile', async () => {
    const [id, bob] = [
      await hireDispatcher(site.db),
      await hireDispatcher(site.db, { first_name: 'Bob', last_name: 'Example' }),
    ]
    const reassigned = await hireDriver(site.db, { first_name: 'Maria', last_name: 'Lopez', dispatcher: bob })
    const free = await hireDriver(site.db, { first_name: 'Nadia', last_name: 'Brandt' })
    const add_drivers = [
      { id: reassigned, from: null },
      { id: free, from: bob },
    ]
    expect((await change(id, { add_drivers })).body).toEqual({
      add_drivers: [
        'Maria Lopez has been given to Bob Example in the meantime.',
        'Nadia Brandt has no dispatcher any more.',
      ],
      refused: [reassigned, free],
    })
    expect(await getDispatcher(id)).toMatchObject({ drivers: [], version: 1 })
    expect((await change(id, { add_drivers: [{ id: reassigned, from: bob }] })).body.drivers).toEqual([reassigned])
  })

  test('are refused when the request contradicts itself or names an unknown driver', async () => {
    const id = await hireDispatcher(site.db)
    const driver = await hireDriver(site.db)
    const add_drivers = [{ id: driver, from: null }]
    const refused: [object, string][] = [
      [{ driver_ids: [driver], add_drivers }, 'driver_ids'],
      [{ driver_ids: [], remove_drivers: [driver] }, 'driver_ids'],
      [{ add_drivers, remove_drivers: [driver] }, 'add_drivers'],
      [{ driver_ids: [999_999] }, 'driver_ids'],
      [{ driver_ids: [2 ** 45] }, 'driver_ids'],
      [{ add_drivers: [{ id: 999_999, from: null }] }, 'add_drivers'],
    ]
    for (const [body, field] of refused) {
      const answer = await change(id, body)
      expect(answer, field).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } })
    }
    await ruth('PATCH', `/api/users/users/${(await getDriver(driver)).user.id}/`, { body: { role: 'fleet_manager' } })
    expect((await change(id, { add_drivers })).body).toEqual({
      add_drivers: ['There is no such driver.'],
      refused: [driver],
    })
    expect((await getDispatcher(id)).version).toBe(1)
  })
})

test('a dispatcher who gets another role leaves drivers and units without a dispatcher, and the histories show it', async () => {
  const id = await hireDispatcher(site.db)
  const driver = await hireDriver(site.db, { dispatcher: id })
  await assignUnit(site.db, driver, 'truck', 'S2-9')
  await site.db.query('test.lead', `update units set dispatcher_id = $1 where id = 'S2-9'`, [id])
  const { user } = await getDispatcher(id)
  const path = `/api/users/users/${user.id}/`
  expect((await ruth('PATCH', path, { body: { role: 'fleet_manager' } })).status).toBe(200)
  expect((await ruth('GET', pathOf(id))).status).toBe(404)
  expect(await getDriver(driver)).toMatchObject({ dispatcher: null, version: 2 })
  expect(await history('trucks', 'S2-9')).toEqual([[2, 'dispatcher', id, null]])
  expect(await history('dispatchers', id)).toEqual([
    [2, 'driver_ids', [driver], []],
    [2, 'is_current', true, false],
  ])
  await ruth('PATCH', path, { body: { role: 'dispatcher', dispatcher: { status: 'working' } } })
  expect(await getDispatcher(id)).toMatchObject({ status: 'working', drivers: [], version: 3 })
})
