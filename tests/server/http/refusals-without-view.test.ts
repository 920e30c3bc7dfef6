import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AREAS, type Area } from '#contract/wire/access.ts'
import { isChange, pathOf } from '#contract/wire/endpoint.ts'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { UNSEEN_REASON } from '#server/http/call/short-answer.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { type Caller, type ReceivedResponse, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDispatcher, hireDriver, parkUnit, planDay } from '#tests/support/server/company.ts'

let site: TestApp
let admin: Caller
let boss: number
let manager: number
/** By area, a user who may edit the area and view nothing. */
const editors = {} as Record<Area, Caller>
let driver: number
let lonnie: number
let leaving: number
let dispatcher: number
let away: number
let inspection: number
let erased: number

beforeAll(async () => {
  site = await testApp()
  boss = await hire(site.db, { role: 'administrator', first_name: 'Ruth', last_name: 'Callahan' })
  admin = await site.as(boss)
  manager = await hire(site.db, { role: 'fleet_manager', first_name: 'Greg', last_name: 'Novak' })
  for (const area of AREAS) editors[area] = await site.as(await hire(site.db, { edit: [area] }))
  dispatcher = await hireDispatcher(site.db, { first_name: 'Ottilie', last_name: 'Kramer' })
  away = await hireDispatcher(site.db, { first_name: 'Percy', last_name: 'Underhill', status: 'on_vacation' })
  driver = await hireDriver(site.db, { dispatcher })
  lonnie = await hireDriver(site.db, { first_name: 'Lonnie', last_name: 'Sparks', dispatcher })
  leaving = await hireDriver(site.db, { first_name: 'Zeb', last_name: 'Quill', status: 'firing_process' })
  await assignUnit(site.db, lonnie, 'truck', 'T-77')
  await assignUnit(site.db, leaving, 'truck', 'T-78')
  await assignUnit(site.db, lonnie, 'trailer', 'TL-77')
  await parkUnit(site.db, 'T-79', { status: 'for_sale' })
  await planDay(site.db, { driver, date: '2026-11-24', description: 'Kankakee' })
  await equip()
})
afterAll(() => site.close())

/** Creates units and inspections, and deletes some of them. */
async function equip(): Promise<void> {
  for (const number of ['1042', '1043', '88']) await admin('POST', '/api/trucks/', { body: aTruck(number) })
  for (const id of ['TL-1', 'TL-2', 'TL-88']) await admin('POST', '/api/trailers/', { body: aTrailer({ id }) })
  inspection = (await admin('POST', '/api/maintenance/inspections/', { body: report('1042') })).body.id
  erased = (await admin('POST', '/api/maintenance/inspections/', { body: report('1042') })).body.id
  for (const path of ['trucks/88', 'trailers/TL-88', `maintenance/inspections/${erased}`])
    expect((await admin('DELETE', `/api/${path}/`)).status).toBe(204)
}

const report = (transport: string) => ({
  ...{ fleet_manager: manager, transport, career: 'Joliet Truck Care', total_cost: 412.5 },
  ...{ service_type: 'pm_a', report_type: 'no_defect', approved_date: '2026-11-21', approved_by: boss },
})

interface RefusedRequest {
  readonly id?: number | string
  readonly body?: object
  readonly seen?: number
}
const UNKNOWN_ID = 999_999
const planned = { date: '2026-11-24', status: 'on_the_road' } as const
const range = { date_from: '2026-11-24', date_to: '2026-11-25', status: 'on_the_road' } as const

/** For each change of an area, requests that are refused because of the company's records. */
const REFUSED: Readonly<Record<string, () => readonly RefusedRequest[]>> = {
  'drivers.update': () => [
    { id: driver, body: { dispatcher: away } },
    { id: driver, body: { dispatcher: UNKNOWN_ID } },
    { id: driver, body: { truck_id: 'T-77', trailer_id: 'TL-77' } },
    { id: driver, body: { truck_id: 'T-78' } },
    { id: driver, body: { truck_id: 'T-79' } },
    { id: driver, body: { truck_id: 'TL-77' } },
    { id: lonnie, body: { truck_id: null, truck_was: 'T-1', trailer_id: null, trailer_was: 'TL-1' } },
    { id: leaving, body: { truck_id: null } },
    { id: UNKNOWN_ID, body: { rate: '0.61' } },
  ],
  'dispatchers.update': () => [
    { id: away, body: { status: 'working', add_drivers: [{ id: lonnie, from: away }] } },
    { id: away, body: { add_drivers: [{ id: lonnie, from: dispatcher }] } },
    { id: away, body: { driver_ids: [lonnie] } },
    { id: dispatcher, body: { status: 'dissmissed' } },
    { id: UNKNOWN_ID, body: { status: 'working' } },
  ],
  'trucks.create': () => [
    { body: aTruck('1042') },
    { body: aTruck('2001', { driver: lonnie, driver_had: null }) },
    { body: aTruck('2001', { driver: leaving }) },
  ],
  'trucks.update': () => [
    { id: '1043', body: { driver: lonnie, driver_had: null } },
    { id: 'T-78', body: { driver: null } },
    { id: '1043', body: { licence_plate: 'P-1042' } },
    { id: '88', body: { color: 'Red' } },
    { id: 'T-none', body: { color: 'Red' } },
  ],
  'trailers.create': () => [
    { body: aTrailer({ id: 'TL-1' }) },
    { body: aTrailer({ id: 'TL-3', driver: lonnie, driver_had: null }) },
  ],
  'trailers.update': () => [
    { id: 'TL-1', body: { driver: lonnie, driver_had: null } },
    { id: 'TL-88', body: { color: 'Red' } },
  ],
  'trailers.remove': () => [{ id: 'TL-88' }],
  'schedule.create': () => [{ body: { ...planned, driver } }, { body: { ...planned, driver: UNKNOWN_ID } }],
  'schedule.update': () => [{ id: UNKNOWN_ID, body: { description: 'Joliet' } }],
  'schedule.bulkEdit': () => [
    { body: { ...range, driver_id: UNKNOWN_ID } },
    { body: { ...range, status: 'on_vacation', driver_id: driver, seen: { '2026-11-24': 0 } } },
  ],
  'schedule.setDays': () => [
    { body: { driver: UNKNOWN_ID, days: [{ ...planned, description: 'Joliet' }] } },
    { body: { driver, days: [{ date: '2026-11-29', description: 'Joliet' }] } },
    { body: { driver, days: [{ ...planned, description: 'Joliet', seen: 0 }] } },
  ],
  'inspections.create': () => [
    { body: { ...report('88'), approved_date: null, approved_by: null } },
    { body: report('1042') },
  ],
  'inspections.update': () => [
    { id: erased, body: { note: 'Seen' } },
    { id: inspection, body: { transport: '88' } },
    { id: inspection, body: { fleet_manager: driver } },
  ],
  'inspections.settleDefect': () => [{ id: UNKNOWN_ID, body: { state: 'open' } }],
  'inspections.comment': () => [{ body: { user: boss, text: 'Looked at it', inspection } }],
  'inspections.removeAttachments': () => [],
  'inspections.removeAttachment': () => [{ id: UNKNOWN_ID }],
}

/** The names of the company's people and units, without those that the request itself contains. */
async function companyWords(tried: RefusedRequest): Promise<readonly string[]> {
  const rows = await site.db.query<{ word: string }>(
    'test.words',
    `select distinct unnest(array[first_name, last_name]) as word from users
     union select id from units where length(id) > 2
     union select unnest(array['Kankakee', 'Firing', 'sale', 'deleted'])`,
    [],
  )
  const said = JSON.stringify(tried)
  return rows.map(({ word }) => word).filter((word) => !said.includes(word))
}

/** Checks that a refusal names nothing except the fields of the change. */
async function expectNothingRevealed({ status, body, text }: ReceivedResponse, tried: RefusedRequest): Promise<void> {
  expect([400, 404, 412], text).toContain(status)
  for (const word of await companyWords(tried)) expect(text).not.toContain(word)
  if (status === 404) expect(body).toEqual({ detail: 'Not found.' })
  if (status === 400) for (const said of Object.values(body)) expect(said).toEqual([UNSEEN_REASON])
  if (status === 412) for (const said of Object.values(body.conflicts)) expect(said).toEqual({})
}

const editEndpoints = allEndpoints.flatMap((endpoint) => {
  const { access } = endpoint
  return access.need === 'edit' && isChange(endpoint) ? [[endpoint.name, endpoint, access.area] as const] : []
})

describe.each(editEndpoints)('%s', (name, endpoint, area) => {
  test('reveals nothing of the company in its refusals to an editor without view', async () => {
    for (const tried of REFUSED[name]!()) {
      const { id = '', body, seen } = tried
      const key = { 'idempotency-key': `"${randomUUID()}"` }
      const headers = seen === undefined ? key : { ...key, 'if-match': `"${seen}"` }
      const sent = body === undefined ? { headers } : { headers, body }
      const path = pathOf(endpoint, { id })
      const send = () => editors[area](endpoint.method, path, sent)
      for (const answer of [await send(), await send()]) await expectNothingRevealed(answer, tried)
    }
  })
})

test('an editor without view gets the full reason when the change itself is invalid, even in a repeat', async () => {
  const headers = { 'idempotency-key': `"${randomUUID()}"` }
  for (let times = 0; times < 2; times++) {
    const answer = await editors.drivers('PATCH', `/api/drivers/${driver}/`, { body: { rate: 'a lot' }, headers })
    expect(answer).toMatchObject({ status: 400, body: { rate: ['Enter digits and a dot only.'] } })
  }
  const unnamed = { body: { rate: '0.61' }, headers: { 'if-match': '3' } }
  const answer = await editors.drivers('PATCH', `/api/drivers/${driver}/`, unnamed)
  expect(answer.body).toEqual({ 'If-Match': ['The version in quotes is required, as the ETag gave it.'] })
})

test('an editor who may view the area is told who has the unit', async () => {
  const both = await site.as(await hire(site.db, { view: ['drivers'], edit: ['drivers'] }))
  const answer = await both('PATCH', `/api/drivers/${driver}/`, { body: { truck_id: 'T-77' } })
  expect(answer).toMatchObject({ status: 400, body: { held_by: { last_name: 'Sparks' } } })
})

describe('a guess at a stored value by an editor without view', () => {
  /** Sends the right value and a wrong one, and checks that both get the same refusal. */
  async function expectSameRefusal(
    area: Area,
    path: string,
    bodies: readonly [right: object, wrong: object],
    seen?: number,
  ) {
    const headers: Record<string, string> = seen === undefined ? {} : { 'if-match': `"${seen}"` }
    const method = path.endsWith('/days/') ? 'POST' : 'PATCH'
    const [right, wrong] = bodies.map((body) => editors[area](method, path, { body, headers }))
    expect((await right)?.text).toBe((await wrong)?.text)
    expect([(await right)?.status, (await wrong)?.status]).toEqual([412, 412])
  }
  /**
   * Versions that a client can claim to have seen: two from before the field changed, and one that does not exist yet.
   */
  const SEEN = [0, 1, 99_999]

  test.each(SEEN)('gets the same refusal right or wrong, for a driver seen at version %d', async (seen) => {
    const path = `/api/drivers/${driver}/`
    await admin('PATCH', path, { body: { rate: '0.60' } })
    await admin('PATCH', path, { body: { rate: '0.71' } })
    const { version } = (await admin('GET', path)).body
    await expectSameRefusal('drivers', path, [{ rate: '0.71' }, { rate: '0.72' }], seen)
    expect((await admin('GET', path)).body).toMatchObject({ version, extra_info: { rate: '0.71' } })
  })

  test.each(SEEN)('gets the same refusal right or wrong, for a day seen at version %d', async (seen) => {
    await admin('POST', '/api/schedule/days/', { body: { driver, days: [{ ...planned, description: 'Peoria' }] } })
    const guess = (description: string) => ({ driver, days: [{ date: planned.date, description, seen }] })
    await expectSameRefusal('schedule', '/api/schedule/days/', [guess('Peoria'), guess('Joliet')])
  })

  test.each(SEEN)('gets the same refusal right or wrong, for an inspection seen at version %d', async (seen) => {
    const path = `/api/maintenance/inspections/${inspection}/`
    await admin('PATCH', path, { body: { total_cost: '500.00' } })
    await admin('PATCH', path, { body: { total_cost: '412.50' } })
    await expectSameRefusal('maintenance', path, [{ total_cost: '412.50' }, { total_cost: '1.00' }], seen)
  })
})
