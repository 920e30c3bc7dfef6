import { type Api, apiAs } from '#e2e/support/server/api.ts'
import { startBrowser, type UserBrowser } from '../browser.ts'
import { aShopTruck } from './inspections.ts'
import { test as officeTest } from './office.ts'

interface ShopFixtures {
  /** The API, signed in as the fleet manager, without the simulated network. Tests verify results here. */
  readonly manager: Api
  /** A fleet manager's used tablet with a camera. No page is open on it yet. */
  readonly shop: UserBrowser
  /** A truck for this test only, with 120,345.678 miles and without a report. */
  readonly truck: string
}

/** `test` of the office with a fleet manager in the yard. */
export const test = officeTest.extend<ShopFixtures>({
  manager: async ({ yard }, use) => use(await apiAs(yard.server, 'manager')),
  shop: async ({ network, managerProfile, height }, use) => {
    const shop = await startBrowser({ url: network.url, height, hasCamera: true, copyOf: managerProfile })
    await use(shop)
    await shop.dispose()
  },
  truck: async ({ admin }, use) => use(await aShopTruck(admin)),
})
