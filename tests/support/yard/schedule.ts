import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ScheduleDay } from '#contract/boards/schedule.ts'
import { type Caller, type Received, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { emptyAllButUsers } from '#tests/support/server/database.ts'

export const [MON, TUE, WED, THU] = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'] as const

/** A wish for a day as it goes over the wire, right or wrong. */
export interface SentWish {
  readonly date: unknown
  readonly seen?: unknown
  readonly status?: unknown
  readonly description?: unknown
}

/** Somebody who plans, at one device. */
export interface Planner {
  readonly user: number
  readonly call: Caller
  readonly setDays: (driver: unknown, days: readonly SentWish[]) => Promise<Received>
  readonly bulk: (body: object) => Promise<Received>
  readonly make: (body: object, seen?: number) => Promise<Received>
  readonly patch: (ref: number | string, body: object, seen?: number) => Promise<Received>
  /** The same person at another device; null says of none. */
  readonly at: (device: string | null) => Planner
}

const match = (seen: number | undefined) => (seen === undefined ? {} : { 'if-match': `"${seen}"` })

function plannerOf(user: number, own: Caller, device: string | null): Planner {
  const call: Caller = (method, path, sent = {}) =>
    own(method, path, { ...sent, headers: { ...(device && { 'device-id': device }), ...sent.headers } })
  return {
    user,
    call,
    setDays: (driver, days) => call('POST', '/api/schedule/days/', { body: { driver, days } }),
    bulk: (body) => call('POST', '/api/schedule/status-bulk-edit/', { body }),
    make: (body, seen) => call('POST', '/api/schedule/', { body, headers: match(seen) }),
    patch: (ref, body, seen) => call('PATCH', `/api/schedule/${ref}/`, { body, headers: match(seen) }),
    at: (other) => plannerOf(user, own, other),
  }
}

/** Hires somebody who may plan, at a device of their own. */
export async function hirePlanner(site: TestApp, first_name: string): Promise<Planner> {
  const user = await hire(site.db, { first_name, view: ['schedule'], edit: ['schedule'] })
  return plannerOf(user, await site.as(user), randomUUID())
}

/** What `planningDesk` sets up; whoever imports these has them as they are then. */
export let site: TestApp
export let maria: Planner
export let greg: Planner
/** Somebody for whom nothing is planned and whom nobody leads, another one in each test. */
export let driver: number

/** A company in which Maria and Greg plan, each at a device of their own; before each test it has one driver and nothing else. */
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

/** What a conflict says of a change that Greg made. */
export const gregs = () => ({
  by: { id: greg.user, first_name: 'Greg', last_name: 'Lopez' },
  at: '2026-11-21T15:00:00.000000Z',
})

export interface DayRow extends Omit<ScheduleDay, 'status'> {
  readonly status: string | null
}

/** The rows of a driver by date, cleared ones too. */
export function rowsOf({ db }: TestApp, driver: number): Promise<DayRow[]> {
  return db.query<DayRow>(
    'test.schedule_rows',
    `select id, date, status, description, driver_id as driver, client_id, version from schedule_days
     where driver_id = $1 order by date`,
    [driver],
  )
}

/** What the history says of a day, oldest first: `version field: from → to`. */
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
