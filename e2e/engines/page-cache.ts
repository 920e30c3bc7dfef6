import { expect } from '#e2e/support/expect.ts'
import { keptChanges } from '#e2e/support/server/unreliable-proxy.ts'
import {
  changesWaiting,
  firstDrivers,
  OPENS_WITHIN,
  PAGES,
  setStatus,
  settled,
  signedOut,
  signIn,
  signOut,
} from './acts.ts'
import type { Engine } from './driver/engine-browser.ts'
import type { EnginePage } from './driver/engine-page.ts'
import { emptyFor, looksLike, noteLeaving } from './driver/in-page.ts'
import { test } from './fixtures.ts'

/** So many pages are gone back to: more than the cache holds. */
const BACK = 8

/** By this a document is told from every other, and a restored one from one that is loaded anew. */
const documentOf = (page: EnginePage) => page.run(() => performance.timeOrigin)

/** Waits until another document than before shows a path. */
async function another(page: EnginePage, before: number, path: string): Promise<void> {
  await page.until(
    (former, to) => performance.timeOrigin !== former && location.pathname === to && document.documentElement !== null,
    before,
    path,
  )
}

/** Goes to another page by its address, as soon as this one has its heading. */
async function leaveFor(page: EnginePage, path: string): Promise<void> {
  const before = await documentOf(page)
  await page.run(noteLeaving)
  await page.leaveFor(path)
  await another(page, before, path)
}

async function goBack(page: EnginePage, to: string, steps = 1): Promise<void> {
  const before = await documentOf(page)
  await page.run(noteLeaving)
  await page.go(-steps)
  await another(page, before, to)
}

/** Waits for the heading of a page that was just gone to; answers for how many milliseconds it was empty, at the most. */
async function headingOf(page: EnginePage): Promise<number> {
  const time = await page.wait(emptyFor, OPENS_WITHIN)
  if (time === null)
    throw new Error(`A page is stuck, empty for ${OPENS_WITHIN / 1000} s: ${await page.run(looksLike)}`)
  return time
}

/** Says for how long pages were empty: a figure for people, for no machine is quick enough to be held to it. */
function tell(engine: Engine, times: readonly number[], restored: number): void {
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]
  const empty = `${times.length} pages were empty for ${median} ms (median), ${sorted.at(-1)} ms (longest)`
  const description = `${engine}: ${empty}; ${restored} came back as they were left`
  test.info().annotations.push({ type: 'figure', description })
  process.stdout.write(`    ${description}\n`)
}

export function comesBackFromThePageCache(engine: Engine): void {
  // Firefox keeps hardly any of them, and takes twice the time.
  const count = engine === 'WebKit' ? 20 : 8
  test(`${engine} opens ${count} pages one after the other, and the last ones again with Back`, async ({
    tab: page,
  }) => {
    const paths = [...PAGES, ...PAGES].slice(0, count)
    const documents = new Set<number>()
    const empty: number[] = []
    await page.open(paths[0] ?? '/')
    await settled(page)
    for (const path of paths.slice(1)) {
      documents.add(await documentOf(page))
      await leaveFor(page, path)
      empty.push(await headingOf(page))
    }
    await settled(page)
    let restored = 0
    for (const path of paths.slice(0, -1).reverse().slice(0, BACK)) {
      await goBack(page, path)
      empty.push(await headingOf(page))
      await settled(page)
      if (documents.has(await documentOf(page))) restored += 1
    }
    tell(engine, empty, restored)
    // Else none of them has come back from the cache, and nothing was shown by it. Firefox keeps none that listens for news;
    // whether one was left before that is chance.
    if (engine === 'WebKit') expect(restored).toBeGreaterThan(0)
  })

  test(`${engine} has a cache of pages while it is tested`, async ({ tab: page }) => {
    // A picture holds nothing that would keep it out.
    await page.open('/favicon.svg')
    const left = await documentOf(page)
    await leaveFor(page, '/manifest.webmanifest')
    await goBack(page, '/favicon.svg')
    expect(await documentOf(page)).toBe(left)
  })

  test(`${engine}: a change on a page that has come back is sent once, and what was missed there is shown`, async ({
    tab: page,
    network,
    api,
  }) => {
    const [one, other] = await firstDrivers(api)
    await page.open('/drivers')
    await page.find('button', `Status of ${one.name}: On The Road`)
    const left = await documentOf(page)
    await leaveFor(page, '/trucks')
    await settled(page)
    expect(await api.patch(`/api/drivers/${other.id}/`, { status: 'firing_process' })).toBe(200)
    await goBack(page, '/drivers')
    if (engine === 'WebKit') expect(await documentOf(page)).toBe(left)
    await page.find('button', `Status of ${other.name}: Firing`)
    await setStatus(page, one.name, 'Firing')
    await changesWaiting(page, 0)
    expect((await api.driver(one.id)).current_status).toBe('firing_process')
    expect([...network.arrivals().values()]).toEqual([1])
  })

  test(`${engine}: two pages that both were the sender send each change once`, async ({ tab: page, network, api }) => {
    const [one, other] = await firstDrivers(api)
    const { version } = await api.driver(one.id)
    await page.open('/drivers')
    await page.find('button', `Status of ${one.name}: On The Road`)
    // The server makes it; the page is left while it waits for the answer.
    network.set('hold_answer', keptChanges)
    await setStatus(page, one.name, 'Firing')
    await expect.poll(() => network.held()).toBe(1)
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
    // Sent again by the page that followed, under its key; everything else went once.
    expect([...network.arrivals().values()].sort()).toEqual([1, 1, 2])
  })

  test(`${engine}: nobody comes back to the page of somebody who has signed out since`, async ({ device }) => {
    // A tab of its own: of a long history browsers do not say how long it is.
    await device.openTab()
    const page = device.page()
    await page.open('/drivers')
    await page.find('article')
    const entries = await page.run(() => history.length)
    await leaveFor(page, '/device')
    await settled(page)
    await signOut(page)
    const before = await documentOf(page)
    await page.go(entries - (await page.run(() => history.length)))
    await page.until((former) => performance.timeOrigin !== former, before)
    await page.find('button', 'Login')
    expect(await page.count('article')).toBe(0)
  })

  test(`${engine}: a sign-in survives a browser that is killed at once`, async ({ device, network }) => {
    const former = device.page()
    await signedOut(former)
    await signIn(former, 'admin')
    network.set('down')
    const page = await device.killAndRestart()
    await page.open('/drivers')
    await page.find('navigation', 'Pages')
    await page.find('heading', 'Drivers')
    expect(await page.count('button', 'Login')).toBe(0)
  })
}
