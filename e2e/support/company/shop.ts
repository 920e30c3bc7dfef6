import { type Api, apiAs } from '#e2e/support/server/api.ts'
import { type PersonsBrowser, startBrowser } from '../browser.ts'
import { aShopTruck } from './inspections.ts'
import { test as atTheOffice } from './office.ts'

interface OfShop {
  /** The server as the fleet manager sees it past the network: the judge. */
  readonly manager: Api
  /** A fleet manager's used tablet, with a camera; nothing is opened on it yet. */
  readonly shop: PersonsBrowser
  /** A truck of the test's own, 120,345.678 miles old, without a report. */
  readonly truck: string
}

/** `test` of the office with a fleet manager in the yard. */
export const test = atTheOffice.extend<OfShop>({
  manager: async ({ yard }, use) => use(await apiAs(yard.server, 'manager')),
  shop: async ({ network, managerProfile, height }, use) => {
    const shop = await startBrowser({ url: network.url, height, hasCamera: true, copyOf: managerProfile })
    await use(shop)
    await shop.dispose()
  },
  truck: async ({ admin }, use) => use(await aShopTruck(admin)),
})
