import type { Truck } from '#contract/units/units.ts'
import type { Page } from '#contract/wire/page.ts'
import { expect } from '#e2e/support/expect.ts'
import { listRequestCount, setStatus } from '#e2e/support/live-updates.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { firstDrivers, readyForOffline } from './actions.ts'
import type { Engine } from './driver/engine-browser.ts'
import { test } from './fixtures.ts'

/** Whether this page has received what the device missed before its event stream began. */
const hasCaughtUp = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/sync/?after='))

const showsText = (text: string) => document.querySelector('main')?.textContent?.includes(text) === true

/** Changes the color of the first truck in the list. */
async function paintFirstTruck(api: Api, color: string): Promise<void> {
  const [truck] = (await api.get<Page<Truck>>('/api/trucks/?ordering=id&limit=1')).results
  if (!truck) throw new Error('the demo company has no truck')
  expect(await api.patch(`/api/trucks/${truck.id}/`, { color })).toBe(200)
}

export function testLiveRows(engine: Engine): void {
  test(`${engine} shows a colleague’s change in an open list and stores those of all lists, without a request for the list`, async ({
    tab: page,
    device,
    network,
    api,
  }) => {
    const [driver] = await firstDrivers(api)
    const color = `Mint for ${engine}`
    await readyForOffline(page)
    await page.open('/drivers')
    await page.untilWithin(20_000, hasCaughtUp)
    await page.find('button', `Status of ${driver.name}: On The Road`)
    const before = listRequestCount(network)
    await paintFirstTruck(api, color)
    await setStatus(api, driver.id, 'detention__layover')
    await page.find('button', `Status of ${driver.name}: Detention / Layover`)
    expect(listRequestCount(network)).toBe(before)
    expect(await device.consoleErrors()).toEqual([])
    network.set('down')
    await page.click('link', /^Trucks/)
    await page.until(showsText, color)
    await page.reload()
    await page.until(showsText, color)
    await page.open('/drivers')
    await page.find('button', `Status of ${driver.name}: Detention / Layover`)
    network.set('none')
  })
}
