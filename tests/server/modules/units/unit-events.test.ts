import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Area } from '#contract/wire/access.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { giveUnit, hire, hireDriver } from '#tests/support/server/company.ts'
import { type EventClient, listenAs } from '#tests/support/server/event-client.ts'

let site: TestApp
let admin: Caller
const open = new Set<EventClient>()

// Only what is announced comes through: nothing here waits for the look that is taken now and then.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  site = await testApp()
  admin = await site.as(await hire(site.db, { role: 'administrator' }))
})
afterEach(() => {
  for (const client of open) client.close()
  open.clear()
})
afterAll(async () => {
  vi.useRealTimers()
  await site.close()
})

async function listen(...view: readonly Area[]): Promise<EventClient> {
  const client = await listenAs(site.app, await site.accessFor(await hire(site.db, { view })))
  open.add(client)
  await expect.poll(client.lastEventId).not.toBeNull()
  return client
}
const is = (area: string, id: number | string, version: number) => ({ event: 'change', data: { area, id, version } })

test('units that are made, changed and deleted are told to whoever may view their kind', async () => {
  const [trucks, trailers] = [await listen('trucks'), await listen('trailers')]
  await admin('POST', '/api/trucks/', { body: aTruck('1042') })
  await admin('POST', '/api/trailers/', { body: aTrailer() })
  await admin('PATCH', '/api/trucks/1042/', { body: { color: 'Red', year: 2020 } })
  await admin('DELETE', '/api/trailers/TL-1001/')
  await expect.poll(() => trucks.heard).toEqual([is('trucks', '1042', 1), is('trucks', '1042', 2)])
  await expect.poll(() => trailers.heard).toEqual([is('trailers', 'TL-1001', 1), is('trailers', 'TL-1001', 2)])
})

test('another driver is told of all that moves: the unit, the one that comes free, and both drivers', async () => {
  const [lena, terrence] = [await hireDriver(site.db), await hireDriver(site.db)]
  await giveUnit(site.db, lena, 'truck', 'A-1')
  await giveUnit(site.db, terrence, 'truck', 'A-2')
  const client = await listen('trucks', 'drivers')
  await admin('PATCH', '/api/trucks/A-1/', { body: { driver: terrence } })
  const told = [is('trucks', 'A-2', 2), is('trucks', 'A-1', 2), is('drivers', lena, 2), is('drivers', terrence, 2)]
  await expect.poll(() => client.heard).toHaveLength(4)
  expect(client.heard).toEqual(expect.arrayContaining(told))
})
