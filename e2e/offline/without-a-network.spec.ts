import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import {
  changesWaiting,
  dayCell,
  driverCard,
  driverStatus,
  nothingWaits,
  openWeek,
  setDay,
  setDriverStatus,
} from '#e2e/support/page/screens.ts'
import { apiAs } from '#e2e/support/server/api.ts'

interface WatchedWindow {
  readonly seen: Set<string>
}

/** In the page: notes each label that begins so, with the text of the link to the Outbox at that moment. */
function watchLabels(beginning: string): void {
  const seen = new Set<string>()
  Object.assign(globalThis, { seen })
  const look = () => {
    const label = document.querySelector(`[aria-label^="${beginning}"]`)?.getAttribute('aria-label')
    if (label) seen.add(`${label}; ${document.querySelector('nav a[href="/outbox"]')?.textContent}`)
  }
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  })
}

test('changes made offline survive a killed browser and reach the server once, in order', async ({
  tablet,
  scene,
  network,
}) => {
  const { api, driver, name } = scene
  let { page } = scene
  const before = await api.history('drivers', driver.id)
  await openWeek(page)

  network.set('down')
  await page.goto('/drivers')
  await expect(driverCard(page, name)).toBeVisible()
  await expect(page.getByText(/^Offline since/)).toBeVisible()
  await setDriverStatus(page, name, 'Vacation')
  await setDriverStatus(page, name, 'Firing')
  await expect(driverCard(page, name).getByRole('img', { name: 'Waiting to be sent' })).toBeVisible()

  await page.goto('/schedule?tab=edit')
  await setDay(page, dayCell(page, name, 2), 'Safety Orientation', 'Yard 7, 09:00')
  await changesWaiting(page, 3)

  await tablet.kill()
  await tablet.relaunch()
  page = tablet.page()
  await page.goto('/schedule')
  await expect(dayCell(page, name, 2)).toHaveAccessibleName(/Safety Orientation, Yard 7, 09:00/)
  await page.goto('/drivers')
  await expect(page.getByRole('button', { name: `Status of ${name}: Firing` })).toBeVisible()
  await changesWaiting(page, 3)
  expect(network.arrivals().size).toBe(0)

  network.set('none')
  await nothingWaits(page)
  await expect(page.getByRole('button', { name: `Status of ${name}: Firing` })).toBeVisible()

  expect(network.arrivals().size).toBe(3)
  expect([...network.arrivals().values()]).toEqual([1, 1, 1])
  const after = await api.driver(driver.id)
  expect(after).toMatchObject({ current_status: 'firing_process', version: driver.version + 2 })
  const changes = (await api.history('drivers', driver.id)).slice(before.length)
  const statuses = changes.filter((one) => one.field === 'status')
  expect(statuses.map((one) => [one.from, one.to])).toEqual([
    [driver.current_status, 'on_vacation'],
    ['on_vacation', 'firing_process'],
  ])
  const row = (await api.schedule()).flatMap((one) => one.drivers).find((one) => one.id === driver.id)
  const changed = row?.days.filter((day) => day.description === 'Yard 7, 09:00') ?? []
  expect(changed).toHaveLength(1)
  expect(changed[0]).toMatchObject({ status: 'safety_orientation' })
})

test('a response that is cut off after the commit is requested again, and the change is applied once', async ({
  scene,
  network,
}) => {
  const { page, api, driver, name } = scene
  network.set('cut_after_commit', (call) => call.method === 'PATCH')
  await setDriverStatus(page, name, 'Vacation')
  await expect.poll(() => Math.max(0, ...network.arrivals().values())).toBeGreaterThan(0)
  await expect.poll(async () => (await api.driver(driver.id)).current_status).toBe('on_vacation')
  await changesWaiting(page, 1)

  network.set('none')
  await nothingWaits(page)
  expect(network.arrivals().size).toBe(1)
  expect(Math.max(...network.arrivals().values())).toBeGreaterThan(1)
  expect((await api.driver(driver.id)).version).toBe(driver.version + 1)
  const statuses = (await api.history('drivers', driver.id)).filter((one) => one.field === 'status')
  expect(statuses.filter((one) => one.to === 'on_vacation' && one.version === driver.version + 1)).toHaveLength(1)
})

test('a server that is killed during a change has the change once after its restart', async ({
  yard,
  scene,
  network,
}) => {
  const { server } = yard
  const { page, driver, name } = scene
  network.delay(300)
  await setDriverStatus(page, name, 'Vacation')
  await server.stop('SIGKILL')
  await changesWaiting(page, 1)
  await server.start()
  network.delay(0)
  await nothingWaits(page)
  const again = await apiAs(server, 'dispatcher')
  expect(await again.driver(driver.id)).toMatchObject({ current_status: 'on_vacation', version: driver.version + 1 })
})

test('a connection that hangs or a captive portal is no network: rows stay, changes wait, nothing counts as sent', async ({
  scene,
  network,
}) => {
  const { page, api, driver, name } = scene

  network.set('hang')
  await page.reload()
  await expect(driverCard(page, name)).toBeVisible()
  await setDriverStatus(page, name, 'Vacation')
  await changesWaiting(page, 1)

  network.set('captive_portal')
  await page.reload()
  await expect(page.getByRole('button', { name: `Status of ${name}: Vacation` })).toBeVisible()
  await changesWaiting(page, 1)
  expect((await api.driver(driver.id)).current_status).toBe('on_the_road')
  await expect(page.getByText('This Wi-Fi may need you to sign in.')).toBeVisible()
  const [portal] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Open its page' }).click(),
  ])
  await expect(portal.getByRole('heading', { name: 'Accept our terms to go on' })).toBeVisible()
  await portal.close()

  network.set('none')
  await nothingWaits(page)
  expect(await api.driver(driver.id)).toMatchObject({ current_status: 'on_vacation', version: driver.version + 1 })
})

test('waiting changes are shown in the rows from the first moment of each page load', async ({ scene, network }) => {
  const { page, name } = scene
  network.set('down')
  await setDriverStatus(page, name, 'Vacation')
  await changesWaiting(page, 1)
  await page.addInitScript(watchLabels, `Status of ${name}:`)
  for (const start of ['first reload', 'second reload']) {
    await page.reload()
    await changesWaiting(page, 1)
    await expect(driverStatus(page, name, 'Vacation')).toBeVisible()
    const seen = await page.evaluate(() => [...(globalThis as unknown as WatchedWindow).seen])
    expect(seen, start).toEqual([expect.stringMatching(new RegExp(`^Status of ${name}: Vacation; .*1 change waiting`))])
  }
})

test('two tabs show the same state, and each change is sent once', async ({ tablet, api, subjects, network }) => {
  const [first, second] = subjects
  const left = tablet.page()
  const right = await tablet.context().newPage()
  await right.goto('/drivers')
  await expect(driverCard(right, first.name)).toBeVisible()

  network.set('down')
  await setDriverStatus(left, first.name, first.newTitle)
  await expect(driverStatus(right, first.name, first.newTitle)).toBeVisible()
  await setDriverStatus(right, second.name, second.newTitle)
  await changesWaiting(left, 2)

  network.set('none')
  await Promise.all([nothingWaits(left), nothingWaits(right)])
  expect([...network.arrivals().values()]).toEqual([1, 1])
  for (const { driver } of [first, second]) expect((await api.driver(driver.id)).version).toBe(driver.version + 1)
})

test('offline, sort orders and filters work on the rows stored on the device', async ({ ownTablet, api, network }) => {
  const drivers = await api.drivers()
  const away = drivers.filter((one) => one.current_status === 'on_vacation')
  const page = ownTablet.page()
  await page.goto('/')
  await expect(page.getByText(/^Saved for offline/)).toBeVisible({ timeout: 30_000 })
  network.set('down')
  await page.goto('/drivers?filter=on_vacation&sort=dispatcher')
  await expect(page.getByText(new RegExp(`^${away.length} drivers?`))).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(away.length)
  await page.goto('/schedule?sort=status')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expect(page.getByText('Not saved on this device yet')).toHaveCount(0)
})

test('a press during the loss of the network is not missed: the notice waits until the button is released', async ({
  tablet,
  network,
}) => {
  const page = tablet.page()
  const notice = page.getByText(/^Offline since/)
  const sort = page.getByRole('button', { name: /^Sort/ })
  await sort.hover()
  await page.mouse.down()
  const callsBefore = network.calls().length
  network.set('down')
  // The app has noticed the loss: it probes the network.
  await expect
    .poll(
      () =>
        network
          .calls()
          .slice(callsBefore)
          .filter((call) => call.includes('/api/')).length,
    )
    .toBeGreaterThan(1)
  await expect(notice).toBeHidden()
  await page.mouse.up()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(notice).toBeVisible()
})
