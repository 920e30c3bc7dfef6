import { expect } from '#e2e/support/expect.ts'
import { isOutboxChange } from '#e2e/support/server/unreliable-proxy.ts'
import {
  changesWaiting,
  ensureSignedOut,
  firstDrivers,
  OPENS_WITHIN_MS,
  PAGES,
  setStatus,
  signIn,
  signOut,
  waitUntilSettled,
} from './actions.ts'
import type { Engine } from './driver/engine-browser.ts'
import type { EnginePage } from './driver/engine-page.ts'
import { describePage, noteTimeOfLeaving, timeUntilHeading } from './driver/in-page.ts'
import { test } from './fixtures.ts'

/** How many pages the test goes back: more than the cache holds. */
const STEPS_BACK = 8

/** Identifies a document: a restored document keeps the value, a reloaded one gets a new one. */
const documentOf = (page: EnginePage) => page.run(() => performance.timeOrigin)

/** Waits until a document other than `before` is at the path. */
async function waitForOtherDocument(page: EnginePage, before: number, path: string): Promise<void> {
  await page.until(
    (former, to) => performance.timeOrigin !== former && location.pathname === to && document.documentElement !== null,
    before,
    path,
  )
}

/** Goes to another page by its address. */
async function leaveFor(page: EnginePage, path: string): Promise<void> {
  const before = await documentOf(page)
  await page.run(noteTimeOfLeaving)
  await page.leaveFor(path)
  await waitForOtherDocument(page, before, path)
}

async function goBack(page: EnginePage, to: string, steps = 1): Promise<void> {
  const before = await documentOf(page)
  await page.run(noteTimeOfLeaving)
  await page.goInHistory(-steps)
  await waitForOtherDocument(page, before, to)
}

/** Waits for the heading of the page just opened. Returns for how many milliseconds the page was empty at most. */
async function timeWithoutHeading(page: EnginePage): Promise<number> {
  const time = await page.runAsync(timeUntilHeading, OPENS_WITHIN_MS)
  if (time === null)
    throw new Error(`A page is stuck, empty for ${OPENS_WITHIN_MS / 1000} s: ${await page.run(describePage)}`)
  return time
}

/** Reports for how long pages were empty. Only a figure to read: no machine is fast enough for a fixed limit. */
function reportTimes(engine: Engine, times: readonly number[], restored: number): void {
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]
  const empty = `${times.length} pages were empty for ${median} ms (median), ${sorted.at(-1)} ms (longest)`
  const description = `${engine}: ${empty}; ${restored} were restored from the cache`
  test.info().annotations.push({ type: 'figure', description })
  process.stdout.write(`    ${description}\n`)
}

export function testPageCache(engine: Engine): void {
  // Firefox caches hardly any of the pages and takes twice the time.
  const count = engine === 'WebKit' ? 20 : 8
  test(`${engine} opens ${count} pages in a row, goes back over the last ones, and none of them stays empty`, async ({
    tab: page,
  }) => {
    const paths = [...PAGES, ...PAGES].slice(0, count)
    const documents = new Set<number>()
    const empty: number[] = []
    await page.open(paths[0] ?? '/')
    await waitUntilSettled(page)
    for (const path of paths.slice(1)) {
      documents.add(await documentOf(page))
      await leaveFor(page, path)
      empty.push(await timeWithoutHeading(page))
    }
    await waitUntilSettled(page)
    let restored = 0
    for (const path of paths.slice(0, -1).reverse().slice(0, STEPS_BACK)) {
      await goBack(page, path)
      empty.push(await timeWithoutHeading(page))
      await waitUntilSettled(page)
      if (documents.has(await documentOf(page))) restored += 1
    }
    reportTimes(engine, empty, restored)
    // Without a restored page the test would prove nothing. Firefox caches no page that listens to the event stream;
    // whether a page was left before it did so is chance.
    if (engine === 'WebKit') expect(restored).toBeGreaterThan(0)
  })

  test(`${engine} has a working page cache during these tests`, async ({ tab: page }) => {
    // An image has nothing that would keep it out of the cache.
    await page.open('/favicon.svg')
    const left = await documentOf(page)
    await leaveFor(page, '/manifest.webmanifest')
    await goBack(page, '/favicon.svg')
    expect(await documentOf(page)).toBe(left)
  })

  test(`${engine}: a change on a restored page is sent once, and a change missed meanwhile is shown`, async ({
    tab: page,
    network,
    api,
  }) => {
    const [one, other] = await firstDrivers(api)
    await page.open('/drivers')
    await page.find('button', `Status of ${one.name}: On The Road`)
    const left = await documentOf(page)
    await leaveFor(page, '/trucks')
    await waitUntilSettled(page)
    expect(await api.patch(`/api/drivers/${other.id}/`, { status: 'firing_process' })).toBe(200)
    await goBack(page, '/drivers')
    if (engine === 'WebKit') expect(await documentOf(page)).toBe(left)
    await page.find('button', `Status of ${other.name}: Firing`)
    await setStatus(page, one.name, 'Firing')
    await changesWaiting(page, 0)
    expect((await api.driver(one.id)).current_status).toBe('firing_process')
    expect([...network.arrivals().values()]).toEqual([1])
  })

  test(`${engine}: each change is applied once although two pages were the sender`, async ({
    tab: page,
    network,
    api,
  }) => {
    const [one, other] = await firstDrivers(api)
    const { version } = await api.driver(one.id)
    await page.open('/drivers')
    await page.find('button', `Status of ${one.name}: On The Road`)
    // The server applies the change; the page is left while it waits for the response.
    // Only the first attempt: the next page may send before the network is set right again, which discards held responses.
    const attempts: unknown[] = []
    network.set('hold_answer', (call) => isOutboxChange(call) && attempts.push(call) === 1)
    await setStatus(page, one.name, 'Firing')
    await expect.poll(() => network.heldResponseCount()).toBe(1)
    const left = await documentOf(page)
    await leaveFor(page, '/trucks')
    network.set('none')
    await changesWaiting(page, 0)
    await page.click('link', /^Drivers/)
    await setStatus(page, other.name, 'Firing')
    await changesWaiting(page, 0)
    await goBack(page, '/drivers', 2)
    if (engine === 'WebKit') expect(await documentOf(page)).toBe(left)
    await changesWaiting(page, 0)
    await page.find('button', `Status of ${other.name}: Firing`)
    await setStatus(page, other.name, 'On The Road')
    await changesWaiting(page, 0)
    expect((await api.driver(one.id)).version).toBe(version + 1)
    expect((await api.driver(other.id)).current_status).toBe('on_the_road')
    // The next page sent this change again under the same idempotency key. The other changes went once.
    expect([...network.arrivals().values()].sort()).toEqual([1, 1, 2])
  })

  test(`${engine}: Back after a sign-out shows nothing of the user who signed out`, async ({ device }) => {
    // In a new tab: browsers do not report the length of a long history.
    await device.openTab()
    const page = device.page()
    await page.open('/drivers')
    await page.find('article')
    const entries = await page.run(() => history.length)
    await leaveFor(page, '/device')
    await waitUntilSettled(page)
    // Before the dialog of the sign-out: its entry stays ahead of the page.
    const steps = entries - (await page.run(() => history.length))
    await signOut(page)
    const before = await documentOf(page)
    await page.goInHistory(steps)
    await page.until((former) => performance.timeOrigin !== former, before)
    await page.find('button', 'Login')
    expect(await page.count('article')).toBe(0)
  })

  test(`${engine}: a sign-in survives a browser that is killed immediately`, async ({ device, network }) => {
    const former = device.page()
    await ensureSignedOut(former)
    await signIn(former, 'admin')
    network.set('down')
    const page = await device.killAndRestart()
    await page.open('/drivers')
    await page.find('navigation', 'Pages')
    await page.find('heading', 'Drivers')
    expect(await page.count('button', 'Login')).toBe(0)
  })
}
