import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import {
  changesWaiting,
  driverCard,
  driverStatus,
  nothingWaits,
  openDrivers,
  setDriverStatus,
} from '#e2e/support/page/screens.ts'
import type { Gateway } from '#e2e/support/server/unreliable-proxy.ts'

const isApi = ({ path }: { readonly path: string }) => path.startsWith('/api/')
/** As gateways are known to answer where they have lost their routes, or want a sign-in of their own. */
const GATEWAYS: readonly Gateway[] = [
  { status: 404, says: { message: 'no Route matched with those values' } },
  { status: 403, says: { message: 'Forbidden' } },
  { status: 401, says: { message: 'Unauthorized' } },
  // As like the server's own words as can be.
  { status: 401, says: { detail: 'Token is invalid or expired', code: 'token_not_valid' } },
  { status: 410, says: { detail: 'Gone.' } },
  { status: 200, says: {} },
]

test('a gateway that answers in JSON signs nobody out, empties no list and refuses no change', async ({
  ownScene,
  network,
}) => {
  const { page, driver, name, api } = ownScene
  network.set('down')
  await setDriverStatus(page, name, 'Vacation')
  await changesWaiting(page, 1)

  for (const gateway of GATEWAYS) {
    const said = `${gateway.status} ${JSON.stringify(gateway.says)}`
    network.set(gateway, isApi)
    const asked = network.calls().length
    await page.reload()
    await expect(driverCard(page, name), said).toBeVisible()
    await expect(driverStatus(page, name, 'Vacation'), said).toBeVisible()
    // The page asked who this is, and was told by the gateway.
    await expect.poll(() => network.calls().slice(asked).join('\n'), said).toContain('GET /api/users/users/me/')
    await expect(page.getByText(/^Offline since/), said).toBeVisible()
    await changesWaiting(page, 1)
    await page.getByRole('link', { name: 'Schedule' }).first().click()
    await page.getByRole('link', { name: 'Drivers' }).first().click()
    await expect(driverCard(page, name), said).toBeVisible()
    await expect(page.getByText(/could not be sent|Your session is over/), said).toHaveCount(0)
    const cookies = await page.context().cookies()
    expect(cookies.map((cookie) => cookie.name).sort(), said).toEqual(['access-token', 'refresh-token'])
  }

  network.set('none')
  await nothingWaits(page)
  await openDrivers(page)
  await expect(driverStatus(page, name, 'Vacation')).toBeVisible()
  expect(await api.driver(driver.id)).toMatchObject({ current_status: 'on_vacation', version: driver.version + 1 })
  expect([...network.arrivals().values()]).toEqual([1])
})
