import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AREAS, type Area } from '#contract/wire/access.ts'
import { isChange, pathOf } from '#contract/wire/endpoint.ts'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { UNSEEN_REASON } from '#server/http/call/short-answer.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { type Caller, type Received, type TestApp, testApp } from '#tests/support/server/app.ts'
import { giveUnit, hire, hireDispatcher, hireDriver, parkUnit, planDay } from '#tests/support/server/company.ts'

let site: TestApp
let admin: Caller
let boss: number
let manager: number
/** By area, a user who may edit it and view nothing. */
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
  await giveUnit(site.db, lonnie, 'truck', 'T-77')
  await giveUnit(site.db, leaving, 'truck', 'T-78')
  await giveUnit(site.db, lonnie, 'trailer', 'TL-77')
  await parkUnit(site.db, 'T-79', { status: 'for_sale' })
  await planDay(site.db, { driver, date: '2026-11-24', description: 'Kankakee' })
  await equip()
})
afterAll(() => site.close())

/** Units and inspections that are, and such as the administrator has deleted. */
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

interface Tried {
  readonly id?: number | string
  readonly body?: object
  readonly seen?: number
}
const none = 999_999
const planned = { date: '2026-11-24', status: 'on_the_road' } as const
const range = { date_from: '2026-11-24', date_to: '2026-11-25', status: 'on_the_road' } as const

/** For each change of an area, some that the records of the company stand in the way of. */
const REFUSED: Readonly<Record<string, () => readonly Tried[]>> = {
  'drivers.update': () => [
    { id: driver, body: { dispatcher: away } },
    { id: driver, body: { dispatcher: none } },
    { id: driver, body: { truck_id: 'T-77', trailer_id: 'TL-77' } },
    { id: driver, body: { truck_id: 'T-78' } },
    { id: driver, body: { truck_id: 'T-79' } },
    { id: driver, body: { truck_id: 'TL-77' } },
    { id: lonnie, body: { truck_id: null, truck_was: 'T-1', trailer_id: null, trailer_was: 'TL-1' } },
    { id: leaving, body: { truck_id: null } },
    { id: none, body: { rate: '0.61' } },
  ],
  'dispatchers.update': () => [
    { id: away, body: { status: 'working', add_drivers: [{ id: lonnie, from: away }] } },
    { id: away, body: { add_drivers: [{ id: lonnie, from: dispatcher }] } },
    { id: away, body: { driver_ids: [lonnie] } },
    { id: dispatcher, body: { status: 'dissmissed' } },
    { id: none, body: { status: 'working' } },
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
  'schedule.create': () => [{ body: { ...planned, driver } }, { body: { ...planned, driver: none } }],
  'schedule.update': () => [{ id: none, body: { description: 'Joliet' } }],
  'schedule.bulkEdit': () => [
    { body: { ...range, driver_id: none } },
    { body: { ...range, status: 'on_vacation', driver_id: driver, seen: { '2026-11-24': 0 } } },
  ],
  'schedule.setDays': () => [
    { body: { driver: none, days: [{ ...planned, description: 'Joliet' }] } },
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
  'inspections.settleDefect': () => [{ id: none, body: { state: 'open' } }],
  'inspections.comment': () => [{ body: { user: boss, text: 'Looked at it', inspection } }],
  'inspections.removeAttachments': () => [],
  'inspections.removeAttachment': () => [{ id: none }],
}

/** What the company calls its people and units, less what the change says itself. */
async function wordsUnsaid(tried: Tried): Promise<readonly string[]> {
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

/** That an answer names nothing but the fields of the change. */
async function tellsNothing({ status, body, text }: Received, tried: Tried): Promise<void> {
  expect([400, 404, 412], text).toContain(status)
  for (const word of await wordsUnsaid(tried)) expect(text).not.toContain(word)
  if (status === 404) expect(body).toEqual({ detail: 'Not found.' })
  if (status === 400) for (const said of Object.values(body)) expect(said).toEqual([UNSEEN_REASON])
  if (status === 412) for (const said of Object.values(body.conflicts)) expect(said).toEqual({})
}

const walked = allEndpoints.flatMap((endpoint) => {
  const { access } = endpoint
  return access.need === 'edit' && isChange(endpoint) ? [[endpoint.name, endpoint, access.area] as const] : []
})

describe.each(walked)('%s', (name, endpoint, area) => {
  test('tells who may edit and not view nothing of the company where it refuses', async () => {
    for (const tried of REFUSED[name]!()) {
      const { id = '', body, seen } = tried
      const key = { 'idempotency-key': `"${randomUUID()}"` }
      const headers = seen === undefined ? key : { ...key, 'if-match': `"${seen}"` }
      const sent = body === undefined ? { headers } : { headers, body }
      const path = pathOf(endpoint, { id })
      const send = () => editors[area](endpoint.method, path, sent)
      for (const answer of [await send(), await send()]) await tellsNothing(answer, tried)
    }
  })
})

test('what is wrong with the change itself is said in full, at once and again', async () => {
  const headers = { 'idempotency-key': `"${randomUUID()}"` }
  for (let times = 0; times < 2; times++) {
    const answer = await editors.drivers('PATCH', `/api/drivers/${driver}/`, { body: { rate: 'a lot' }, headers })
    expect(answer).toMatchObject({ status: 400, body: { rate: ['Enter digits and a dot only.'] } })
  }
  const unnamed = { body: { rate: '0.61' }, headers: { 'if-match': '3' } }
  const answer = await editors.drivers('PATCH', `/api/drivers/${driver}/`, unnamed)
  expect(answer.body).toEqual({ 'If-Match': ['The version in quotes is required, as the ETag gave it.'] })
})

test('who may view the area hears whose the unit is', async () => {
  const both = await site.as(await hire(site.db, { view: ['drivers'], edit: ['drivers'] }))
  const answer = await both('PATCH', `/api/drivers/${driver}/`, { body: { truck_id: 'T-77' } })
  expect(answer).toMatchObject({ status: 400, body: { held_by: { last_name: 'Sparks' } } })
})

describe('a guess at what stands in a record', () => {
  /** Sends the right value and a wrong one, and answers whether the refusals are the same. */
  async function refusedAlike(
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
  /** Versions that a user may say to have seen: one before others changed the field, and one that there is not yet. */
  const SEEN = [0, 1, 99_999]

  test.each(SEEN)('is refused right or wrong, in a driver seen at version %d', async (seen) => {
    const path = `/api/drivers/${driver}/`
    await admin('PATCH', path, { body: { rate: '0.60' } })
    await admin('PATCH', path, { body: { rate: '0.71' } })
    const { version } = (await admin('GET', path)).body
    await refusedAlike('drivers', path, [{ rate: '0.71' }, { rate: '0.72' }], seen)
    expect((await admin('GET', path)).body).toMatchObject({ version, extra_info: { rate: '0.71' } })
  })

  test.each(SEEN)('is refused right or wrong, in a day seen at version %d', async (seen) => {
    await admin('POST', '/api/schedule/days/', { body: { driver, days: [{ ...planned, description: 'Peoria' }] } })
    const guess = (description: string) => ({ driver, days: [{ date: planned.date, description, seen }] })
    await refusedAlike('schedule', '/api/schedule/days/', [guess('Peoria'), guess('Joliet')])
  })

  test.each(SEEN)('is refused right or wrong, in an inspection seen at version %d', async (seen) => {
    const path = `/api/maintenance/inspections/${inspection}/`
    await admin('PATCH', path, { body: { total_cost: '500.00' } })
    await admin('PATCH', path, { body: { total_cost: '412.50' } })
    await refusedAlike('maintenance', path, [{ total_cost: '412.50' }, { total_cost: '1.00' }], seen)
  })
})
