import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answerWithRows } from '#contract/wire/change-rows.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { findRowsOfChanges } from '#server/modules/events/own-rows.ts'
import { aTruck } from '#tests/support/builders/a-unit.ts'
import { seededRandom } from '#tests/support/seeded-random.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { COMPANY_CHANGES, type CompanyChangeName, Draw } from '#tests/support/sync/company-changes.ts'
import { ListReplica } from '#tests/support/sync/list-replica.ts'
import { type SyncedCompany, syncedCompany } from '#tests/support/sync/synced-company.ts'

const SEED = Number(process.env.SYNC_SEED ?? 6)
const CHANGE_NAMES = Object.keys(COMPANY_CHANGES) as CompanyChangeName[]
const PREFER_ROWS = { prefer: 'rows' }

let company: SyncedCompany

beforeAll(async () => {
  company = await syncedCompany()
})
beforeEach(() => company.tick())
afterAll(() => company.site.close())

test('with the rows of the responses alone, the author’s copy of every list equals the list', async () => {
  const { admin, make } = company
  const draw = new Draw(seededRandom(SEED))
  const replica = await ListReplica.fetch(admin)
  const accepted = new Set<CompanyChangeName>()
  for (let at = 0; at < 800 && accepted.size < CHANGE_NAMES.length; at += 1) {
    const name = draw.of(CHANGE_NAMES)
    const response = await make(name, draw, PREFER_ROWS)
    if (response === null) continue
    const { rows } = answerWithRows.parse(response.body)
    expect(rows?.lists, name).toEqual(expect.any(Array))
    replica.apply(rows?.lists ?? [])
    // A comparison takes longer than a change.
    if (accepted.has(name)) continue
    accepted.add(name)
    expect({ after: name, differences: await replica.differences() }).toEqual({ after: name, differences: [] })
  }
  expect(CHANGE_NAMES.filter((name) => !accepted.has(name))).toEqual([])
}, 240_000)

const VERSIONED = { prefer: 'respond-async, ROWS' }
const headersOf = (key: string) => ({ ...VERSIONED, 'idempotency-key': `"${key}"` })

test('without the preference, the response to a change is as it was', async () => {
  const driver = await hireDriver(company.site.db)
  const { body, headers } = await company.admin('PATCH', `/api/drivers/${driver}/`, { body: { rate: '0.41' } })
  expect(body.id).toBe(driver)
  expect(headers).not.toHaveProperty('preference-applied')
})

test('the response has the record, its changes and the rows that show it; a repeated request has no rows', async () => {
  const driver = await hireDriver(company.site.db)
  const change = {
    body: { rate: '0.41' },
    headers: headersOf('01900000-0000-7000-8000-000000000001'),
  }
  const first = await company.admin('PATCH', `/api/drivers/${driver}/`, change)
  expect(first.headers).toMatchObject({ 'preference-applied': 'rows' })
  const { reply, rows } = answerWithRows.parse(first.body)
  expect(reply).toMatchObject({ id: driver, version: 2 })
  expect(rows?.changes).toEqual([{ area: 'drivers', id: driver, version: 2 }])
  const list = rows?.lists?.find((one) => one.list === 'drivers.list')
  expect(list?.rows).toMatchObject([{ id: driver, version: 2 }])
  const repeated = await company.admin('PATCH', `/api/drivers/${driver}/`, change)
  expect(repeated.body).toEqual({ reply, rows: null })
})

test('a call without a reply sends the rows that are gone', async () => {
  const truck = 'GONE-1'
  await company.admin('POST', '/api/trucks/', { body: aTruck(truck) })
  const { status, body } = await company.admin('DELETE', `/api/trucks/${truck}/`, { headers: PREFER_ROWS })
  expect(status).toBe(200)
  const { reply, rows } = answerWithRows.parse(body)
  expect(reply).toBeNull()
  expect(rows?.lists?.find((one) => one.list === 'trucks.list')).toEqual({
    list: 'trucks.list',
    rows: [],
    gone: [truck],
  })
})

test('a batch has the rows of all its changes', async () => {
  const drivers = [await hireDriver(company.site.db), await hireDriver(company.site.db)]
  const changes = drivers.map((id, at) => ({
    call: 'drivers.update',
    params: { id },
    headers: { 'Idempotency-Key': `"01900000-0000-7000-8000-00000000001${at}"` },
    body: JSON.stringify({ rate: '0.41' }),
  }))
  const { body } = await company.admin('POST', '/api/changes/', { body: { changes }, headers: PREFER_ROWS })
  const { reply, rows } = answerWithRows.parse(body)
  expect(reply).toMatchObject({ answers: [{ status: 200 }, { status: 200 }] })
  const list = rows?.lists?.find((one) => one.list === 'drivers.list')
  expect(list?.rows.map(({ id }) => id).sort()).toEqual(drivers)
})

test('a user receives rows only of lists that the user may see', async () => {
  const { site } = company
  const driver = await hireDriver(site.db)
  const blind = await site.as(await hire(site.db, { role: 'driver', view: ['trucks'], edit: ['drivers'] }))
  const { body } = await blind('PATCH', `/api/drivers/${driver}/`, {
    body: { rate: '0.41' },
    headers: PREFER_ROWS,
  })
  const { reply, rows } = answerWithRows.parse(body)
  expect(reply).toEqual({ id: driver, client_id: null, version: 2 })
  expect(rows).toMatchObject({ changes: [] })
  expect(rows?.lists?.map(({ list }) => list) ?? []).not.toContain('drivers.list')
})

test('no rows are sent when the session or the permissions have changed by the end of the reads', async () => {
  const { site, admin, boss } = company
  const since = new Date(site.clock.now)
  await admin('PATCH', `/api/users/users/${boss}/`, { body: { last_name: 'Boss' } })
  const { body: user } = await admin('GET', '/api/users/users/me/')
  const rowsFor = (userNow: CurrentUser | null) =>
    findRowsOfChanges(site.db, { user, since, findUser: async () => userNow }, site.clock.now)
  expect(JSON.parse((await rowsFor(user)) ?? 'null')).toMatchObject({ changes: [{ area: 'users', id: boss }] })
  expect(await rowsFor({ ...user, role: 'driver' })).toBeNull()
  expect(await rowsFor(null)).toBeNull()
})

test('a refusal is sent as it was', async () => {
  const driver = await hireDriver(company.site.db)
  const { status, body } = await company.admin('PATCH', `/api/drivers/${driver}/`, {
    body: { status: 'asleep' },
    headers: PREFER_ROWS,
  })
  expect(status).toBe(400)
  expect(body).toHaveProperty('status')
})
