import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver, parkUnit } from '#tests/support/server/company.ts'

let site: TestApp
let ruth: Caller
let me: number
let driver: number
beforeAll(async () => {
  site = await testApp()
  me = await hire(site.db, { role: 'administrator' })
  ruth = await site.as(me)
  driver = await hireDriver(site.db)
  await parkUnit(site.db, '1001')
})
afterAll(() => site.close())

const person = { first_name: 'Nadia', last_name: 'Brandt', email: 'nadia@yard.example', phone: '312 555 0145' }
const unit = {
  ...{ transport_model: 'Volvo VNL', year: 2022, color: 'White', gomotive_id: 4 },
  ...{ inspection_passed_date: '2026-01-05', next_service_date: '2026-12-05' },
  ...{ fleet_manager_name: 'Ann', fleet_manager_email: 'ann@yard.example', fleet_manager_phone: '312 555 0146' },
  ...{ status_date_from: '2026-11-21', status_date_to: '2026-12-21' },
}
const marks = { unit_number: '77', licence_plate: 'P 77', transponder_id: '77-1', pilot_flying_j_truck: 7 }
const report = () => ({
  ...{ fleet_manager: me, transport: '1001', career: 'Ann’s shop', total_cost: 1 },
  ...{ service_type: 'repair', report_type: 'no_defect' },
})
const defect = { defect_type: 'brakes', urgency: 'major' }
const duty = { status: 'on_the_road', position: 'lease', gomotive_id: 9, pilot_flying_j_driver_id: 8 }

/** A complete body for each thing that can be created, and its fields that decide which others are required. */
const WHOLE: Readonly<Record<string, () => readonly [path: string, body: object, decides: readonly string[]]>> = {
  'a driver': () => ['users/users', { ...person, role: 'driver', driver: duty }, ['role']],
  'a dispatcher': () => [
    'users/users',
    { ...person, role: 'dispatcher', dispatcher: { status: 'working' }, password: 'long enough 7' },
    ['role'],
  ],
  'a fleet manager': () => ['users/users', { ...person, role: 'fleet_manager', password: 'long enough 7' }, ['role']],
  'a truck': () => ['trucks', { ...unit, ...marks }, []],
  'a truck in the workshop': () => ['trucks', { ...unit, ...marks, status: 'on_service' }, ['status']],
  'a trailer': () => ['trailers', { ...unit, type: 'reefer' }, []],
  'a report without defects': () => ['maintenance/inspections', report(), ['report_type']],
  'a report of defects': () => [
    'maintenance/inspections',
    { ...report(), report_type: 'defect', due_date: '2026-12-01', defects: [defect] },
    ['report_type'],
  ],
  'a comment': () => ['maintenance/comments', { user: me, text: 'Done.', inspection: 1 }, []],
  'a department': () => [
    'dashboard/contacts',
    { department_name: 'Gate', email: 'gate@yard.example', location: 'Gary', phones: [{ phone: '219 555 0150' }] },
    [],
  ],
  'a day': () => ['schedule', { date: '2026-12-01', status: 'on_the_road', description: '', driver }, []],
  'a status for days': () => [
    'schedule/status-bulk-edit',
    { date_from: '2026-12-01', date_to: '2026-12-02', status: 'on_the_road', driver_id: driver },
    [],
  ],
}

const refusedFields = async (path: string, body: object) => {
  const answer = await ruth('POST', `/api/${path}/`, { body })
  return answer.status === 400 ? Object.keys(answer.body) : []
}
const without = (body: object, ...fields: readonly string[]) =>
  Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field)))

describe.each(Object.keys(WHOLE))('a user who creates %s', (what) => {
  test('learns of all missing fields in one response', async () => {
    const whole = WHOLE[what]
    if (!whole) throw new Error(`nobody says how ${what} is made`)
    const [path, body, decides] = whole()
    const required: string[] = []
    for (const field of Object.keys(body).filter((one) => !decides.includes(one))) {
      // An invalid client id: without it, a body that lacks only an optional field would create the thing.
      const refused = await refusedFields(path, { ...without(body, field), client_id: 'none' })
      if (refused.includes(field)) required.push(field)
    }
    expect(required.length).toBeGreaterThan(0)
    expect(await refusedFields(path, without(body, ...required))).toEqual(expect.arrayContaining(required))
  })
})

test('a defect report without any other field gets errors for its due date and its defects too', async () => {
  expect((await refusedFields('maintenance/inspections', { report_type: 'defect' })).toSorted()).toEqual(
    ['career', 'defects', 'due_date', 'fleet_manager', 'service_type', 'total_cost', 'transport'].toSorted(),
  )
})
