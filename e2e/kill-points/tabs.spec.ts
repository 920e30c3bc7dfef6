import type { Page } from '@playwright/test'
import { type BareTab, startBareBrowser } from '#e2e/support/bare-browser.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { madeOnce } from '#e2e/support/kill-point.ts'
import { driverStatus, nothingWaits, setDriverStatus } from '#e2e/support/page/screens.ts'
import { keptChanges, type UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
import type { Subject } from '#e2e/support/worker.ts'

/** How soon another tab must take the sending over, in milliseconds; without a sign it would be half a minute. */
const AT_ONCE = { timeout: 3_000, intervals: [50] }

/** Two tabs; one of them, whichever it is, has sent a change and waits for an answer that does not come. */
async function twoTabs(
  first: Page,
  network: UnreliableProxy,
  { name, will }: Subject,
): Promise<{ readonly sender: Page; readonly other: Page }> {
  const second = await first.context().newPage()
  await second.goto('/drivers')
  await expect(second.getByRole('article').first()).toBeVisible()
  network.set('hold_answer', keptChanges)
  const sending = first.context().waitForEvent('request', (request) => request.method() === 'PATCH')
  await setDriverStatus(first, name, will)
  const sender = (await sending).frame().page()
  await expect.poll(() => network.held()).toBe(1)
  await expect(driverStatus(second, name, will)).toBeVisible()
  return { sender, other: sender === first ? second : first }
}

async function takesOver(other: Page, network: UnreliableProxy): Promise<void> {
  await expect.poll(() => network.held(), AT_ONCE).toBe(2)
  network.letGo()
  await nothingWaits(other)
  expect([...network.arrivals().values()]).toEqual([2])
}

test('K10: the tab that sends is closed, and another takes over at once', async ({ tablet, network, api, subject }) => {
  const { sender, other } = await twoTabs(tablet.page(), network, subject)
  await sender.close()
  await takesOver(other, network)
  await madeOnce(api, subject)
})

test('K10: the tab that sends crashes, and another takes over at once', async ({ tablet, network, api, subject }) => {
  const { sender, other } = await twoTabs(tablet.page(), network, subject)
  const crashed = sender.waitForEvent('crash')
  const session = await sender.context().newCDPSession(sender)
  // The page that would answer is gone.
  session.send('Page.crash').catch(() => undefined)
  await crashed
  await takesOver(other, network)
  await madeOnce(api, subject)
})

test('K10: the tab that sends is frozen with the lock in its hand, and another takes over at once', async ({
  tabletProfile,
  network,
  api,
  subject,
}) => {
  const browser = await startBareBrowser({ url: network.url, copyOf: tabletProfile })
  try {
    const sender = await browser.open('/drivers')
    const shows = (tab: BareTab, what: string) => expect.poll(() => tab.run<boolean>(`Boolean(${what})`)).toBe(true)
    const status = `document.querySelector('button[aria-label="Status of ${subject.name}: ${subject.was}"]')`
    const choice = `[...document.querySelectorAll('[role=menuitemradio]')].find((one) => one.textContent === '${subject.will}')`
    const waits = `document.querySelector('nav')?.textContent.includes('1 change waiting')`
    network.set('hold_answer', keptChanges)
    await shows(sender, status)
    await sender.run(`${status}.click()`)
    await shows(sender, choice)
    await sender.run(`${choice}.click()`)
    await expect.poll(() => network.held()).toBe(1)

    // A browser freezes only what is not looked at.
    const other = await browser.open('/drivers')
    await shows(other, waits)
    expect(await sender.run('document.visibilityState')).toBe('hidden')
    await sender.freeze()
    await expect.poll(() => network.held(), AT_ONCE).toBe(2)
    network.letGo()
    await shows(other, `document.querySelector('nav') && !${waits}`)

    await sender.thaw()
    await shows(sender, `document.querySelector('nav') && !${waits}`)
    expect([...network.arrivals().values()]).toEqual([2])
    await madeOnce(api, subject)
  } finally {
    await browser.dispose()
  }
})
