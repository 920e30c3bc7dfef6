import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { type Caller, type ReceivedResponse, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

/** The areas, in the order of their numbers in the specification. */
const AREA_NAMES = ['dispatchers', 'drivers', 'schedule', 'maintenance', 'trailers', 'trucks'] as const
const ROLE_NAMES = ['administrator', 'dispatcher', 'driver', 'fleet_manager'] as const
type AreaNumber = 0 | 1 | 2 | 3 | 4 | 5
type RoleName = (typeof ROLE_NAMES)[number]

/**
 * The users who may make a call. Administrators may make every call. `picker`: users who may view or edit one of the
 * areas that show the picker. `one view of`: users who may view one of the areas.
 */
type AllowedUsers =
  | 'anybody'
  | 'signed in'
  | 'administrator'
  | readonly ['view', AreaNumber]
  | readonly ['edit', AreaNumber]
  | readonly ['picker', ...AreaNumber[]]
  | readonly ['one view of', ...AreaNumber[]]

/**
 * Written by hand from the specification (roles and permissions, the app's calls, who may make which call) and compared
 * with the server's behavior. It must not be generated from the table by which the server decides.
 */
const TABLE: readonly (readonly [method: string, path: string, who: AllowedUsers])[] = [
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
  ['GET', '/api/schedule/dispatchers/', ['view', 2]],
  ['GET', '/api/schedule/drivers/', ['view', 2]],
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
  ['GET', '/api/pages/', 'signed in'],
  ['GET', '/api/sync/', 'signed in'],
  ['PATCH', '/api/uploads/:id/', 'signed in'],
  ['GET', '/api/uploads/:id/', 'signed in'],
  // Each file is checked against the permissions of its own record too.
  ['GET', '/api/files/:id/:name/', 'signed in'],
  ['GET', '/api/health/', 'anybody'],
]

/** The permissions of a user: areas by number. */
interface Permissions {
  readonly view: readonly AreaNumber[]
  readonly edit: readonly AreaNumber[]
}
const NOTHING: Permissions = { view: [], edit: [] }
const EVERY_AREA: readonly AreaNumber[] = [0, 1, 2, 3, 4, 5]
const EVERYTHING: Permissions = { view: EVERY_AREA, edit: EVERY_AREA }

const areasOf = (who: AllowedUsers): readonly AreaNumber[] =>
  typeof who === 'string' ? [] : (who.slice(1) as AreaNumber[])

/** No permissions; each area of the call alone with view, edit and both; and all areas except those of the call. */
function permissionsToTry(who: AllowedUsers): readonly Permissions[] {
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

function isSpecified(who: AllowedUsers, role: RoleName, { view, edit }: Permissions): boolean {
  if (role === 'administrator') return true
  if (who === 'administrator') return false
  if (typeof who === 'string') return true
  const [held] = who
  if (held === 'one view of') return areasOf(who).some((area) => view.includes(area))
  if (held !== 'picker') return { view, edit }[held].includes(who[1])
  return areasOf(who).some((area) => view.includes(area) || edit.includes(area))
}

let site: TestApp
const users = new Map<string, Promise<Caller>>()

/** A user with this role and these permissions, signed in. The same user is returned for the same arguments. */
function userWith(role: RoleName, { view, edit }: Permissions): Promise<Caller> {
  const name = JSON.stringify([role, view, edit])
  const areaNames = (areas: readonly AreaNumber[]) => areas.map((area) => AREA_NAMES[area])
  const hired = async () => site.as(await hire(site.db, { role, view: areaNames(view), edit: areaNames(edit) }))
  const person = users.get(name) ?? hired()
  users.set(name, person)
  return person
}

/** An id without a record, so that permitted calls change nothing: a number, or a UUID where the path requires one. */
const UNKNOWN_UUID = '019af3b0-0000-7000-8000-0000000000ff'
const HAS_UUID = /^\/api\/(?:auth\/sessions|devices|uploads|files)\//
const pathOf = (path: string) =>
  path
    .replace(':id', HAS_UUID.test(path) ? UNKNOWN_UUID : '999999999')
    .replace(':name', 'photo')
    .replace(':session', UNKNOWN_UUID)

/** The body of a change is empty: a call that gets past the permissions is refused for that. */
const bodyOf = (method: string) => (method === 'GET' ? {} : { body: {} })

/** The outcome of a call. A server error, a wrong method and a missing session count as neither. */
function outcomeOf({ status }: ReceivedResponse): 'allowed' | 'refused' | number {
  if (status === 403) return 'refused'
  return [200, 201, 204, 400, 404, 410, 412, 415, 422].includes(status) ? 'allowed' : status
}

const permissionText = ({ view, edit }: Permissions) => `view ${view.join(' ') || '-'}, edit ${edit.join(' ') || '-'}`

beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

test('the table lists every call exactly once', () => {
  const calls = TABLE.map(([method, path]) => `${method} ${path}`)
  expect(calls.toSorted()).toEqual(allEndpoints.map(({ method, path }) => `${method} ${path}`).toSorted())
})

describe.each(TABLE)('%s %s', (method, path, who) => {
  const call = (caller: Caller) => caller(method as Parameters<Caller>[0], pathOf(path), bodyOf(method))

  test('has a route, so that a 404 means a missing record', () => {
    // The router registers paths without the trailing slash.
    expect(site.app.hasRoute({ method, url: path.slice(0, -1) })).toBe(true)
  })

  test('is allowed for exactly the users that the specification names', async () => {
    const found: Record<string, unknown> = {}
    const specified: Record<string, unknown> = {}
    for (const role of ROLE_NAMES) {
      for (const holding of permissionsToTry(who)) {
        const name = `${role}: ${permissionText(holding)}`
        specified[name] = isSpecified(who, role, holding) ? 'allowed' : 'refused'
        found[name] = outcomeOf(await call(await userWith(role, holding)))
      }
    }
    expect(found).toEqual(specified)
  })

  test('requires a session unless it is public', async () => {
    const { status } = await call(site.signedOut)
    expect(status === 401).toBe(who !== 'anybody')
  })
})

test('a change of a user’s permissions or role applies to the user’s next call', async () => {
  const id = await hire(site.db, { role: 'dispatcher', view: ['drivers'] })
  const person = await site.as(id)
  const admin = await userWith('administrator', NOTHING)
  const statusOf = async (path: string) => (await person('GET', path)).status
  const change = async (body: object) =>
    expect((await admin('PATCH', `/api/users/users/${id}/`, { body })).status).toBe(200)
  expect([await statusOf('/api/drivers/'), await statusOf('/api/schedule/')]).toEqual([200, 403])
  // Permission 5: view of the schedule. It replaces view of the drivers.
  await change({ user_permissions: [5] })
  expect([await statusOf('/api/drivers/'), await statusOf('/api/schedule/')]).toEqual([403, 200])
  await change({ role: 'administrator' })
  expect([await statusOf('/api/drivers/'), await statusOf('/api/users/users/')]).toEqual([200, 200])
  await change({ role: 'dispatcher' })
  expect([await statusOf('/api/drivers/'), await statusOf('/api/users/users/')]).toEqual([403, 403])
})
