import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Area } from '#contract/wire/access.ts'
import type { ChangedList } from '#contract/wire/sync.ts'
import { seededRandom } from '#tests/support/seeded-random.ts'
import { hire } from '#tests/support/server/company.ts'
import { listenAs } from '#tests/support/server/event-client.ts'
import { COMPANY_CHANGES, type CompanyChangeName, Draw, READER } from '#tests/support/sync/company-changes.ts'
import { ListReplica } from '#tests/support/sync/list-replica.ts'
import { type SyncedCompany, syncedCompany } from '#tests/support/sync/synced-company.ts'

/** `SYNC_CHANGES=5000 SYNC_SEED=1 npx vitest run …` makes a longer run. A failure prints the change that caused it. */
const SEED = Number(process.env.SYNC_SEED ?? 34)
const CHANGES = Number(process.env.SYNC_CHANGES ?? 200)
const CHANGE_NAMES = Object.keys(COMPANY_CHANGES) as CompanyChangeName[]

/** Users who see different parts of the rows. */
const VIEWERS: readonly (readonly Area[])[] = [['drivers'], ['dispatchers', 'schedule'], ['trucks'], ['maintenance']]

let company: SyncedCompany

beforeAll(async () => {
  company = await syncedCompany()
})
afterAll(() => company.site.close())

/** Changes per comparison of the copies of users who see only some rows and fields. */
const CHANGES_PER_ROUND = 10

async function expectNoDifference(replica: ListReplica, after: string): Promise<void> {
  await replica.follow()
  expect({ after, differences: await replica.repair() }).toEqual({ after, differences: [] })
}

const hireReader = (view: readonly Area[], at: string) =>
  hire(company.site.db, { role: 'driver', view, email: `${READER}${at}${view[0]}@haulyard.example` })

test('after any change, the changed rows make every copy of a list equal to the list, for each user', async () => {
  const draw = new Draw(seededRandom(SEED))
  const others: ListReplica[] = []
  for (const view of VIEWERS) {
    others.push(await ListReplica.fetch(await company.site.as(await hireReader(view, 'polling-'))))
  }
  const all = await ListReplica.fetch(company.admin)
  const accepted = new Set<CompanyChangeName>()
  const isOver = (at: number) => at >= CHANGES && accepted.size === CHANGE_NAMES.length
  for (let at = 0; at < CHANGES * 4 && !isOver(at); at += 1) {
    const name = draw.of(CHANGE_NAMES)
    if (!(await company.make(name, draw))) continue
    accepted.add(name)
    await expectNoDifference(all, `${at}: ${name}`)
    if (at % CHANGES_PER_ROUND === 0) for (const other of others) await expectNoDifference(other, `${at}: ${name}`)
  }
  for (const other of others) await expectNoDifference(other, 'the end')
  expect(CHANGE_NAMES.filter((name) => !accepted.has(name))).toEqual([])
}, 240_000)

/** A copy of the lists that receives rows from the event stream only. */
async function openStream(user: number) {
  const { site } = company
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
  const streams = await Promise.all([...viewers, company.boss].map(openStream))
  for (let at = 0; at < CHANGES / 2; at += 1) {
    await company.make(draw.of(CHANGE_NAMES), draw)
    if (at % CHANGES_PER_ROUND > 0) continue
    for (const stream of streams) await expect.poll(() => stream.differences(), { timeout: 20_000 }).toEqual([])
  }
  for (const { close } of streams) close()
}, 240_000)
