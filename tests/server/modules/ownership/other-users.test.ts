import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AREAS, type Area } from '#contract/wire/access.ts'
import { type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDispatcher, hireDriver, parkUnit } from '#tests/support/server/company.ts'

let site: TestApp
const people = { driver: 0, ledDriver: 0, dispatcher: 0, truckManager: 0, trailerManager: 0, manager: 0, boss: 0 }
type Person = keyof typeof people

const userOf = async (table: 'drivers' | 'dispatchers', id: number) => {
  const [row] = await site.db.query<{ user: number }>(
    `test.user.${table}`,
    `select user_id as "user" from ${table} where id = $1`,
    [id],
  )
  return row!.user
}
beforeAll(async () => {
  site = await testApp()
  people.driver = await userOf('drivers', await hireDriver(site.db))
  const leader = await hireDispatcher(site.db)
  people.dispatcher = await userOf('dispatchers', leader)
  people.ledDriver = await userOf('drivers', await hireDriver(site.db, { dispatcher: leader }))
  for (const [person, kind] of [
    ['truckManager', 'truck'],
    ['trailerManager', 'trailer'],
  ] as const) {
    people[person] = await hire(site.db, { role: 'fleet_manager' })
    await parkUnit(site.db, `${kind}-1`, { kind })
    await site.db.query('test.manage', 'update units set fleet_manager_id = $2::integer where id = $1', [
      `${kind}-1`,
      people[person],
    ])
  }
  people.manager = await hire(site.db, { role: 'fleet_manager' })
  people.boss = await hire(site.db, { role: 'administrator', is_active: false })
})
afterAll(() => site.close())

/**
 * The people whom a user finds who may view only these areas and tries all ids. The response for anyone else must equal
 * the response for an unknown id.
 */
async function findUsersWith(...view: Area[]): Promise<Person[]> {
  const walker = await site.as(await hire(site.db, { view }))
  const found: Person[] = []
  for (const [person, id] of Object.entries(people) as [Person, number][]) {
    const { status, body } = await walker('GET', `/api/users/users/${id}/`)
    if (status === 404) {
      expect(body).toEqual((await walker('GET', '/api/users/users/999999/')).body)
      continue
    }
    expect(status).toBe(200)
    const fields = ['id', 'first_name', 'last_name', 'photo', 'role', 'email', 'phone']
    expect(Object.keys(body)).toEqual(expect.arrayContaining(fields))
    expect(body).not.toHaveProperty('is_active')
    expect(body).not.toHaveProperty('user_permissions')
    found.push(person)
  }
  return found.toSorted()
}

describe('a user who tries all user ids', () => {
  test('finds no other user with an account alone, or with permission for maintenance', async () => {
    expect(await findUsersWith()).toEqual([])
    expect(await findUsersWith('maintenance')).toEqual([])
  })

  test.each([
    ['drivers', ['driver', 'ledDriver']],
    ['dispatchers', ['dispatcher', 'ledDriver']],
    ['schedule', ['dispatcher', 'driver', 'ledDriver']],
    ['trucks', ['truckManager']],
    ['trailers', ['trailerManager']],
  ] as const)('finds the users that the pages of %s show', async (area, whom) => {
    expect(await findUsersWith(area)).toEqual(whom)
  })

  test('does not find users whom no page shows, whatever the permissions', async () => {
    expect(await findUsersWith(...AREAS)).not.toContain('manager')
    expect(await findUsersWith(...AREAS)).not.toContain('boss')
  })
})

test('duties are visible to users who may view drivers, but not to users who may view only the schedule', async () => {
  const viewer = await site.as(await hire(site.db, { view: ['drivers'] }))
  expect((await viewer('GET', `/api/users/users/${people.driver}/`)).body).toMatchObject({
    driver: { status: 'on_the_road' },
  })
  const planner = await site.as(await hire(site.db, { view: ['schedule'] }))
  const seen = await planner('GET', `/api/users/users/${people.dispatcher}/`)
  expect(seen.status).toBe(200)
  expect(seen.body).not.toHaveProperty('dispatcher')
})

test('administrators see every user, and users see themselves', async () => {
  const admin = await site.as(await hire(site.db, { role: 'administrator' }))
  expect((await admin('GET', `/api/users/users/${people.boss}/`)).body).toMatchObject({
    is_active: false,
    phone: expect.any(String),
  })
  const own = await site.as(people.manager)
  expect((await own('GET', `/api/users/users/${people.manager}/`)).body).toMatchObject({
    is_active: true,
    user_permissions: [],
  })
})

test('lists for choosing users have no e-mail addresses and no phone numbers', async () => {
  const editor = await site.as(await hire(site.db, { view: AREAS, edit: ['maintenance', 'drivers', 'schedule'] }))
  for (const path of ['drivers', 'dispatchers', 'fleet_managers']) {
    const { status, body, text } = await editor('GET', `/api/${path}/mini-list/`)
    expect([status, body.count > 0]).toEqual([200, true])
    expect(text, path).not.toMatch(/@haulyard|312 555/)
  }
})

test.each([[{ edit: ['trucks', 'trailers'] }], [{ edit: ['trucks'], view: ['trailers'] }]] as const)(
  'a user who may edit units but not view them, %j, chooses from names alone',
  async (may) => {
    const editor = await site.as(await hire(site.db, may))
    const { body, text } = await editor('GET', '/api/fleet_managers/mini-list/')
    expect(body.count).toBeGreaterThan(0)
    expect(text).not.toMatch(/@haulyard|312 555/)
  },
)

test('a user who may view and edit units chooses a fleet manager with e-mail and phone, which the unit copies', async () => {
  const editor = await site.as(await hire(site.db, { edit: ['trucks'], view: ['trucks'] }))
  const { body } = await editor('GET', '/api/fleet_managers/mini-list/')
  expect(body.results[0].user).toMatchObject({
    email: expect.stringContaining('@'),
    phone: expect.stringContaining('312'),
  })
})
