import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Area } from '#contract/wire/access.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDriver } from '#tests/support/server/company.ts'
import { type EventClient, listenAs } from '#tests/support/server/event-client.ts'

let site: TestApp
let admin: Caller
const open = new Set<EventClient>()

// With fake timers the periodic check never runs, so only announced changes arrive.
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
const changeEvent = (area: string, id: number | string, version: number) => ({
  event: 'change',
  data: { area, id, version },
})

test('created, changed and deleted units are announced to users who may view their kind', async () => {
  const [trucks, trailers] = [await listen('trucks'), await listen('trailers')]
  await admin('POST', '/api/trucks/', { body: aTruck('1042') })
  await admin('POST', '/api/trailers/', { body: aTrailer() })
  await admin('PATCH', '/api/trucks/1042/', { body: { color: 'Red', year: 2020 } })
  await admin('DELETE', '/api/trailers/TL-1001/')
  await expect.poll(() => trucks.received).toEqual([changeEvent('trucks', '1042', 1), changeEvent('trucks', '1042', 2)])
  await expect
    .poll(() => trailers.received)
    .toEqual([changeEvent('trailers', 'TL-1001', 1), changeEvent('trailers', 'TL-1001', 2)])
})

test('another driver is announced as a change of both units and both drivers', async () => {
  const [lena, terrence] = [await hireDriver(site.db), await hireDriver(site.db)]
  await assignUnit(site.db, lena, 'truck', 'A-1')
  await assignUnit(site.db, terrence, 'truck', 'A-2')
  const client = await listen('trucks', 'drivers')
  await admin('PATCH', '/api/trucks/A-1/', { body: { driver: terrence } })
  const expected = [
    changeEvent('trucks', 'A-2', 2),
    changeEvent('trucks', 'A-1', 2),
    changeEvent('drivers', lena, 2),
    changeEvent('drivers', terrence, 2),
  ]
  await expect.poll(() => client.received).toHaveLength(4)
  expect(client.received).toEqual(expect.arrayContaining(expected))
})
