import type { Page } from '@playwright/test'
import { fullName } from '#contract/wire/people.ts'
import { type BareTab, startBareBrowser } from '#e2e/support/bare-browser.ts'
import type { UserBrowser } from '#e2e/support/browser.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import {
  changesWaiting,
  dayCell,
  driverCard,
  nothingWaits,
  sendHeldChanges,
  setDriverStatus,
} from '#e2e/support/page/screens.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'
import { ACCOUNTS, type Account, PASSWORD } from '#e2e/support/server/server.ts'
import { SITE } from '#e2e/support/server/site.ts'
import type { UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

const isChange = (call: { readonly method: string }) => call.method === 'PATCH'
const statusButton = (page: Page, name: string, status: string) =>
  page.getByRole('button', { name: `Status of ${name}: ${status}` })

async function openAnother(browser: UserBrowser, path: string): Promise<Page> {
  const page = await browser.context().newPage()
  await page.goto(path)
  return page
}

const sendCount = (network: UnreliableProxy) => network.calls().filter((call) => call.startsWith('PATCH')).length

/** Waits until the change is sent for the second time, and prints how long that took. */
async function waitForHandover(network: UnreliableProxy, how: string): Promise<void> {
  const since = performance.now()
  await expect.poll(() => sendCount(network), { intervals: [20] }).toBe(2)
  process.stdout.write(`a ${how} tab handed over within ${Math.round(performance.now() - since)} ms\n`)
}

for (const way of ['closed', 'crashed'] as const) {
  test(`a tab that is ${way} while it sends hands over to another, and the change is applied once`, async ({
    scene,
    tablet,
    network,
  }) => {
    const { page: left, api, driver, name } = scene
    network.set('hang', isChange)
    await setDriverStatus(left, name, 'Vacation')
    await expect.poll(() => sendCount(network)).toBe(1)
    const right = await openAnother(tablet, '/drivers')
    await changesWaiting(right, 1)
    if (way === 'closed') await left.close()
    else await crash(left)
    await waitForHandover(network, way)

    network.set('none')
    await nothingWaits(right)
    expect([...network.arrivals().values()]).toEqual([1])
    expect(await api.driver(driver.id)).toMatchObject({ current_status: 'on_vacation', version: driver.version + 1 })
  })
}

async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // The crashed page can't respond.
  session.send('Page.crash').catch(() => undefined)
  await crashed
}

test('a tab that is frozen while it sends hands over to another, and the change is applied once', async ({
  network,
  api,
}) => {
  const driver = (await api.drivers()).find((one) => one.current_status === 'on_the_road')
  if (!driver) throw new Error('no driver of the demo company is on the road')
  const status = `button[aria-label^="Status of ${fullName(driver.user)}:"]`
  const browser = await startBareBrowser({ url: network.url })
  try {
    const left = await browser.open('/login')
    const shows = (tab: BareTab, what: string) => expect.poll(() => tab.run<boolean>(`Boolean(${what})`)).toBe(true)
    await shows(left, `document.querySelector('form')`)
    await left.run(signInScript('dispatcher'))
    await shows(left, `document.querySelector('${status}')`)
    network.set('hang', isChange)
    await left.run(`document.querySelector('${status}').click()`)
    const choice = `[...document.querySelectorAll('[role=menuitemradio]')].find((one) => one.textContent === 'Detention / Layover')`
    await shows(left, choice)
    await left.run(`${choice}.click()`)
    await expect.poll(() => sendCount(network)).toBe(1)
    const right = await browser.open('/drivers')
    const waits = `document.querySelector('nav')?.textContent.includes('1 change waiting')`
    await shows(right, waits)
    expect(await left.run('document.visibilityState')).toBe('hidden')
    await left.freeze()
    await waitForHandover(network, 'frozen')

    network.set('none')
    await shows(right, `document.querySelector('nav') && !${waits}`)
    await left.thaw()
    await shows(left, `document.querySelector('nav') && !${waits}`)
    expect([...network.arrivals().values()]).toEqual([1])
    expect(await api.driver(driver.id)).toMatchObject({
      current_status: 'detention__layover',
      version: driver.version + 1,
    })
  } finally {
    await browser.dispose()
  }
})

/** A script that signs in as the form does, without the form, and goes to the drivers. */
function signInScript(account: Account): string {
  return `(async () => {
    const body = JSON.stringify({ email: '${ACCOUNTS[account]}', password: '${PASSWORD}' })
    const headers = { 'content-type': 'application/json' }
    const tokens = await (await fetch('/api/auth/jwt/create/', { method: 'POST', headers, body })).json()
    for (const name of ['access', 'refresh']) document.cookie = name + '-token=' + tokens[name] + '; Path=/; SameSite=Strict'
    localStorage.setItem('haulyard:signed-in', 'yes')
    location.assign('/drivers')
  })()`
}

test('offline, a change in one tab appears in the other', async ({ scene, tablet, network }) => {
  const { page: left, name } = scene
  const right = await openAnother(tablet, '/drivers')
  await expect(driverCard(right, name)).toBeVisible()
  network.set('down')
  /** When the page shows the status, in milliseconds of the clock that both tabs share. */
  const shownAt = (page: Page) =>
    page.evaluate(
      (label) =>
        new Promise<number>((resolve) => {
          const look = () => {
            if (!document.querySelector(`button[aria-label="${label}"]`)) return
            watcher.disconnect()
            resolve(performance.timeOrigin + performance.now())
          }
          const watcher = new MutationObserver(look)
          watcher.observe(document.body, { subtree: true, childList: true, attributes: true })
        }),
      `Status of ${name}: Detention / Layover`,
    )
  const clickedAt = left.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const note = ({ target }: Event) => {
          if (!(target instanceof Element && target.closest('[role=menuitemradio]'))) return
          document.removeEventListener('click', note, true)
          resolve(performance.timeOrigin + performance.now())
        }
        document.addEventListener('click', note, true)
      }),
  )
  const times = Promise.all([clickedAt, shownAt(left), shownAt(right)])
  await setDriverStatus(left, name, 'Detention / Layover')
  const [clicked, shownHere, shownThere] = await times
  const after = (at: number) => `${Math.round(at - clicked)} ms`
  process.stdout.write(`shown ${after(shownHere)} after the click here, ${after(shownThere)} in the other tab\n`)
  await expect(statusButton(right, name, 'Detention / Layover')).toBeVisible()
})

test('signing out in one tab while another sends keeps the change, which is later sent only as its author', async ({
  ownScene,
  ownTablet,
  network,
}) => {
  const { page: left, api, driver, name } = ownScene
  const me = (await api.get<{ id: number }>('/api/users/users/me/')).id
  network.set('hang', isChange)
  await setDriverStatus(left, name, 'Vacation')
  await expect.poll(() => sendCount(network)).toBe(1)
  const right = await openAnother(ownTablet, '/drivers')
  await changesWaiting(right, 1)
  await right.getByRole('button', { name: 'Log out' }).click()
  await right.getByRole('button', { name: 'Keep and log out' }).click()
  await expect(left).toHaveURL(/\/login/)
  // The browser itself would resend a request that still hangs when its connection breaks.
  await expect.poll(() => network.hangingCount()).toBe(0)

  network.set('none')
  await signIn(right, 'admin', { remember: true })
  await left.goto('/drivers')
  await expect(statusButton(left, name, 'On The Road')).toBeVisible()
  expect(network.arrivals().size).toBe(0)
  await right.getByRole('button', { name: 'Log out' }).click()
  await right.getByRole('button', { name: 'Confirm' }).click()
  await expect(left).toHaveURL(/\/login/)
  await signIn(right, 'dispatcher')
  await sendHeldChanges(right)
  await expect.poll(async () => (await api.driver(driver.id)).current_status).toBe('on_vacation')
  const last = (await api.history('drivers', driver.id)).filter((one) => one.field === 'status').at(-1)
  expect(last?.user?.id).toBe(me)
  expect([...network.arrivals().values()]).toEqual([1])
})

test.describe('background sync', () => {
  // The headless shell has no background sync.
  test.use({ isFullChromium: true })

  test('wakes the app to send waiting changes', async ({ scene, network }) => {
    const { page, name } = scene
    network.set('down')
    await setDriverStatus(page, name, 'Vacation')
    await changesWaiting(page, 1)
    // The browser itself may start the worker at once: it reports a network.
    const woken = page.evaluate(
      () =>
        new Promise<unknown>((resolve) => {
          navigator.serviceWorker.addEventListener('message', ({ data }) => resolve(data), { once: true })
        }),
    )
    const tags = await page.evaluate(async () => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
      const registration = (await navigator.serviceWorker.ready) as unknown as {
        readonly sync: { getTags(): Promise<readonly string[]> }
      }
      return registration.sync.getTags()
    })
    expect(tags).toContain('send-waiting')

    const session = await page.context().newCDPSession(page)
    const registration = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations
        if (first) resolve(first.registrationId)
      })
    })
    await session.send('ServiceWorker.enable')
    const registrationId = await registration
    await session.send('ServiceWorker.dispatchSyncEvent', {
      origin: SITE,
      registrationId,
      tag: 'send-waiting',
      lastChance: false,
    })
    expect(await woken).toEqual({ type: 'SEND_WAITING' })
  })
})

test('a stylesheet that could not be loaded is requested again with its part', async ({ tablet }) => {
  const page = tablet.page()
  await page.goto('/drivers')
  const sheet = page.locator('link[href="/assets/missing.css"]')
  await page.evaluate(() => {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href: '/assets/missing.css' })
    document.head.append(link)
  })
  // The loader of the parts takes a stylesheet that is in the page for loaded.
  await expect(sheet).toHaveCount(0)
})

test('diagnostics work offline, and the report contains no names, addresses or tokens', async ({
  scene,
  tablet,
  network,
}) => {
  const { page, driver, name } = scene
  network.set('down')
  await setDriverStatus(page, name, 'Vacation')
  await changesWaiting(page, 1)
  await page.goto('/diagnostics')
  const queue = page.getByRole('region', { name: 'Changes on this device', exact: true })
  await expect(queue).toContainText('drivers.changeStatus')
  await expect(page.getByRole('region', { name: 'Storage', exact: true })).toContainText('haulyard-outbox-(you)')

  // The request that this page made when it opened has failed.
  const calls = page.getByRole('region', { name: 'Last calls of this tab', exact: true })
  await expect(calls.getByRole('row', { name: /GET \/api\/users\/users\/me\/ network/ }).first()).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download report' }).click()
  const file = await (await downloading).createReadStream()
  const parts: Buffer[] = []
  for await (const part of file) parts.push(part as Buffer)
  const report = Buffer.concat(parts).toString()
  expect(report).toMatch(/drivers\.changeStatus \| \d+ \| (waiting|sending)/)
  expect(report).toMatch(/GET \/api\/users\/users\/me\/ \| network/)
  const cookies = await tablet.context().cookies()
  const secrets = [name, driver.user.last_name, 'haulyard.example', ...cookies.map((cookie) => cookie.value)]
  for (const secret of secrets.filter((one) => one.length > 3)) expect(report).not.toContain(secret)
})

test('two tabs and a new version: the tab of the former version keeps working, and no form is lost', async ({
  scene,
  tablet,
  network,
}) => {
  const { page: left, name } = scene
  const right = await openAnother(tablet, '/schedule?tab=edit')
  await dayCell(right, name, 2).dblclick()
  await right.getByRole('dialog').getByLabel('Description').fill('half a sentence')
  // The new version drops a file of the former version that no tab has loaded, and the server no longer has the file.
  const lost = await left.evaluate(async () => {
    const cache = await caches.open((await caches.keys()).find((one) => one.startsWith('workbox-precache')) ?? '')
    const paths = (await cache.keys()).map((request) => new URL(request.url).pathname)
    return paths.find((path) => /\/assets\/diagnostics-[^/]+\.js$/.test(path)) ?? ''
  })
  expect(lost).not.toBe('')
  const entry = new RegExp(`\\{[^{}]*${lost.slice(1).replaceAll('.', '\\.')}[^{}]*\\},?`)
  network.rewrite('/sw.js', (worker) => worker.replace(entry, ''))
  await left.reload()
  const update = left.getByRole('button', { name: 'Update' })
  await update.click({ timeout: 20_000 })
  await expect(left.getByText(/A form holds input that is not saved/)).toBeVisible()

  // Bypasses the app's own rule, like a browser that stops the service worker of the former version.
  await left.evaluate(async () => {
    const { waiting } = await navigator.serviceWorker.ready
    const isServed = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
    waiting?.postMessage({ type: 'SKIP_WAITING' })
    await isServed
  })
  network.set('down')
  await expect(right.getByRole('dialog').getByLabel('Description')).toHaveValue('half a sentence')
  expect(await right.evaluate(async (path) => (await fetch(path)).status, lost)).toBe(200)
  const reloaded = right.waitForEvent('load')
  await right.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await reloaded
  await expect(dayCell(right, name, 2)).toBeVisible()
})

test('an older version of the app leaves the store of a newer version alone, and says so', async ({ scene }) => {
  const { page, name } = scene
  const versionOf = () =>
    page.evaluate(async () => (await indexedDB.databases()).find(({ name }) => name?.startsWith('haulyard-outbox-')))
  const { name: store = '' } = (await versionOf()) ?? {}
  await page.evaluate(
    (store) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open(store, 99)
        opening.onsuccess = () => {
          opening.result.close()
          resolve()
        }
      }),
    store,
  )
  await page.reload()
  const banner = page
    .getByRole('alert')
    .filter({ hasText: 'A newer version of Haulyard has been used on this device.' })
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) }).click()
  await page.getByRole('menuitemradio', { name: 'Detention / Layover', exact: true }).click()
  await expect(page.getByText(/Reload the page to update; then save again/)).toBeVisible()
  await expect(statusButton(page, name, 'On The Road')).toBeVisible()
  expect(await versionOf()).toEqual({ name: store, version: 99 })
})
