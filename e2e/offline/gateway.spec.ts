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
/** Known responses of gateways that have lost their routes or want a sign-in of their own. */
const GATEWAYS: readonly Gateway[] = [
  { status: 404, body: { message: 'no Route matched with those values' } },
  { status: 403, body: { message: 'Forbidden' } },
  { status: 401, body: { message: 'Unauthorized' } },
  // The same body as the server's own 401.
  { status: 401, body: { detail: 'Token is invalid or expired', code: 'token_not_valid' } },
  { status: 410, body: { detail: 'Gone.' } },
  { status: 200, body: {} },
]

test('a gateway that responds in JSON signs no user out, empties no list and refuses no change', async ({
  ownScene,
  network,
}) => {
  const { page, driver, name, api } = ownScene
  network.set('down')
  await setDriverStatus(page, name, 'Vacation')
  await changesWaiting(page, 1)

  for (const gateway of GATEWAYS) {
    const label = `${gateway.status} ${JSON.stringify(gateway.body)}`
    network.set(gateway, isApi)
    const callsBefore = network.calls().length
    await page.reload()
    await expect(driverCard(page, name), label).toBeVisible()
    await expect(driverStatus(page, name, 'Vacation'), label).toBeVisible()
    // The page requested its user, and the gateway responded.
    await expect.poll(() => network.calls().slice(callsBefore).join('\n'), label).toContain('GET /api/users/users/me/')
    await expect(page.getByText(/^Offline since/), label).toBeVisible()
    await changesWaiting(page, 1)
    await page.getByRole('link', { name: 'Schedule' }).first().click()
    await page.getByRole('link', { name: 'Drivers' }).first().click()
    await expect(driverCard(page, name), label).toBeVisible()
    await expect(page.getByText(/could not be sent|Your session is over/), label).toHaveCount(0)
    const cookies = await page.context().cookies()
    expect(cookies.map((cookie) => cookie.name).sort(), label).toEqual(['access-token', 'refresh-token'])
  }

  network.set('none')
  await nothingWaits(page)
  await openDrivers(page)
  await expect(driverStatus(page, name, 'Vacation')).toBeVisible()
  expect(await api.driver(driver.id)).toMatchObject({ current_status: 'on_vacation', version: driver.version + 1 })
  expect([...network.arrivals().values()]).toEqual([1])
})
