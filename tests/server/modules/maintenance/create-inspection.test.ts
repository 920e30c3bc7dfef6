import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hire } from '#tests/support/server/company.ts'
import { ALL, aFault, FAULTY, yardForEach } from '#tests/support/yard/inspected-yard.ts'

const { site, yard } = yardForEach()

const send = (over: Record<string, unknown>) => yard.greg('POST', ALL, { body: yard.report(over) })
const countReports = async () => (await yard.greg('GET', ALL)).body.count

describe('a new inspection', () => {
  test('is returned as it is stored, and its history has its first values', async () => {
    const { status, headers, body } = await send({ note: '  Next to bay 3. ', total_cost: '90.5' })
    expect([status, headers.etag]).toEqual([201, '"1"'])
    expect(body).toMatchObject({
      client_id: null,
      date: '2026-11-21',
      fleet_manager: { id: yard.gregId, first_name: 'Greg', last_name: 'Novak' },
      transport: { id: '1042', kind: 'truck', title: '1042 · Freightliner Cascadia', miles_driven: 100_000 },
      ...{ service_type: 'pm_a', service_type_display: 'PM A', career: 'Joliet Truck Care', total_cost: 90.5 },
      ...{ odometer: null, due_date: null, due_mileage: null, note: 'Next to bay 3.', report_type: 'no_defect' },
      ...{ defects: [], checklist: [], attachments: [], comments: [] },
      approved_by: { id: yard.gregId },
      ...{ approved_date: '2026-11-21', approved_at: null, reviewed_by: null, reviewed_at: null },
      created_by: { id: yard.gregId },
      ...{ made_at: null, received_at: '2026-11-21T15:00:00.000Z', is_latest: true, version: 1 },
    })
    expect((await yard.greg('GET', `${ALL}${body.id}/`)).body).toEqual(body)
    const history = await yard.greg('GET', `/api/history/maintenance/${body.id}/`)
    expect(history.body.results).toContainEqual(expect.objectContaining({ field: 'total_cost', from: null, to: 90.5 }))
  })

  test('keeps its defects and checks in order', async () => {
    const client_id = randomUUID()
    const defects = [aFault({ client_id }), aFault({ defect_type: 'horn', urgency: 'minor', description: '' })]
    const checklist = [
      { part: 'tires', found: 'defect' },
      { part: 'horn', found: 'defect' },
      { part: 'coupling_devices', found: 'not_applicable' },
    ]
    const { body } = await send({ ...FAULTY, defects, checklist })
    expect(body.defects).toEqual([
      expect.objectContaining({ client_id, defect_type: 'tires', urgency: 'major', state: 'open', settled_by: null }),
      expect.objectContaining({ client_id: null, defect_type: 'horn', urgency: 'minor', description: '' }),
    ])
    expect(body.checklist).toEqual(checklist)
  })

  test('that a device sends again is the one that it sent before', async () => {
    const client_id = randomUUID()
    const first = await send({ client_id })
    const again = await send({ client_id, note: 'again' })
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body])
    expect(await countReports()).toBe(1)
    expect((await yard.greg('GET', `${ALL}${client_id}/`)).body.id).toBe(first.body.id)
  })

  test('is refused if a defect has the client id of another defect', async () => {
    const client_id = randomUUID()
    await yard.createReport({ ...FAULTY, defects: [aFault({ client_id })] })
    const again = await send({ ...FAULTY, defects: [aFault({ client_id })] })
    expect([again.status, again.body]).toEqual([
      400,
      { defects: ['One of these names already belongs to another defect.'] },
    ])
  })

  test('may name a unit by its client id', async () => {
    const client_id = randomUUID()
    const truck = { ...(await yard.greg('GET', '/api/trucks/1042/')).body }
    await site.db.query('test.name', 'update units set client_id = $1::uuid where id = $2', [client_id, truck.id])
    expect((await send({ transport: client_id })).body.transport.id).toBe('1042')
  })

  test('stores when it was made and approved on the device, and when it arrived; a clock that is ahead is corrected', async () => {
    const { body } = await send({ made_at: '2026-11-18T23:30:00Z', approved_at: '2026-11-19T05:30:00Z' })
    expect(body).toMatchObject({
      ...{ date: '2026-11-18', made_at: '2026-11-18T23:30:00.000Z' },
      ...{ approved_date: '2026-11-18', approved_at: '2026-11-19T05:30:00.000Z' },
      received_at: '2026-11-21T15:00:00.000Z',
      approval_received_at: '2026-11-21T15:00:00.000Z',
    })
    const ahead = await send({ made_at: '2027-01-01T00:00:00Z', approved_at: '2027-01-01T00:00:00Z' })
    expect(ahead.body).toMatchObject({ date: '2026-11-21', approved_at: '2026-11-21T15:00:00.000Z' })
  })

  test('is approved later by a user who was offline, with the time of the approval and of its arrival', async () => {
    const { body } = await send({ approved_by: null, approved_date: null })
    expect(body.approval_received_at).toBeNull()
    site.clock.now = new Date('2026-11-21T15:04:00Z')
    const approval = { approved_by: yard.gregId, approved_at: '2026-11-21T05:10:00Z' }
    expect((await yard.greg('PATCH', `${ALL}${body.id}/`, { body: approval })).body).toMatchObject({
      ...{ approved_date: '2026-11-20', approved_at: '2026-11-21T05:10:00.000Z' },
      approval_received_at: '2026-11-21T15:04:00.000Z',
    })
  })

  test('without an approval can be approved later, once', async () => {
    const { body } = await send({ approved_by: null, approved_date: null })
    expect([body.approved_by, body.approved_date]).toEqual([null, null])
    const approval = { approved_by: yard.gregId, approved_date: '2026-11-20' }
    const approved = await yard.greg('PATCH', `${ALL}${body.id}/`, { body: approval })
    expect([approved.status, approved.body.approved_date]).toEqual([200, '2026-11-20'])
    expect((await yard.greg('PATCH', `${ALL}${body.id}/`, { body: approval })).body).toEqual(approved.body)
    const other = await yard.greg('PATCH', `${ALL}${body.id}/`, { body: { ...approval, approved_date: '2026-11-19' } })
    expect([other.status, other.body]).toEqual([400, { approved_by: ['An approval is fixed once it is saved.'] }])
  })
})

describe('the odometer', () => {
  test('is the value that was read, or empty', async () => {
    expect((await send({ odometer: 99_500.125 })).body.odometer).toBe(99_500.125)
    expect((await send({})).body.odometer).toBeNull()
  })
  test('of an offline device is computed by the server: the mileage at the end of that day', async () => {
    await site.db.query(
      'test.miles',
      `insert into unit_miles (unit_id, date, miles)
       values ('1042', '2026-11-18', 500), ('1042', '2026-11-19', 300), ('1042', '2026-11-20', 45.5)`,
    )
    const at = (made_at: string) => send({ odometer: 1, odometer_is_last_known: true, made_at })
    expect((await at('2026-11-18T18:00:00Z')).body.odometer).toBe(99_654.5)
    expect((await at('2026-11-21T14:00:00Z')).body.odometer).toBe(100_000)
  })
})

describe('a report is refused with an error at the field, and nothing of it is stored:', () => {
  const REQUIRED = ['Please fill out this field']
  test.each([
    ['no unit', { transport: undefined }, { transport: ['This field is required.'] }],
    ['an unknown unit', { transport: '9999' }, { transport: ['There is no such unit.'] }],
    ['a user who is not a fleet manager', { fleet_manager: 999 }, { fleet_manager: ['This is not a fleet manager.'] }],
    ['no career', { career: '  ' }, { career: REQUIRED }],
    ['a cost that is not a number', { total_cost: 'much' }, { total_cost: ['Enter a valid number'] }],
    ['a negative cost', { total_cost: -1 }, { total_cost: ['Enter a valid number'] }],
    ['an unknown service', { service_type: 'paint' }, { service_type: [expect.stringContaining('Choose')] }],
    ['a defect report without defects', FAULTY, { defects: REQUIRED }],
    ['a defect report without a due date', { report_type: 'defect', defects: [aFault()] }, { due_date: REQUIRED }],
    ['a no-defect report with a defect', { defects: [aFault()] }, { defects: ['A report without defects has none.'] }],
    [
      'an oil change with defects',
      { ...FAULTY, service_type: 'oil_change', defects: [aFault()] },
      { report_type: ['With an oil change the report type is No Defect.'] },
    ],
    ['a due mileage for a PM', { due_mileage: 5 }, { due_mileage: ['Only an oil change has a due mileage.'] }],
    ['half of an approval', { approved_by: null }, { approved_by: REQUIRED }],
    [
      'an approval in the future',
      { approved_date: '2026-11-22' },
      { approved_date: ['Enter today or an earlier day.'] },
    ],
    ['an impossible date', { due_date: '2026-02-30' }, { due_date: [expect.any(String)] }],
    [
      'the same check twice',
      { checklist: ['tires', 'tires'].map((part) => ({ part, found: 'ok' })) },
      { checklist: ['Name each part only once.'] },
    ],
    [
      'a NUL character in the text',
      { note: 'a\0b' },
      { note: ['Contains an invisible character (U+0000) after “a”. Delete it there.'] },
    ],
    [
      'a file that was not uploaded',
      { files: [{ upload: randomUUID(), name: 'a.jpg' }] },
      { files: { 0: ['The file was not completely uploaded. Choose it again.'] } },
    ],
  ])('%s', async (_what, over, problem) => {
    const { status, body } = await send(over)
    expect([status, body]).toEqual([400, problem])
    expect(await countReports()).toBe(0)
  })

  test('an approval in another user’s name', async () => {
    const other = await hire(site.db, { role: 'fleet_manager' })
    const { status, body } = await send({ approved_by: other })
    expect([status, body]).toEqual([400, { approved_by: ['You can’t approve for another user.'] }])
  })

  test('a deleted unit, with the name of who deleted it', async () => {
    expect((await yard.admin('DELETE', '/api/trucks/1042/')).status).toBe(204)
    const { status, body } = await send({})
    expect([status, body]).toEqual([400, { transport: ['Truck 1042 was deleted by Ann Lee.'] }])
  })
})

test('the due mileage of an oil change is 0 by default', async () => {
  expect((await send({ service_type: 'oil_change' })).body.due_mileage).toBe(0)
  expect((await send({ service_type: 'oil_change', due_mileage: '115000' })).body.due_mileage).toBe(115_000)
})

test('the choices are pairs of value and title', async () => {
  const choices = async (path: string) => (await yard.greg('GET', `${ALL}${path}/`)).body
  expect(await choices('report_type_choices')).toEqual([
    ['no_defect', 'No Defect'],
    ['defect', 'Defect'],
  ])
  expect((await choices('service_type_choices'))[0]).toEqual(['oil_change', 'Oil Change'])
  expect((await choices('servicetypewithdefects_choices')).slice(-2)).toEqual([
    ['with_defects', 'With Defects'],
    ['without_defects', 'Without Defects'],
  ])
  expect((await choices('defect_choices'))[0]).toEqual(['service_brakes', 'Service Brakes'])
})
