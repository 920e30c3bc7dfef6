import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareScheduleRows, type ScheduleRow, scheduleEndpoints } from '#contract/boards/schedule.ts'
import type { Area } from '#contract/wire/access.ts'
import type { Page } from '#contract/wire/page.ts'
import type { ChangedList } from '#contract/wire/sync.ts'
import { scheduleChanges } from '#src/areas/schedule/schedule-row-changes.ts'
import type { Changes } from '#src/offline/query-storage/changed-rows.ts'
import type { ListData } from '#src/offline/reading/list-pages.ts'
import { aTruck } from '#tests/support/builders/a-unit.ts'
import { seededRandom } from '#tests/support/seeded-random.ts'
import type { Caller } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import {
  COMPANY_CHANGES,
  type CompanyChangeName,
  Draw,
  findCompanyIds,
  READER,
} from '#tests/support/sync/company-changes.ts'
import { type SyncedCompany, syncedCompany } from '#tests/support/sync/synced-company.ts'

/** `SYNC_CHANGES=2000 SYNC_SEED=1 npx vitest run …` makes a longer run. A failure prints the change that caused it. */
const SEED = Number(process.env.SYNC_SEED ?? 36)
const CHANGES = Number(process.env.SYNC_CHANGES ?? 150)

const NAMES = [scheduleEndpoints.dispatchers.name, scheduleEndpoints.drivers.name].join()
/** The two spans that devices store, from the Sunday of the company's week. */
const SPANS = [
  { start: '2026-11-15', end: '2026-11-28' },
  { start: '2026-11-22', end: '2026-12-05' },
] as const
const ORDER = 'first_name,last_name'
/** Changes that no row of the schedule shows. */
const NO_CHANGE = /department|vendor|manager|rate/
/** Dispatchers of which a device has loaded the rows. */
const LOADED = 2

let company: SyncedCompany

beforeAll(async () => {
  company = await syncedCompany()
})
afterAll(() => company.site.close())

type Schedule = ListData<ScheduleRow>

async function fetchSchedule(caller: Caller, span: (typeof SPANS)[number]): Promise<Schedule> {
  const query = `date_after=${span.start}&date_before=${span.end}&ordering=${ORDER}&limit=1000`
  const { status, body, text } = await caller('GET', `/api/schedule/?${query}`)
  if (status !== 200) throw new Error(`${status} ${text}`)
  const { results, count, next }: Page<ScheduleRow> = body
  return { rows: results, count, next }
}

/** A device of one user with the schedule of a span: in memory whole and in part, and in stored pages. */
class ScheduleDevice {
  readonly #caller: Caller
  readonly #span: (typeof SPANS)[number]
  readonly #how: ReturnType<typeof scheduleChanges>
  #whole: Schedule | null = null
  #part: Schedule | null = null
  /** How often the changed rows could not be applied. */
  fetched = 0
  applied = 0

  constructor(caller: Caller, span: (typeof SPANS)[number]) {
    this.#caller = caller
    this.#span = span
    this.#how = scheduleChanges(span, compareScheduleRows(ORDER))
  }

  /** Applies the server's changed rows and compares everything with what the server returns now. */
  async take(received: readonly ChangedList[], after: string): Promise<void> {
    const changes = this.#how.changes.receive(received)
    expect(changes, after).not.toBeNull()
    if (changes === null) return
    const before = this.#whole
    this.#whole = before && this.#how.apply(before, changes)
    const stored = before && (await this.#stored(before.rows, changes))
    this.#part = this.#part && this.#how.apply(this.#part, changes)
    const now = await fetchSchedule(this.#caller, this.#span)
    if (before !== null && this.#whole === null) this.fetched += 1
    if (this.#whole !== null) {
      this.applied += 1
      expect({ after, ...this.#whole }).toEqual({ after, ...now })
      expect({ after, stored }).toEqual({ after, stored: now.rows })
    }
    if (this.#part !== null) {
      const { rows } = this.#part
      expect({ after, rows }).toEqual({ after, rows: now.rows.slice(0, rows.length) })
    }
    this.#whole = now
    this.#part = { rows: now.rows.slice(0, LOADED), count: now.count, next: `?offset=${LOADED}` }
  }

  /** The rows in stored pages of two with the changes. The count must be theirs. */
  async #stored(rows: readonly ScheduleRow[], changes: Changes) {
    const pages = Array.from({ length: Math.ceil(rows.length / 2) }, (_, at) => rows.slice(at * 2, at * 2 + 2))
    const read = async (at: number) => ({ count: 0, next: null, previous: null, results: pages[at] ?? [] })
    const counted = await this.#how.changes.counted?.(read, pages.length, changes)
    if (!counted) return null
    const unpacked = this.#how.changes.unpack(JSON.parse(JSON.stringify(counted.rows)))
    if (unpacked === null) throw new Error('the stored changes are invalid')
    const merged = this.#how.changes.merged(read, pages.length, { rows: unpacked, gone: counted.gone })
    const results = await Promise.all(pages.map(async (_, at) => (await merged(at))?.results ?? []))
    expect(results.flat()).toHaveLength(rows.length + counted.count)
    return results.flat()
  }
}

/** What different users see of the schedule: with and without papers and services. */
const VIEWERS: readonly (readonly Area[])[] = [['schedule'], ['schedule', 'drivers', 'trucks']]

/** Devices of users who see different parts of the schedule. */
async function openDevices() {
  const callers = [company.admin]
  for (const view of VIEWERS) {
    const email = `${READER}schedule-${randomUUID()}@haulyard.example`
    callers.push(await company.site.as(await hire(company.site.db, { role: 'driver', view, email })))
  }
  const devices = callers.flatMap((caller) =>
    SPANS.map((span) => ({ caller, device: new ScheduleDevice(caller, span) })),
  )
  for (const { device } of devices) await device.take([], 'the start')
  let { position } = (await company.admin('GET', '/api/sync/')).body
  const sum = (of: (device: ScheduleDevice) => number) => devices.reduce((total, { device }) => total + of(device), 0)
  return {
    /** Sends the changed rows to all devices and compares their schedules. */
    async follow(after: string) {
      for (const { caller, device } of devices) {
        const { body } = await caller('GET', `/api/sync/?after=${position}&lists=${NAMES}`)
        await device.take(body.lists, after)
      }
      position = (await company.admin('GET', `/api/sync/?after=${position}`)).body.position
    },
    fetched: () => sum(({ fetched }) => fetched),
    applied: () => sum(({ applied }) => applied),
  }
}

test('changed drivers and dispatchers make every copy of the schedule equal to the schedule', async () => {
  const draw = new Draw(seededRandom(SEED))
  const devices = await openDevices()
  const names = Object.keys(COMPANY_CHANGES).filter((name) => !NO_CHANGE.test(name)) as CompanyChangeName[]
  for (let at = 0; at < CHANGES; at += 1) {
    const name = draw.of(names)
    await company.make(name, draw)
    // Several changes at once, as for a device that was away.
    if (at % 3 === 0) await devices.follow(`${at}: ${name}`)
  }
  // Only a dispatcher who is new or has another name makes a device fetch the schedule.
  expect(devices.applied()).toBeGreaterThan(devices.fetched() * 3)
}, 240_000)

test('a unit in the workshop and drivers without a dispatcher are followed to the end', async () => {
  const { admin, site } = company
  const { drivers, dispatchers } = await findCompanyIds(site.db)
  const [driver, ...others] = drivers
  const [dispatcher] = dispatchers
  const id = '4711'
  const truck = `/api/trucks/${id}/`
  const workshop = { status: 'on_service', status_date_from: '2026-11-20', status_date_to: '2026-11-30' }
  const join = (one: unknown, to: unknown) => ['PATCH', `/api/drivers/${one}/`, { dispatcher: to }] as const
  const steps = [
    ['PATCH', `/api/dispatchers/${dispatcher}/`, { status: 'working' }],
    ['POST', '/api/trucks/', aTruck(id, { gomotive_id: 77_001, pilot_flying_j_truck: 77_002 })],
    ...drivers.map((one) => join(one, dispatcher)),
    join(driver, null),
    join(others[0], null),
    join(driver, dispatcher),
    join(others[0], dispatcher),
    ['PATCH', `/api/drivers/${driver}/`, { truck_id: id }],
    ['PATCH', truck, workshop],
    ['PATCH', truck, { status_date_to: '2026-11-24' }],
    // The next driver, and whatever change after that: nothing leads to the driver before any more.
    ['PATCH', truck, { driver: others[0] }, 'more'],
    ['PATCH', truck, { unit_number: '4712' }],
    ['PATCH', truck, { ...workshop, driver: null }],
    ['DELETE', truck, undefined],
  ] as const
  const devices = await openDevices()
  for (const [method, path, body, more] of steps) {
    const { status, text } = await admin(method, path, body ? { body } : {})
    expect(status, `${method} ${path} ${JSON.stringify(body)}: ${text}`).toBeLessThan(300)
    if (more === undefined) await devices.follow(`${method} ${path} ${JSON.stringify(body)}`)
  }
  expect(devices.fetched()).toBe(0)
}, 60_000)
