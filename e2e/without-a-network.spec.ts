import { expect } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { test } from './support/fixtures.ts'
import { dispatcherAtTheDrivers } from './support/scene.ts'
import { changesWaiting, dayCell, driverCard, nothingWaits, setDay, setDriverStatus } from './support/screens.ts'
import { readyForOffline, signIn } from './support/sign-in.ts'

test('what was changed in a dead zone outlives a killed browser and reaches the server once, in order', async ({
  browserOfOne,
  network,
  server,
}) => {
  const scene = await dispatcherAtTheDrivers(browserOfOne, server, { remember: true })
  const { api, driver, name } = scene
  let { page } = scene
  const before = await api.history('drivers', driver.id)
  await page.goto('/schedule?tab=edit')
  const seenDay = dayCell(page, name, 2)
  await expect(seenDay).toBeVisible()

  network.set('down')
  await page.goto('/drivers')
  await expect(driverCard(page, name)).toBeVisible()
  await expect(page.getByText(/^Offline since/)).toBeVisible()
  await setDriverStatus(page, name, 'Vacation')
  await setDriverStatus(page, name, 'Firing')
  await expect(driverCard(page, name).getByRole('img', { name: 'Waiting to be sent' })).toBeVisible()

  await page.goto('/schedule?tab=edit')
  await setDay(page, dayCell(page, name, 2), 'Safety Orientation', 'Yard 4, 08:00')
  await changesWaiting(page, 3)

  await browserOfOne.kill()
  await browserOfOne.relaunch()
  page = browserOfOne.page()
  await page.goto('/schedule')
  await expect(dayCell(page, name, 2)).toHaveAccessibleName(/Safety Orientation, Yard 4, 08:00/)
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
  const changed = row?.days.filter((day) => day.description === 'Yard 4, 08:00') ?? []
  expect(changed).toHaveLength(1)
  expect(changed[0]).toMatchObject({ status: 'safety_orientation' })
})

test('an answer that is cut off after the commit is asked for again, and the change is made once', async ({
  browserOfOne,
  network,
  server,
}) => {
  const { page, api, driver, name } = await dispatcherAtTheDrivers(browserOfOne, server)
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

test('a server that is killed under the change has it once when it is back', async ({
  browserOfOne,
  network,
  server,
}) => {
  const { page, driver, name } = await dispatcherAtTheDrivers(browserOfOne, server)
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

test('a connection that hangs or a captive portal is no network: rows stay, changes wait, nothing is taken for done', async ({
  browserOfOne,
  network,
  server,
}) => {
  const { page, api, driver, name } = await dispatcherAtTheDrivers(browserOfOne, server)

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

  network.set('none')
  await nothingWaits(page)
  expect(await api.driver(driver.id)).toMatchObject({ current_status: 'on_vacation', version: driver.version + 1 })
})

test('two tabs show one truth, and only one of them sends', async ({ browserOfOne, network, server }) => {
  const api = await apiAs(server, 'dispatcher')
  const [first, second] = await api.drivers()
  if (!first || !second) throw new Error('the demo company has no two drivers')
  const nameOf = (one: typeof first) => `${one.user.first_name} ${one.user.last_name}`
  const left = browserOfOne.page()
  await signIn(left, 'dispatcher', { remember: true })
  await left.goto('/drivers')
  await readyForOffline(left)
  const right = await browserOfOne.context().newPage()
  await right.goto('/drivers')
  await expect(driverCard(right, nameOf(first))).toBeVisible()

  network.set('down')
  const to = (one: typeof first) => (one.current_status === 'on_vacation' ? 'Firing' : 'Vacation')
  await setDriverStatus(left, nameOf(first), to(first))
  await expect(right.getByRole('button', { name: `Status of ${nameOf(first)}: ${to(first)}` })).toBeVisible()
  await setDriverStatus(right, nameOf(second), to(second))
  await changesWaiting(left, 2)

  network.set('none')
  await Promise.all([nothingWaits(left), nothingWaits(right)])
  expect([...network.arrivals().values()]).toEqual([1, 1])
  for (const one of [first, second]) expect((await api.driver(one.id)).version).toBe(one.version + 1)
})

test('without a network every sort and filter works over the rows on the device', async ({
  browserOfOne,
  network,
  server,
}) => {
  const api = await apiAs(server, 'dispatcher')
  const drivers = await api.drivers()
  const away = drivers.filter((one) => one.current_status === 'on_vacation')
  const page = browserOfOne.page()
  await signIn(page, 'dispatcher')
  await expect(page.getByText(/^Saved for offline/)).toBeVisible({ timeout: 30_000 })
  await readyForOffline(page)
  network.set('down')
  await page.goto('/drivers?filter=on_vacation&sort=dispatcher')
  await expect(page.getByText(new RegExp(`^${away.length} drivers?`))).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(away.length)
  await page.goto('/schedule?sort=status')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expect(page.getByText('Not saved on this device yet')).toHaveCount(0)
})
