import type { Page } from '@playwright/test'
import type { UserBrowser } from '#e2e/support/browser.ts'
import { expect } from '#e2e/support/expect.ts'
import { test } from '#e2e/support/fixtures.ts'
import { cardAt, scrollToCard, waitUntilTopCard } from '#e2e/support/page/list-place.ts'
import { readyForOffline, signIn } from '#e2e/support/page/sign-in.ts'
import { SITE } from '#e2e/support/server/site.ts'
import type { UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

const isList = (call: { readonly path: string }) => call.path.startsWith('/api/drivers/?')
/** The first call that the page's prefetch set makes. */
const isPrefetch = (call: string) => call.startsWith('GET /api/pages/')
/** Only an older browser loads it. */
const isFillIns = (path: string) => path.includes('/fill-ins-')
/**
 * The browser requests the icon for the tab, whatever the page does. The probe asks whether the server is reachable
 * while a response is late.
 */
const isOfNoPage = (call: string) => call.endsWith('/favicon.svg') || call === 'GET /api/health/'

/** A page of a browser that is signed in and has stored nothing else. */
async function coldPage(browser: UserBrowser): Promise<Page> {
  const page = browser.page()
  await signIn(page, 'dispatcher', { remember: true })
  // Otherwise the worker goes on with its installation.
  await readyForOffline(page)
  await page.goto('about:blank')
  const devtools = await browser.context().newCDPSession(page)
  const storageTypes = 'cache_storage,indexeddb,service_workers'
  await devtools.send('Storage.clearDataForOrigin', { origin: SITE, storageTypes })
  await devtools.send('Network.clearBrowserCache')
  return page
}

/** The calls of the page since it was opened. The browser may repeat a call of the page before, which was cut off. */
function callsOfPage(network: UnreliableProxy): readonly string[] {
  const calls = network.calls()
  return calls.slice(calls.lastIndexOf('GET /drivers'))
}

/** The calls for the files that the page's HTML names. The byte budgets count the same files. */
async function filesNamedBy(network: UnreliableProxy): Promise<readonly string[]> {
  const answer = await fetch(`${network.url}/drivers`, { headers: { cookie: 'access-token=some' } })
  const named = (await answer.text()).matchAll(/<(?:script|link)[^>]* (?:src|href)="(\/assets\/[^"]+)"/g)
  const paths = [...named].flatMap(([, path]) => path ?? [])
  return paths.filter((path) => !isFillIns(path)).map((path) => `GET ${path}`)
}

/** Whether the page has requested parts from the beginning, the middle and the end of what follows the first screen. */
const areLatePartsRequested = (network: UnreliableProxy) =>
  ['toasts', 'engine', 'live'].every((part) =>
    callsOfPage(network).some((call) => call.startsWith(`GET /assets/${part}-`)),
  )

/** Whatever waits only for an idle CPU has begun when this resolves. */
const untilIdle = (page: Page) =>
  page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve()))))

test('until the drivers are on screen the page requests nothing that they do not need; the rest follows', async ({
  freshBrowser,
  network,
}) => {
  const page = await coldPage(freshBrowser)
  const files = await filesNamedBy(network)
  network.set('hold_answer', isList)
  await page.goto('/drivers')
  await expect.poll(() => network.heldResponseCount()).toBe(1)
  await untilIdle(page)
  const before = new Set(callsOfPage(network))
  const calls = [
    'GET /drivers',
    'GET /api/users/users/me/',
    'POST /api/auth/device_key/',
    callsOfPage(network).find((call) => call.startsWith('GET /api/drivers/?')),
  ]
  expect([...before].filter((call) => !isOfNoPage(call)).sort()).toEqual([...files, ...calls].sort())

  network.deliverHeldResponses()
  network.set('none')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect.poll(() => areLatePartsRequested(network)).toBe(true)
})

test('a change of the window’s width keeps the top card while the rest of the app arrives, and afterward', async ({
  freshBrowser,
  network,
}) => {
  const height = 500
  const page = await coldPage(freshBrowser)
  const files = await filesNamedBy(network)
  await page.setViewportSize({ width: 1440, height })
  network.set('hold_answer', ({ path }) => path.startsWith('/assets/') && !files.includes(`GET ${path}`))
  await page.goto('/drivers')
  const card = cardAt(page, 10)
  await expect(card).toBeVisible()
  await scrollToCard(card)
  await expect.poll(() => network.heldResponseCount()).toBeGreaterThan(0)
  await page.setViewportSize({ width: 390, height })
  const deliver = () => {
    network.deliverHeldResponses()
    return areLatePartsRequested(network)
  }
  await expect.poll(deliver, { intervals: [20] }).toBe(true)
  await page.setViewportSize({ width: 768, height })
  await waitUntilTopCard(page, card)
  network.deliverHeldResponses()
  network.set('none')
  await page.setViewportSize({ width: 1440, height })
  await waitUntilTopCard(page, card)
  await page.setViewportSize({ width: 390, height })
  await waitUntilTopCard(page, card)
})

test('after the first visit the worker is active and the app starts without a network', async ({
  freshBrowser,
  network,
}) => {
  const page = await coldPage(freshBrowser)
  await page.goto('/drivers')
  await readyForOffline(page)
  await expect.poll(() => callsOfPage(network).some(isPrefetch)).toBe(true)
  const calls = callsOfPage(network)
  const list = calls.findIndex((call) => call.startsWith('GET /api/drivers/?'))
  expect(list).toBeGreaterThan(0)
  expect(list).toBeLessThan(calls.indexOf('GET /sw.js'))
  expect(list).toBeLessThan(calls.findIndex(isPrefetch))

  network.set('down')
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a list that never arrives does not hold the rest of the app back forever', async ({ freshBrowser, network }) => {
  const page = await coldPage(freshBrowser)
  network.set('hang', isList)
  await page.goto('/drivers')
  await expect.poll(() => network.hangingCount()).toBeGreaterThan(0)
  await readyForOffline(page)
  expect(network.hangingCount()).toBeGreaterThan(0)
})
