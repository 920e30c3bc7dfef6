import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AREAS, type Area } from '#contract/wire/access.ts'
import { isChange, pathOf } from '#contract/wire/endpoint.ts'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDispatcher, hireDriver } from '#tests/support/server/company.ts'
import { aFault, FAULTY } from '#tests/support/yard/inspected-yard.ts'

let site: TestApp
let admin: Caller
let driver: number
let dispatcher: number
let manager: number
let inspection: { id: number; defects: { id: number }[] }
/** By area, a user who may edit the area and view nothing. */
const editors = {} as Record<Area, { readonly id: number; readonly call: Caller }>

beforeAll(async () => {
  site = await testApp()
  manager = await hire(site.db, { role: 'fleet_manager' })
  const boss = await hire(site.db, { role: 'administrator', first_name: 'Ruth', last_name: 'Callahan' })
  admin = await site.as(boss)
  for (const area of AREAS) {
    const id = await hire(site.db, { edit: [area] })
    editors[area] = { id, call: await site.as(id) }
  }
  driver = await hireDriver(site.db)
  dispatcher = await hireDispatcher(site.db)
  await admin('POST', '/api/trucks/', { body: aTruck('1042') })
  await admin('POST', '/api/trailers/', { body: aTrailer({ id: 'TL-1' }) })
  inspection = (
    await admin('POST', '/api/maintenance/inspections/', { body: report(boss, { ...FAULTY, defects: [aFault()] }) })
  ).body
})
afterAll(() => site.close())

const report = (approved_by: number, over: object = {}) => ({
  ...{ fleet_manager: manager, transport: '1042', career: 'Joliet Truck Care', total_cost: 412.5 },
  ...{ service_type: 'pm_a', report_type: 'no_defect', approved_date: '2026-11-21', approved_by },
  ...over,
})

interface ChangeRequest {
  readonly id?: number | string
  readonly body: object
}
const day = { date: '2026-11-23', status: 'on_the_road' }

/** For each change of an area that returns a reply, a request that succeeds. */
const CHANGES: Readonly<Record<string, () => ChangeRequest>> = {
  'drivers.update': () => ({ id: driver, body: { rate: '0.61' } }),
  'dispatchers.update': () => ({ id: dispatcher, body: { status: 'on_vacation' } }),
  'trucks.create': () => ({ body: aTruck('2001') }),
  'trucks.update': () => ({ id: '1042', body: { color: 'Red' } }),
  'trailers.create': () => ({ body: aTrailer({ id: 'TL-2' }) }),
  'trailers.update': () => ({ id: 'TL-1', body: { color: 'Red' } }),
  'schedule.create': () => ({ body: { ...day, driver } }),
  'schedule.update': () => ({ id: 1, body: { description: 'Joliet' } }),
  'schedule.bulkEdit': () => ({
    body: { date_from: '2026-11-23', date_to: '2026-11-25', status: 'on_the_road', driver_id: driver },
  }),
  'schedule.setDays': () => ({ body: { driver, days: [{ ...day, description: 'Joliet' }] } }),
  'inspections.create': () => ({ body: report(editors.maintenance.id) }),
  'inspections.update': () => ({ id: inspection.id, body: { note: 'Seen' } }),
  'inspections.settleDefect': () => ({
    id: inspection.defects[0]!.id,
    body: { state: 'repaired', settled_by: 'Greg Novak' },
  }),
  'inspections.comment': () => ({
    body: { user: editors.maintenance.id, text: 'Looked at it', inspection: inspection.id },
  }),
}

const RECEIPT = {
  id: expect.toSatisfy((id) => typeof id === 'number' || typeof id === 'string'),
  client_id: expect.toSatisfy((name) => name === null || typeof name === 'string'),
  version: expect.toSatisfy((version) => version === null || typeof version === 'number'),
}
const expectReceipt = (answer: unknown) => {
  const all = Array.isArray(answer) ? answer : [answer]
  expect(all.length).toBeGreaterThan(0)
  for (const one of all) expect(one).toEqual(RECEIPT)
}

const editEndpoints = allEndpoints.flatMap((endpoint) => {
  const { access } = endpoint
  return access.need === 'edit' && isChange(endpoint) && endpoint.reply !== null
    ? [[endpoint.name, endpoint, access.area] as const]
    : []
})

describe.each(editEndpoints)('%s', (name, endpoint, area) => {
  test('gives an editor without view a receipt: in the first response, in a repeat and in a batch', async () => {
    const { id = '', body } = CHANGES[name]!()
    const headers = { 'idempotency-key': `"${randomUUID()}"` }
    const path = pathOf(endpoint, { id })
    const { call } = editors[area]
    const first = await call(endpoint.method, path, { body, headers })
    expect(first.status, first.text).toBeLessThan(300)
    expectReceipt(first.body)
    const again = await call(endpoint.method, path, { body, headers })
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.body).toEqual(first.body)
    const change = {
      call: name,
      params: { id },
      headers: { 'Idempotency-Key': headers['idempotency-key'] },
      body: JSON.stringify(body),
    }
    const together = await call('POST', '/api/changes/', { body: { changes: [change] } })
    expect(together.body.answers).toMatchObject([{ status: first.status, body: first.body }])
  })
})

test('an empty change reveals nothing of a driver to an editor without view', async () => {
  const answer = await editors.drivers.call('PATCH', `/api/drivers/${driver}/`, { body: {} })
  expect(answer).toMatchObject({ status: 200, body: { id: driver, client_id: null } })
  expect(Object.keys(answer.body)).toEqual(['id', 'client_id', 'version'])
})

test('a create with a client id in use reveals only a receipt to an editor without view', async () => {
  const client_id = randomUUID()
  await admin('POST', '/api/trucks/', { body: aTruck('3001', { client_id }) })
  const answer = await editors.trucks.call('POST', '/api/trucks/', { body: aTruck('3002', { client_id }) })
  expect(answer).toMatchObject({ status: 200, body: { id: '3001', client_id, version: expect.any(Number) } })
  expect(Object.keys(answer.body)).toEqual(['id', 'client_id', 'version'])
})

test('a conflict names only its fields to an editor without view', async () => {
  const path = `/api/drivers/${driver}/`
  await admin('PATCH', path, { body: { rate: '0.71' } })
  const answer = await editors.drivers.call('PATCH', path, { body: { rate: '0.80' }, headers: { 'if-match': '"1"' } })
  expect(answer).toMatchObject({ status: 412, body: { detail: expect.any(String), conflicts: { rate: {} } } })
  expect(Object.keys(answer.body)).toEqual(['detail', 'conflicts'])
  expect(answer.text).not.toContain('0.71')
  expect(answer.text).not.toContain('Callahan')
})

test('a refusal reveals neither a unit’s driver nor a driver’s unit to an editor without view', async () => {
  const other = await hireDriver(site.db, { first_name: 'Lonnie', last_name: 'Sparks' })
  await assignUnit(site.db, other, 'truck', 'T-77')
  const headers = { 'idempotency-key': `"${randomUUID()}"` }
  const give = () => editors.drivers.call('PATCH', `/api/drivers/${driver}/`, { body: { truck_id: 'T-77' }, headers })
  for (const answer of [await give(), await give()]) {
    expect(answer).toMatchObject({ status: 400, body: { truck_id: [expect.any(String)] } })
    expect(Object.keys(answer.body)).toEqual(['truck_id'])
    expect(answer.text).not.toContain('Sparks')
  }
  const body = { truck_id: null, truck_was: 'T-1' }
  const was = await editors.drivers.call('PATCH', `/api/drivers/${other}/`, { body })
  expect(was.status).toBe(400)
  expect(was.text).not.toContain('T-77')
})

test('an editor who may view the area gets the full response', async () => {
  const both = await site.as(await hire(site.db, { view: ['drivers'], edit: ['drivers'] }))
  const answer = await both('PATCH', `/api/drivers/${driver}/`, { body: {} })
  expect(answer.body).toMatchObject({ user: { last_name: 'Boone' }, extra_info: {} })
})

test('a full response is repeated as a receipt once the user may no longer view the area', async () => {
  const id = await hire(site.db, { view: ['drivers'], edit: ['drivers'] })
  const both = await site.as(id)
  const sent = { body: { rate: '0.90' }, headers: { 'idempotency-key': `"${randomUUID()}"` } }
  expect((await both('PATCH', `/api/drivers/${driver}/`, sent)).body.user).toBeDefined()
  for (const permissions of ['{4}', '{}']) {
    await site.db.query('test.lose', 'update users set permissions = $2::smallint[] where id = $1', [id, permissions])
    expectReceipt((await both('PATCH', `/api/drivers/${driver}/`, sent)).body)
  }
})
