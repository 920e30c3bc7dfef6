import type { Page } from '@playwright/test'
import { type BareTab, startBareBrowser } from '#e2e/support/bare-browser.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectAppliedOnce } from '#e2e/support/kill-point.ts'
import { driverStatus, nothingWaits, setDriverStatus } from '#e2e/support/page/screens.ts'
import { isOutboxChange, type UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
import type { Subject } from '#e2e/support/worker.ts'

/** How soon another tab must take over the sending, in milliseconds. Without a signal it would take half a minute. */
const IMMEDIATELY = { timeout: 3_000, intervals: [50] }

/** Opens two tabs. One of them, whichever it is, has sent a change and waits for a response that does not come. */
async function openTwoTabsAndSend(
  first: Page,
  network: UnreliableProxy,
  { name, newTitle }: Subject,
): Promise<{ readonly sender: Page; readonly other: Page }> {
  const second = await first.context().newPage()
  await second.goto('/drivers')
  await expect(second.getByRole('article').first()).toBeVisible()
  network.set('hold_answer', isOutboxChange)
  const sending = first.context().waitForEvent('request', (request) => request.method() === 'PATCH')
  await setDriverStatus(first, name, newTitle)
  const sender = (await sending).frame().page()
  await expect.poll(() => network.heldResponseCount()).toBe(1)
  await expect(driverStatus(second, name, newTitle)).toBeVisible()
  return { sender, other: sender === first ? second : first }
}

async function expectTakeover(other: Page, network: UnreliableProxy): Promise<void> {
  await expect.poll(() => network.heldResponseCount(), IMMEDIATELY).toBe(2)
  network.deliverHeldResponses()
  await nothingWaits(other)
  expect([...network.arrivals().values()]).toEqual([2])
}

test('K10: when the sending tab is closed, another takes over immediately', async ({
  tablet,
  network,
  api,
  subject,
}) => {
  const { sender, other } = await openTwoTabsAndSend(tablet.page(), network, subject)
  await sender.close()
  await expectTakeover(other, network)
  await expectAppliedOnce(api, subject)
})

test('K10: when the sending tab crashes, another takes over immediately', async ({ tablet, network, api, subject }) => {
  const { sender, other } = await openTwoTabsAndSend(tablet.page(), network, subject)
  const crashed = sender.waitForEvent('crash')
  const session = await sender.context().newCDPSession(sender)
  // The crashed page can't respond.
  session.send('Page.crash').catch(() => undefined)
  await crashed
  await expectTakeover(other, network)
  await expectAppliedOnce(api, subject)
})

test('K10: when the sending tab is frozen while it holds the lock, another takes over immediately', async ({
  tabletProfile,
  network,
  api,
  subject,
}) => {
  const browser = await startBareBrowser({ url: network.url, copyOf: tabletProfile })
  try {
    const sender = await browser.open('/drivers')
    const shows = (tab: BareTab, what: string) => expect.poll(() => tab.run<boolean>(`Boolean(${what})`)).toBe(true)
    const status = `document.querySelector('button[aria-label="Status of ${subject.name}: ${subject.oldTitle}"]')`
    const choice = `[...document.querySelectorAll('[role=menuitemradio]')].find((one) => one.textContent === '${subject.newTitle}')`
    const waits = `document.querySelector('nav')?.textContent.includes('1 change waiting')`
    network.set('hold_answer', isOutboxChange)
    await shows(sender, status)
    await sender.run(`${status}.click()`)
    await shows(sender, choice)
    await sender.run(`${choice}.click()`)
    await expect.poll(() => network.heldResponseCount()).toBe(1)

    // A browser freezes only hidden tabs.
    const other = await browser.open('/drivers')
    await shows(other, waits)
    expect(await sender.run('document.visibilityState')).toBe('hidden')
    await sender.freeze()
    await expect.poll(() => network.heldResponseCount(), IMMEDIATELY).toBe(2)
    network.deliverHeldResponses()
    await shows(other, `document.querySelector('nav') && !${waits}`)

    await sender.thaw()
    await shows(sender, `document.querySelector('nav') && !${waits}`)
    expect([...network.arrivals().values()]).toEqual([2])
    await expectAppliedOnce(api, subject)
  } finally {
    await browser.dispose()
  }
})
