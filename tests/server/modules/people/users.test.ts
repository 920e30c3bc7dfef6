import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire } from '#tests/support/server/company.ts'

const USERS = '/api/users/users/'
const PASSWORD = 'gravel-and-diesel'
let site: TestApp
let boss: number
let admin: Caller

beforeAll(async () => {
  site = await testApp()
  boss = await hire(site.db, { role: 'administrator', password_hash: await hashPassword(PASSWORD) })
  admin = await site.as(boss)
})
afterAll(() => site.close())

const aUser = (over: object = {}) => ({
  role: 'fleet_manager',
  first_name: 'Greg',
  last_name: 'Novak',
  email: `${randomUUID()}@haulyard.example`,
  phone: '(312) 555-0117',
  password: PASSWORD,
  ...over,
})
let drivers = 0
/** Each driver gets vendor ids of its own: 7001, 7101 and so on. */
const aDriver = (over: object = {}) => {
  const ids = { gomotive_id: 7001 + 100 * drivers, pilot_flying_j_driver_id: 9001 + 100 * drivers }
  drivers += 1
  const driver = { status: 'on_the_road', position: 'lease', ...ids }
  return aUser({ role: 'driver', password: undefined, driver, ...over })
}
const create = (body: object, by = admin) => by('POST', USERS, { body })
const change = (id: number | string, body: object, headers = {}, by = admin) =>
  by('PATCH', `${USERS}${id}/`, { body, headers })
const find = async (id: number | string) => (await admin('GET', `${USERS}${id}/`)).body
const remove = (id: number | string, current_password = PASSWORD, by = admin) =>
  by('DELETE', `${USERS}${id}/`, { body: { current_password } })

describe('creating a user', () => {
  test('returns the full user with the driver or dispatcher record of the role; an invalid vendor id is refused', async () => {
    const { status, body, headers } = await create(aUser({ email: 'Greg@Haulyard.example', user_permissions: [8, 7] }))
    expect(status).toBe(201)
    expect(headers.etag).toBe('"1"')
    expect(body).toMatchObject({
      role: 'fleet_manager',
      email: 'Greg@Haulyard.example',
      is_active: true,
      user_permissions: [7, 8],
      view_permissions: [1, 3, 5, 7, 9, 11],
      edit_permissions: [2, 4, 6, 8, 10, 12],
      driver: null,
      dispatcher: null,
      version: 1,
    })
    const driver = (await create(aDriver())).body
    expect(driver.driver).toMatchObject({
      status: 'on_the_road',
      status_date_from: '2026-11-21',
      status_date_to: null,
      position: 'lease',
      gomotive_id: 7001,
      pilot_flying_j_driver_id: 9001,
    })
    const list = await admin('GET', '/api/drivers/?limit=1000')
    expect(list.body.results.map((one: { id: number }) => one.id)).toContain(driver.driver.id)
    const typed = { status: 'on_the_road', position: 'lease', gomotive_id: '7002', pilot_flying_j_driver_id: '9002' }
    expect((await create(aDriver({ driver: typed }))).body.driver).toMatchObject({ gomotive_id: 7002 })
    for (const gomotive_id of ['', '12a', '1.5', '-3', '0', 1.5, 2 ** 60]) {
      const answer = await create(aDriver({ driver: { ...typed, gomotive_id } }))
      expect(answer, String(gomotive_id)).toMatchObject({
        status: 400,
        body: { driver: { gomotive_id: ['Enter a valid number'] } },
      })
    }
    const dispatcher = (await create(aUser({ role: 'dispatcher', dispatcher: { status: 'working' } }))).body
    expect(dispatcher.dispatcher).toMatchObject({ status: 'working', status_date_from: '2026-11-21' })
  })

  test('refuses invalid fields by name and creates no user', async () => {
    const before = (await admin('GET', `${USERS}?limit=1`)).body.count
    const { status, body } = await create({ role: 'dispatcher', email: 'nobody', phone: 'call me', first_name: ' ' })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      first_name: ['Please fill out this field'],
      last_name: [expect.any(String)],
      email: ['Please enter a valid email address.'],
      phone: ['Invalid Number!'],
    })
    for (const [wrong, field] of [
      [aUser({ password: undefined }), 'password'],
      [aUser({ password: 'short' }), 'password'],
      [aUser({ password: 'password123' }), 'password'],
      [aUser({ role: 'driver' }), 'driver'],
      [aUser({ role: 'dispatcher' }), 'dispatcher'],
      [
        aUser({ driver: { status: 'on_the_road', position: 'lease', gomotive_id: 1, pilot_flying_j_driver_id: 1 } }),
        'driver',
      ],
      [aDriver({ dispatcher: { status: 'working' } }), 'dispatcher'],
      [aUser({ user_permissions: [1, 1] }), 'user_permissions'],
      [aUser({ user_permissions: [13] }), 'user_permissions'],
      [aUser({ email: 'GREG@haulyard.example' }), 'email'],
      [aUser({ first_name: 'x'.repeat(101) }), 'first_name'],
    ] as const) {
      const answer = await create(wrong)
      expect(answer, `${field}: ${JSON.stringify(answer.body)}`).toMatchObject({ status: 400 })
      expect(Object.keys(answer.body)).toContain(field)
    }
    const dates = { status_date_from: '2026-11-21', status_date_to: '2026-11-20' }
    const reversed = await create(aUser({ role: 'dispatcher', dispatcher: { status: 'on_vacation', ...dates } }))
    expect(reversed).toMatchObject({ status: 400, body: { dispatcher: { status_date_to: [expect.any(String)] } } })
    expect((await admin('GET', `${USERS}?limit=1`)).body.count).toBe(before)
  })

  test('with a client id creates one user, however often it is sent', async () => {
    const client_id = randomUUID()
    const body = aUser({ client_id })
    const first = await create(body)
    const again = await create({ ...body, first_name: 'Other' })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toEqual(first.body)
    expect((await find(client_id)).id).toBe(first.body.id)
  })

  test('lets the user sign in, and stores the password nowhere in clear text', async () => {
    const created = aUser()
    const { body } = await create(created)
    const login = await site.signedOut('POST', '/api/auth/jwt/create/', {
      body: { email: created.email, password: PASSWORD },
    })
    expect(login.status).toBe(200)
    const rows = await site.db.query<{ text: string }>(
      'test.rest',
      `select row_to_json(u)::text as text from users u where id = $1
       union all select row_to_json(h)::text from history h where area = 'users'
       union all select row_to_json(i)::text from idempotency i`,
      [body.id],
    )
    expect(rows.filter(({ text }) => text.includes(PASSWORD))).toEqual([])
  })
})

describe('changing a user', () => {
  test('changes only the named fields, and the driver’s record and history show it', async () => {
    const created = (await create(aDriver())).body
    const seen = (await admin('GET', `/api/drivers/${created.driver.id}/`)).body
    const changed = await change(
      created.id,
      { last_name: 'Park', driver: { status: 'on_vacation' } },
      { 'if-match': '"1"' },
    )
    expect(changed).toMatchObject({ status: 200, headers: { etag: '"2"' } })
    expect(changed.body).toMatchObject({ last_name: 'Park', driver: { status: 'on_vacation', position: 'lease' } })
    const driver = (await admin('GET', `/api/drivers/${created.driver.id}/`)).body
    expect(driver).toMatchObject({
      current_status: 'on_vacation',
      user: { last_name: 'Park' },
      version: seen.version + 1,
    })
    const history = (await admin('GET', `/api/history/drivers/${created.driver.id}/`)).body.results
    expect(history.map((one: { field: string }) => one.field).sort()).toEqual(['is_current', 'last_name', 'status'])
  })

  test('conflicts with a status that was set in the drivers list since, and only with that', async () => {
    const created = (await create(aDriver())).body
    const other = await site.as(await hire(site.db, { view: ['drivers'], edit: ['drivers'] }))
    await other('PATCH', `/api/drivers/${created.driver.id}/`, { body: { status: 'firing_process' } })
    const mine = { driver: { status: 'on_vacation' }, phone: '312 555 0118' }
    const conflict = await change(created.id, mine, { 'if-match': '"1"' })
    expect(conflict).toMatchObject({
      status: 412,
      body: { conflicts: { 'driver.status': { theirs: 'firing_process', yours: 'on_vacation', was: 'on_the_road' } } },
    })
    const phone = await change(created.id, { phone: '312 555 0118' }, { 'if-match': '"1"' })
    expect(phone).toMatchObject({ status: 200, body: { phone: '312 555 0118', driver: { status: 'firing_process' } } })
  })

  test('merges two administrators’ changes of different fields; the same field is a conflict', async () => {
    const created = (await create(aUser())).body
    const other = await site.as(await hire(site.db, { role: 'administrator' }))
    await change(created.id, { user_permissions: [1, 2] }, { 'if-match': '"1"' }, other)
    const merged = await change(created.id, { phone: '312 555 0119' }, { 'if-match': '"1"' })
    expect(merged).toMatchObject({ status: 200, body: { user_permissions: [1, 2], phone: '312 555 0119' } })
    const conflict = await change(created.id, { user_permissions: [3] }, { 'if-match': '"1"' })
    expect(conflict).toMatchObject({
      status: 412,
      body: { conflicts: { user_permissions: { theirs: [1, 2], yours: [3] } } },
    })
    const same = await change(created.id, { user_permissions: [2, 1] }, { 'if-match': '"1"' })
    expect(same.status).toBe(200)
  })

  test('to another role ends the former duty, frees its units, and begins the new duty with a status', async () => {
    const created = (await create(aDriver())).body
    await assignUnit(site.db, created.driver.id, 'truck', 'R-77')
    const office = await change(created.id, { role: 'fleet_manager', dispatcher: { status: 'on_vacation' } })
    expect(office.body).toMatchObject({ role: 'fleet_manager', driver: null, dispatcher: null })
    expect((await admin('GET', `/api/drivers/${created.driver.id}/`)).status).toBe(404)
    const [unit] = await site.db.query('test.units', `select driver_id, status from units where id = 'R-77'`)
    expect(unit).toEqual({ driver_id: null, status: 'unassigned' })
    const back = await change(created.id, { role: 'driver', driver: { status: 'detention__layover' } })
    expect(back.body.driver).toMatchObject({
      id: created.driver.id,
      status: 'detention__layover',
      gomotive_id: created.driver.gomotive_id,
    })
    const plain = await change((await create(aUser())).body.id, { role: 'dispatcher' })
    expect(plain.body.dispatcher).toMatchObject({ status: 'on_vacation', status_date_from: '2026-11-21' })
  })

  test('to another role leaves a dispatcher’s drivers without a dispatcher; a vacation is refused while there are drivers', async () => {
    const leader = (await create(aUser({ role: 'dispatcher', dispatcher: { status: 'working' } }))).body
    const driver = (await create(aDriver())).body.driver.id
    await admin('PATCH', `/api/drivers/${driver}/`, { body: { dispatcher: leader.dispatcher.id } })
    const away = await change(leader.id, { dispatcher: { status: 'on_vacation' } })
    expect(away).toMatchObject({ status: 400, body: { dispatcher: { status: [expect.stringContaining('assigned')] } } })
    expect((await change(leader.id, { role: 'administrator' })).body.dispatcher).toBeNull()
    expect((await admin('GET', `/api/drivers/${driver}/`)).body.dispatcher).toBeNull()
  })

  test('refuses invalid values by field and writes nothing', async () => {
    const created = (await create(aUser())).body
    for (const [body, field] of [
      [{ driver: { status: 'on_the_road' } }, 'driver'],
      [{ role: 'pilot' }, 'role'],
      [{ email: '' }, 'email'],
      [{ phone: 'call me' }, 'phone'],
      [{ phone: `${'1'.repeat(100_000)}x` }, 'phone'],
      [{ first_name: 'A\u0007' }, 'first_name'],
      [{ is_active: 'no' }, 'is_active'],
      [{ user_permissions: ['1'] }, 'user_permissions'],
      [{ photo: { upload: randomUUID() } }, 'photo'],
    ] as const) {
      const answer = await change(created.id, body)
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 400 })
      expect(Object.keys(answer.body)).toEqual([field])
    }
    expect(await find(created.id)).toEqual(created)
    expect((await change(999_999, { phone: '1' })).status).toBe(404)
  })

  test('refuses a change of one’s own role, account or permissions', async () => {
    const { status, body } = await change(boss, { role: 'driver', is_active: false, user_permissions: [1] })
    expect(status).toBe(400)
    expect(Object.keys(body).length).toBeGreaterThan(0)
    expect((await change(boss, { phone: '312 555 0100', role: 'administrator' })).status).toBe(200)
  })

  test('to inactive ends the user’s sessions immediately, and a reactivation does not restore them', async () => {
    const id = await hire(site.db)
    const person = await site.as(id)
    expect((await change(id, { is_active: false })).body.is_active).toBe(false)
    expect((await person('GET', `${USERS}me/`)).status).toBe(401)
    await change(id, { is_active: true })
    // An ended session stays ended: the user must sign in again.
    expect((await person('GET', `${USERS}me/`)).status).toBe(401)
  })

  test('takes a permission away from the next call on', async () => {
    const id = await hire(site.db, { view: ['drivers'] })
    const person = await site.as(id)
    expect((await person('GET', '/api/drivers/')).status).toBe(200)
    await change(id, { user_permissions: [] })
    expect((await person('GET', '/api/drivers/')).status).toBe(403)
  })
})

describe('after a change, a user', () => {
  test('of another role gets no drivers and no schedule days', async () => {
    const leader = (await create(aUser({ role: 'dispatcher', dispatcher: { status: 'working' } }))).body
    const driver = (await create(aDriver())).body
    await change(leader.id, { role: 'fleet_manager' })
    const assigned = await admin('PATCH', `/api/drivers/${driver.driver.id}/`, {
      body: { dispatcher: leader.dispatcher.id },
    })
    expect(assigned).toMatchObject({ status: 400, body: { dispatcher: [expect.any(String)] } })
    await change(driver.id, { role: 'fleet_manager' })
    const day = { date: '2026-11-21', status: 'on_the_road', driver: driver.driver.id }
    expect(await admin('POST', '/api/schedule/', { body: day })).toMatchObject({
      status: 400,
      body: { driver: [expect.any(String)] },
    })
    const range = { date_from: '2026-11-21', date_to: '2026-11-22', status: 'on_the_road', driver_id: driver.driver.id }
    expect((await admin('POST', '/api/schedule/status-bulk-edit/', { body: range })).status).toBe(400)
  })

  test('with another e-mail address or an inactive account loses the password link', async () => {
    const created = (await create(aUser())).body
    const link = () =>
      site.db.query(
        'test.link',
        `insert into password_links (user_id, token_hash, expires_at)
        values ($1, decode('00', 'hex'), now() + interval '1 day')`,
        [created.id],
      )
    const links = () => site.db.query('test.links', 'select 1 from password_links where user_id = $1', [created.id])
    await link()
    await change(created.id, { phone: '312 555 0122' })
    expect(await links()).toHaveLength(1)
    await change(created.id, { email: `${randomUUID()}@haulyard.example` })
    expect(await links()).toHaveLength(0)
    await link()
    await change(created.id, { is_active: false })
    expect(await links()).toHaveLength(0)
  })
})

describe('what other users see of a user', () => {
  test('is contact data with the schedule, also the driver record with drivers, and nothing without permissions', async () => {
    const created = (await create(aDriver({ user_permissions: [5] }))).body
    const { id, first_name, last_name, photo, role, email, phone } = created
    const anybody = await site.as(await hire(site.db))
    expect((await anybody('GET', `${USERS}${created.id}/`)).status).toBe(404)
    const planner = await site.as(await hire(site.db, { view: ['schedule'] }))
    const seen = (await planner('GET', `${USERS}${created.id}/`)).body
    expect(seen).toEqual({ id, first_name, last_name, photo, role, email, phone })
    const drivers = await site.as(await hire(site.db, { view: ['drivers'] }))
    expect((await drivers('GET', `${USERS}${created.id}/`)).body.driver).toMatchObject({ status: 'on_the_road' })
    const own = await site.as(created.id)
    expect((await own('GET', `${USERS}${created.id}/`)).body).toMatchObject({
      user_permissions: [5],
      driver: { id: created.driver.id },
    })
  })
})

describe('changing one’s own user', () => {
  test('a new password needs the current one, ends the other sessions, and works from then on', async () => {
    const email = `${randomUUID()}@haulyard.example`
    const id = await hire(site.db, { email, password_hash: await hashPassword(PASSWORD) })
    const [here, elsewhere] = [await site.as(id), await site.as(id)]
    const set = (body: object) => here('PATCH', `${USERS}me/`, { body })
    expect(await set({ new_password: 'another-password' })).toMatchObject({
      status: 400,
      body: { current_password: [expect.any(String)] },
    })
    expect(await set({ current_password: PASSWORD })).toMatchObject({
      status: 400,
      body: { new_password: [expect.any(String)] },
    })
    const wrong = { current_password: 'not-mine-at-all', new_password: 'another-password' }
    expect(await set(wrong)).toMatchObject({ status: 400, body: { current_password: ['Invalid password.'] } })
    expect((await elsewhere('GET', `${USERS}me/`)).status).toBe(200)
    const right = await set({ current_password: PASSWORD, new_password: 'another-password' })
    expect(right).toMatchObject({ status: 200, body: { id, version: 2 } })
    expect((await elsewhere('GET', `${USERS}me/`)).status).toBe(401)
    expect((await here('GET', `${USERS}me/`)).status).toBe(200)
    const login = (password: string) => site.signedOut('POST', '/api/auth/jwt/create/', { body: { email, password } })
    expect([(await login(PASSWORD)).status, (await login('another-password')).status]).toEqual([401, 200])
  })

  test('only administrators can change other fields', async () => {
    const person = await site.as(await hire(site.db))
    expect((await person('PATCH', `${USERS}me/`, { body: { phone: '312 555 0120' } })).status).toBe(403)
    const mine = await admin('PATCH', `${USERS}me/`, { body: { first_name: 'Ruthie' } })
    expect(mine).toMatchObject({ status: 200, body: { id: boss, first_name: 'Ruthie' } })
  })
})

describe('deleting a user', () => {
  test('needs one’s own password, removes the account, and ends its sessions', async () => {
    const created = (await create(aDriver())).body
    const person = await site.as(created.id)
    expect(await remove(created.id, 'wrong-password')).toMatchObject({
      status: 400,
      body: { current_password: ['Invalid password.'] },
    })
    expect((await person('GET', `${USERS}me/`)).status).toBe(200)
    expect(await remove(created.id)).toMatchObject({ status: 204 })
    expect((await person('GET', `${USERS}me/`)).status).toBe(401)
    expect((await admin('GET', `${USERS}${created.id}/`)).status).toBe(404)
    expect((await admin('GET', `/api/drivers/${created.driver.id}/`)).status).toBe(404)
    expect((await remove(created.id)).status).toBe(404)
  })

  test('refuses one’s own account, and a user whom another administrator has changed since', async () => {
    expect((await remove(boss)).status).toBe(400)
    const created = (await create(aUser())).body
    const other = await site.as(await hire(site.db, { role: 'administrator' }))
    await change(created.id, { phone: '312 555 0121' }, {}, other)
    const headers = { 'if-match': '"1"' }
    const future = { 'if-match': '"99"' }
    const unknown = await admin('DELETE', `${USERS}${created.id}/`, {
      body: { current_password: PASSWORD },
      headers: future,
    })
    expect(unknown.status).toBe(412)
    const stale = await admin('DELETE', `${USERS}${created.id}/`, { body: { current_password: PASSWORD }, headers })
    expect(stale).toMatchObject({ status: 412, body: { current: { phone: '312 555 0121' } } })
    expect((await remove(created.id)).status).toBe(204)
  })
})
