import { afterAll, beforeAll, expect, test } from 'vitest'
import { AREAS, type Area } from '#contract/wire/access.ts'
import type { ChangedList } from '#contract/wire/sync.ts'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { seededRandom } from '#tests/support/seeded-random.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDispatcher, hireDriver } from '#tests/support/server/company.ts'
import { listenAs } from '#tests/support/server/event-client.ts'
import {
  COMPANY_CHANGES,
  COMPANY_PASSWORD,
  type CompanyChangeName,
  Draw,
  drawChange,
  findCompanyIds,
  READER,
} from '#tests/support/sync/company-changes.ts'
import { ListReplica } from '#tests/support/sync/list-replica.ts'

/** `SYNC_CHANGES=5000 SYNC_SEED=1 npx vitest run …` makes a longer run. A failure prints the change that caused it. */
const SEED = Number(process.env.SYNC_SEED ?? 34)
const CHANGES = Number(process.env.SYNC_CHANGES ?? 200)
const CHANGE_NAMES = Object.keys(COMPANY_CHANGES) as CompanyChangeName[]

/** Users who see different parts of the rows. */
const VIEWERS: readonly (readonly Area[])[] = [['drivers'], ['dispatchers', 'schedule'], ['trucks'], ['maintenance']]

let site: TestApp
let admin: Caller
let boss: number

beforeAll(async () => {
  site = await testApp()
  boss = await hire(site.db, { role: 'administrator', password_hash: await hashPassword(COMPANY_PASSWORD) })
  admin = await site.as(boss)
  for (let at = 0; at < 3; at += 1) await hireDispatcher(site.db)
  for (let at = 0; at < 5; at += 1) await hireDriver(site.db)
  for (let at = 0; at < 2; at += 1) await hire(site.db, { role: 'fleet_manager', view: AREAS, edit: AREAS })
  for (let at = 0; at < 5; at += 1) await admin('POST', '/api/trucks/', { body: aTruck(`10${at}`) })
  for (let at = 0; at < 4; at += 1) await admin('POST', '/api/trailers/', { body: aTrailer({ id: `TL-${at}` }) })
  await site.db.query(
    'test.photos',
    `update users set photo = '/api/files/' || gen_random_uuid() || '/photo.jpg' where id % 2 = 0`,
  )
})
afterAll(() => site.close())

/** Makes a change. Returns whether the server accepted it. */
async function make(name: CompanyChangeName, draw: Draw): Promise<boolean> {
  const change = drawChange(name, await findCompanyIds(site.db), draw)
  if (change === null) return false
  const { method, path, body } = change
  const { status } = await admin(method, path, { body })
  expect(status).toBeLessThan(500)
  return status < 300
}

/** Changes per comparison of the copies of users who see only some rows and fields. */
const CHANGES_PER_ROUND = 10

async function expectNoDifference(replica: ListReplica, after: string): Promise<void> {
  await replica.follow()
  expect({ after, differences: await replica.repair() }).toEqual({ after, differences: [] })
}

const hireReader = (view: readonly Area[], at: string) =>
  hire(site.db, { role: 'driver', view, email: `${READER}${at}${view[0]}@haulyard.example` })

test('after any change, the changed rows make every copy of a list equal to the list, for each user', async () => {
  const draw = new Draw(seededRandom(SEED))
  const others: ListReplica[] = []
  for (const view of VIEWERS) {
    others.push(await ListReplica.fetch(await site.as(await hireReader(view, 'polling-'))))
  }
  const all = await ListReplica.fetch(admin)
  const accepted = new Set<CompanyChangeName>()
  const isOver = (at: number) => at >= CHANGES && accepted.size === CHANGE_NAMES.length
  for (let at = 0; at < CHANGES * 4 && !isOver(at); at += 1) {
    const name = draw.of(CHANGE_NAMES)
    if (!(await make(name, draw))) continue
    accepted.add(name)
    await expectNoDifference(all, `${at}: ${name}`)
    if (at % CHANGES_PER_ROUND === 0) for (const other of others) await expectNoDifference(other, `${at}: ${name}`)
  }
  for (const other of others) await expectNoDifference(other, 'the end')
  expect(CHANGE_NAMES.filter((name) => !accepted.has(name))).toEqual([])
}, 240_000)

/** A copy of the lists that receives rows from the event stream only. */
async function openStream(user: number) {
  const access = await site.accessFor(user)
  const client = await listenAs(site.app, access, { rows: true })
  await expect.poll(client.lastEventId).not.toBeNull()
  // Links to photos belong to a session.
  const replica = await ListReplica.fetch(site.withAccess(access))
  let applied = 0
  return {
    close: client.close,
    /** Applies what has arrived. Returns the differences that are left. */
    async differences() {
      for (const { event, data } of client.received.slice(applied)) {
        expect(event).toBe('rows')
        replica.apply((data as { lists: readonly ChangedList[] }).lists)
        applied += 1
      }
      return replica.differences()
    },
  }
}

test('after any changes, the rows of the event stream make every copy of a list equal to the list', async () => {
  const draw = new Draw(seededRandom(SEED + 1))
  const viewers = await Promise.all(VIEWERS.map((view) => hireReader(view, 'listening-')))
  const streams = await Promise.all([...viewers, boss].map(openStream))
  for (let at = 0; at < CHANGES / 2; at += 1) {
    await make(draw.of(CHANGE_NAMES), draw)
    if (at % CHANGES_PER_ROUND > 0) continue
    for (const stream of streams) await expect.poll(() => stream.differences(), { timeout: 20_000 }).toEqual([])
  }
  for (const { close } of streams) close()
}, 240_000)
