import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { type Caller, type Received, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

/** The areas by their numbers in the specification. */
const AREA_NAMES = ['dispatchers', 'drivers', 'schedule', 'maintenance', 'trailers', 'trucks'] as const
const ROLE_NAMES = ['administrator', 'dispatcher', 'driver', 'fleet_manager'] as const
type AreaNumber = 0 | 1 | 2 | 3 | 4 | 5
type RoleName = (typeof ROLE_NAMES)[number]

/**
 * Who may call what, besides administrators, who may call everything. `picker`: whoever may view or edit one of the areas
 * that show it; `one view of`: whoever may view one of the areas.
 */
type Who =
  | 'anybody'
  | 'signed in'
  | 'administrator'
  | readonly ['view', AreaNumber]
  | readonly ['edit', AreaNumber]
  | readonly ['picker', ...AreaNumber[]]
  | readonly ['one view of', ...AreaNumber[]]

/**
 * Written by hand from the specification (roles and permissions, the calls it makes, who may call what), and compared with
 * what the server does: it must not be made of the table by which the server decides.
 */
const TABLE: readonly (readonly [method: string, path: string, who: Who])[] = [
  ['POST', '/api/auth/jwt/create/', 'anybody'],
  ['POST', '/api/auth/jwt/refresh/', 'anybody'],
  ['POST', '/api/auth/logout/', 'signed in'],
  ['POST', '/api/auth/end/', 'anybody'],
  ['POST', '/api/auth/device_key/', 'signed in'],
  ['GET', '/api/auth/sessions/', 'signed in'],
  ['DELETE', '/api/auth/sessions/', 'signed in'],
  ['DELETE', '/api/auth/sessions/:id/', 'signed in'],
  ['POST', '/api/auth/confirm_password/', 'signed in'],
  ['POST', '/api/auth/undo_email/', 'anybody'],
  ['POST', '/api/auth/undo_email/look/', 'anybody'],
  ['GET', '/api/security/events/', 'administrator'],
  ['GET', '/api/security/export/', 'administrator'],
  ['POST', '/api/security/export/', 'administrator'],
  ['POST', '/api/auth/end_all/', 'administrator'],
  ['POST', '/api/setup/', 'anybody'],

  ['GET', '/api/users/users/me/', 'signed in'],
  ['PATCH', '/api/users/users/me/', 'signed in'],
  ['GET', '/api/users/users/', 'administrator'],
  ['POST', '/api/users/users/', 'administrator'],
  ['GET', '/api/users/users/:id/', 'signed in'],
  ['PATCH', '/api/users/users/:id/', 'administrator'],
  ['DELETE', '/api/users/users/:id/', 'administrator'],
  ['GET', '/api/users/users/:id/sessions/', 'administrator'],
  ['DELETE', '/api/users/users/:id/sessions/:session/', 'administrator'],
  ['POST', '/api/users/users/:id/end_sessions/', 'administrator'],
  ['POST', '/api/users/users/reset_password/', 'anybody'],
  ['POST', '/api/users/users/reset_password_confirm/', 'anybody'],
  ['POST', '/api/users/users/send_reset_link/', 'administrator'],
  ['GET', '/api/fleet_managers/mini-list/', ['picker', 3, 4, 5]],

  ['GET', '/api/drivers/', ['view', 1]],
  ['GET', '/api/drivers/:id/', ['view', 1]],
  ['PATCH', '/api/drivers/:id/', ['edit', 1]],
  ['GET', '/api/drivers/mini-list/', ['picker', 0, 1, 2, 4, 5]],
  ['GET', '/api/drivers/list_for_dispatcher/:id/', ['view', 0]],
  ['GET', '/api/drivers/list_for_dispatcher/:id/mini/', ['view', 0]],
  ['GET', '/api/drivers/:id/additional-info/', ['view', 1]],
  ['GET', '/api/drivers/weeks/', ['view', 1]],

  ['GET', '/api/dashboard/', 'administrator'],
  ['GET', '/api/dashboard/attention/', 'signed in'],
  ['GET', '/api/dashboard/statistic_weeks/:day/', 'administrator'],
  ['GET', '/api/dashboard/contacts/', 'signed in'],
  ['POST', '/api/dashboard/contacts/', 'administrator'],
  ['PATCH', '/api/dashboard/contacts/:id/', 'administrator'],
  ['DELETE', '/api/dashboard/contacts/:id/', 'administrator'],
  ['GET', '/api/gross_revenue/revenue_by_dates/', 'administrator'],

  ['POST', '/api/imports/preview/', 'administrator'],
  ['POST', '/api/imports/', 'administrator'],
  ['GET', '/api/imports/', 'administrator'],
  ['DELETE', '/api/imports/:id/', 'administrator'],
  ['GET', '/api/imports/duplicates/', 'administrator'],
  ['POST', '/api/imports/duplicates/', 'administrator'],

  ['GET', '/api/dispatchers/', ['view', 0]],
  ['GET', '/api/dispatchers/:id/', ['view', 0]],
  ['PATCH', '/api/dispatchers/:id/', ['edit', 0]],
  ['GET', '/api/dispatchers/mini-list/', ['picker', 0, 1, 2, 4, 5]],
  ['GET', '/api/dispatchers/:id/gross_revenue/', 'administrator'],
  ['GET', '/api/dispatchers/weeks/', 'administrator'],

  ['GET', '/api/trucks/', ['view', 5]],
  ['POST', '/api/trucks/', ['edit', 5]],
  ['GET', '/api/trucks/:id/', ['view', 5]],
  ['PATCH', '/api/trucks/:id/', ['edit', 5]],
  ['DELETE', '/api/trucks/:id/', 'administrator'],
  ['GET', '/api/trucks/:id/dependents/', 'administrator'],
  ['GET', '/api/trailers/', ['view', 4]],
  ['POST', '/api/trailers/', ['edit', 4]],
  ['GET', '/api/trailers/:id/', ['view', 4]],
  ['PATCH', '/api/trailers/:id/', ['edit', 4]],
  ['DELETE', '/api/trailers/:id/', ['edit', 4]],
  ['GET', '/api/trailers/:id/dependents/', ['edit', 4]],
  ['GET', '/api/trucks/identifiers/', ['picker', 5]],
  ['GET', '/api/transport/mini-list/', ['picker', 3, 4, 5]],
  ['GET', '/api/transport/identifiers/', ['picker', 4, 5]],
  ['GET', '/api/transport/not-ready/', ['picker', 3, 4, 5]],
  ['GET', '/api/trucks/mini-list/', ['picker', 1, 3, 5]],
  ['GET', '/api/trailers/mini-list/', ['picker', 1, 3, 4]],
  ['GET', '/api/trucks/:id/additional-info/', ['view', 5]],
  ['GET', '/api/trucks/weeks/', ['view', 5]],
  ['GET', '/api/trucks/:id/miles-driven/', ['picker', 3, 5]],
  ['GET', '/api/trailers/:id/additional-info/', ['view', 4]],
  ['GET', '/api/trailers/weeks/', ['view', 4]],
  ['GET', '/api/trailers/:id/miles-driven/', ['picker', 3, 4]],
  ['GET', '/api/bestpass/vehicles/', ['picker', 5]],
  ['POST', '/api/bestpass/toll_expenses/', 'administrator'],
  ['GET', '/api/expense-feeds/', ['one view of', 1, 4, 5]],
  ['GET', '/api/pilot_flying_j/drivers/', ['picker', 1]],
  ['GET', '/api/pilot_flying_j/fuel_transactions/fuel-expenses/', ['view', 1]],
  ['GET', '/api/gomotive/vehicles/', ['one view of', 1, 4, 5]],
  ['GET', '/api/gomotive/assets/', ['one view of', 1, 4, 5]],
  ['GET', '/api/gomotive/drivers/', ['one view of', 1, 4, 5]],
  ['GET', '/api/gomotive/feed/', ['one view of', 1, 4, 5]],
  ['GET', '/api/gomotive/positions/', ['one view of', 1, 4, 5]],
  ['GET', '/api/gomotive/request_gomotive_api/v1/driving_periods/', ['one view of', 1, 4, 5]],
  ['GET', '/api/gomotive/vehicle_location_history/:id/', ['one view of', 1, 4, 5]],
  ['GET', '/api/gomotive/asset_location_history/:id/', ['one view of', 1, 4, 5]],
  ['POST', '/api/gomotive/webhook/', 'anybody'],
  ['GET', '/api/map-settings/', ['one view of', 1, 4, 5]],

  ['GET', '/api/schedule/', ['view', 2]],
  ['GET', '/api/schedule/list_for_driver/:id/', ['view', 2]],
  ['POST', '/api/schedule/', ['edit', 2]],
  ['PATCH', '/api/schedule/:id/', ['edit', 2]],
  ['POST', '/api/schedule/status-bulk-edit/', ['edit', 2]],
  ['POST', '/api/schedule/days/', ['edit', 2]],

  ['GET', '/api/maintenance/inspections/', ['view', 3]],
  ['POST', '/api/maintenance/inspections/', ['edit', 3]],
  ['GET', '/api/maintenance/inspections/:id/', ['view', 3]],
  ['PATCH', '/api/maintenance/inspections/:id/', ['edit', 3]],
  ['DELETE', '/api/maintenance/inspections/:id/', 'administrator'],
  ['PATCH', '/api/maintenance/defects/:id/', ['edit', 3]],
  ['POST', '/api/maintenance/comments/', ['edit', 3]],
  ['POST', '/api/maintenance/inspection-attachments/bulk_delete/', ['edit', 3]],
  ['DELETE', '/api/maintenance/inspection-attachments/:id/', ['edit', 3]],
  ['GET', '/api/maintenance/inspections/report_type_choices/', ['view', 3]],
  ['GET', '/api/maintenance/inspections/service_type_choices/', ['view', 3]],
  ['GET', '/api/maintenance/inspections/servicetypewithdefects_choices/', ['view', 3]],
  ['GET', '/api/maintenance/inspections/defect_choices/', ['view', 3]],
  ['GET', '/api/maintenance/inspections/upcoming_count/', ['view', 3]],
  ['GET', '/api/maintenance/inspections/transport-with-inspections/', ['view', 3]],
  ['GET', '/api/maintenance/inspections/drivers-with-inspections/', ['view', 3]],
  ['GET', '/api/maintenance/export_inspections/', ['view', 3]],
  ['POST', '/api/maintenance/export_inspections/', ['view', 3]],
  ['GET', '/api/maintenance/inspections/:id/download_attachments/', ['view', 3]],
  ['POST', '/api/maintenance/inspections/:id/download_attachments/', ['view', 3]],

  ['GET', '/api/history/contacts/:id/', 'signed in'],
  ['GET', '/api/history/dispatchers/:id/', ['view', 0]],
  ['GET', '/api/history/drivers/:id/', ['view', 1]],
  ['GET', '/api/history/maintenance/:id/', ['view', 3]],
  ['GET', '/api/history/schedule/:id/', ['view', 2]],
  ['GET', '/api/history/trailers/:id/', ['view', 4]],
  ['GET', '/api/history/trucks/:id/', ['view', 5]],
  ['GET', '/api/history/users/:id/', 'administrator'],

  ['GET', '/api/devices/:id/', 'signed in'],
  ['POST', '/api/devices/:id/accounted/', 'signed in'],
  ['POST', '/api/changes/', 'signed in'],
  ['GET', '/api/events/', 'signed in'],
  ['PATCH', '/api/uploads/:id/', 'signed in'],
  ['GET', '/api/uploads/:id/', 'signed in'],
  // Each file is held against its own record besides.
  ['GET', '/api/files/:id/:name/', 'signed in'],
  ['GET', '/api/health/', 'anybody'],
]

/** What somebody holds, of the areas by number. */
interface Holding {
  readonly view: readonly AreaNumber[]
  readonly edit: readonly AreaNumber[]
}
const NOTHING: Holding = { view: [], edit: [] }
const EVERY_AREA: readonly AreaNumber[] = [0, 1, 2, 3, 4, 5]
const EVERYTHING: Holding = { view: EVERY_AREA, edit: EVERY_AREA }

const areasOf = (who: Who): readonly AreaNumber[] => (typeof who === 'string' ? [] : (who.slice(1) as AreaNumber[]))

/** Nothing; each area of the call alone with view, edit and both; and everything but the call's areas. */
function holdingsFor(who: Who): readonly Holding[] {
  const own = areasOf(who)
  if (own.length === 0) return [NOTHING, EVERYTHING]
  const others = EVERY_AREA.filter((area) => !own.includes(area))
  const each = own.flatMap((area) => [
    { view: [area], edit: [] },
    { view: [], edit: [area] },
    { view: [area], edit: [area] },
  ])
  return [NOTHING, ...each, { view: others, edit: others }]
}

function maySpecified(who: Who, role: RoleName, { view, edit }: Holding): boolean {
  if (role === 'administrator') return true
  if (who === 'administrator') return false
  if (typeof who === 'string') return true
  const [held] = who
  if (held === 'one view of') return areasOf(who).some((area) => view.includes(area))
  if (held !== 'picker') return { view, edit }[held].includes(who[1])
  return areasOf(who).some((area) => view.includes(area) || edit.includes(area))
}

let site: TestApp
const people = new Map<string, Promise<Caller>>()

/** A person with a session of their own, who is asked for again by the same role and permissions. */
function personWith(role: RoleName, { view, edit }: Holding): Promise<Caller> {
  const name = JSON.stringify([role, view, edit])
  const areaNames = (areas: readonly AreaNumber[]) => areas.map((area) => AREA_NAMES[area])
  const hired = async () => site.as(await hire(site.db, { role, view: areaNames(view), edit: areaNames(edit) }))
  const person = people.get(name) ?? hired()
  people.set(name, person)
  return person
}

/** Of nobody and nothing, so that nothing is changed by whoever may: a number, or a UUID where the path asks for one. */
const UUID_OF_NONE = '019af3b0-0000-7000-8000-0000000000ff'
const NAMED_BY_UUID = /^\/api\/(?:auth\/sessions|devices|uploads|files)\//
const pathOf = (path: string) =>
  path
    .replace(':id', NAMED_BY_UUID.test(path) ? UUID_OF_NONE : '999999999')
    .replace(':name', 'photo')
    .replace(':session', UUID_OF_NONE)

/** A change says nothing: it is refused for that, by whoever listens to it at all. */
const bodyOf = (method: string) => (method === 'GET' ? {} : { body: {} })

/** What came of a call. A failure, a wrong method or a missing session count as neither. */
function verdictOf({ status }: Received): 'allowed' | 'refused' | number {
  if (status === 403) return 'refused'
  return [200, 201, 204, 400, 404, 410, 412, 415, 422].includes(status) ? 'allowed' : status
}

const named = ({ view, edit }: Holding) => `view ${view.join(' ') || '-'}, edit ${edit.join(' ') || '-'}`

beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

test('the table has every call once, and no other', () => {
  const calls = TABLE.map(([method, path]) => `${method} ${path}`)
  expect(calls.toSorted()).toEqual(allEndpoints.map(({ method, path }) => `${method} ${path}`).toSorted())
})

describe.each(TABLE)('%s %s', (method, path, who) => {
  const call = (caller: Caller) => caller(method as Parameters<Caller>[0], pathOf(path), bodyOf(method))

  test('is served, so that a 404 is that of a record', () => {
    // Without its last slash, as the router knows it.
    expect(site.app.hasRoute({ method, url: path.slice(0, -1) })).toBe(true)
  })

  test('is for those whom the specification names, and for nobody else', async () => {
    const found: Record<string, unknown> = {}
    const specified: Record<string, unknown> = {}
    for (const role of ROLE_NAMES) {
      for (const holding of holdingsFor(who)) {
        const name = `${role}: ${named(holding)}`
        specified[name] = maySpecified(who, role, holding) ? 'allowed' : 'refused'
        found[name] = verdictOf(await call(await personWith(role, holding)))
      }
    }
    expect(found).toEqual(specified)
  })

  test('needs a session, unless it is for anybody', async () => {
    const { status } = await call(site.anybody)
    expect(status === 401).toBe(who !== 'anybody')
  })
})

test('what an administrator changes about a person counts with the next call of that person', async () => {
  const id = await hire(site.db, { role: 'dispatcher', view: ['drivers'] })
  const person = await site.as(id)
  const admin = await personWith('administrator', NOTHING)
  const statusOf = async (path: string) => (await person('GET', path)).status
  const change = async (body: object) =>
    expect((await admin('PATCH', `/api/users/users/${id}/`, { body })).status).toBe(200)
  expect([await statusOf('/api/drivers/'), await statusOf('/api/schedule/')]).toEqual([200, 403])
  // View of the schedule instead of view of the drivers.
  await change({ user_permissions: [5] })
  expect([await statusOf('/api/drivers/'), await statusOf('/api/schedule/')]).toEqual([403, 200])
  await change({ role: 'administrator' })
  expect([await statusOf('/api/drivers/'), await statusOf('/api/users/users/')]).toEqual([200, 200])
  await change({ role: 'dispatcher' })
  expect([await statusOf('/api/drivers/'), await statusOf('/api/users/users/')]).toEqual([403, 403])
})
