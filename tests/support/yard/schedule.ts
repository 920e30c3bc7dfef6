import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ScheduleDay } from '#contract/boards/schedule.ts'
import { type Caller, type ReceivedResponse, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { emptyAllButUsers } from '#tests/support/server/database.ts'

export const [MON, TUE, WED, THU] = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'] as const

/** An edit of a day in a request, valid or not. */
export interface SentDayEdit {
  readonly date: unknown
  readonly seen?: unknown
  readonly status?: unknown
  readonly description?: unknown
}

/** A user who may edit the schedule, on one device. */
export interface Planner {
  readonly user: number
  readonly call: Caller
  readonly setDays: (driver: unknown, days: readonly SentDayEdit[]) => Promise<ReceivedResponse>
  readonly bulk: (body: object) => Promise<ReceivedResponse>
  readonly create: (body: object, seen?: number) => Promise<ReceivedResponse>
  readonly patch: (ref: number | string, body: object, seen?: number) => Promise<ReceivedResponse>
  /** The same user on another device; null sends no device id. */
  readonly onDevice: (device: string | null) => Planner
}

const ifMatch = (seen: number | undefined) => (seen === undefined ? {} : { 'if-match': `"${seen}"` })

function plannerOf(user: number, caller: Caller, device: string | null): Planner {
  const call: Caller = (method, path, sent = {}) =>
    caller(method, path, { ...sent, headers: { ...(device && { 'device-id': device }), ...sent.headers } })
  return {
    user,
    call,
    setDays: (driver, days) => call('POST', '/api/schedule/days/', { body: { driver, days } }),
    bulk: (body) => call('POST', '/api/schedule/status-bulk-edit/', { body }),
    create: (body, seen) => call('POST', '/api/schedule/', { body, headers: ifMatch(seen) }),
    patch: (ref, body, seen) => call('PATCH', `/api/schedule/${ref}/`, { body, headers: ifMatch(seen) }),
    onDevice: (other) => plannerOf(user, caller, other),
  }
}

/** Inserts a user who may edit the schedule, on a device of their own. */
export async function hirePlanner(site: TestApp, first_name: string): Promise<Planner> {
  const user = await hire(site.db, { first_name, view: ['schedule'], edit: ['schedule'] })
  return plannerOf(user, await site.as(user), randomUUID())
}

// `planningDesk` sets these up. They are live bindings: importers see the current values.
export let site: TestApp
export let maria: Planner
export let greg: Planner
/** The id of a driver without planned days and without a dispatcher, a new one in each test. */
export let driver: number

/**
 * Sets up a company in which Maria and Greg may edit the schedule, each on a device of their own. Each test starts with
 * one driver and no other data.
 */
export function planningDesk(): void {
  beforeAll(async () => {
    site = await testApp()
    maria = await hirePlanner(site, 'Maria')
    greg = await hirePlanner(site, 'Greg')
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    await emptyAllButUsers(site.db)
    driver = await hireDriver(site.db)
  })
}

/** The author and time of a change by Greg, as in a conflict. */
export const gregsChange = () => ({
  by: { id: greg.user, first_name: 'Greg', last_name: 'Lopez' },
  at: '2026-11-21T15:00:00.000000Z',
})

export interface DayRow extends Omit<ScheduleDay, 'status'> {
  readonly status: string | null
}

/** The stored rows of a driver by date, including cleared days. */
export function rowsOf({ db }: TestApp, driver: number): Promise<DayRow[]> {
  return db.query<DayRow>(
    'test.schedule_rows',
    `select id, date, status, description, driver_id as driver, client_id, version from schedule_days
     where driver_id = $1 order by date`,
    [driver],
  )
}

/** The history of a day, oldest first, as `version field: from → to`. */
export async function historyOf({ db }: TestApp, id: number): Promise<string[]> {
  const rows = await db.query<{ version: number; field: string; from_value: unknown; to_value: unknown }>(
    'test.schedule_history',
    `select version, field, from_value, to_value from history where area = 'schedule' and record_id = $1::text
     order by version, field`,
    [String(id)],
  )
  return rows.map(
    ({ version, field, from_value, to_value }) => `${version} ${field}: ${from_value ?? '∅'} → ${to_value ?? '∅'}`,
  )
}
