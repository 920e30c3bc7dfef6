import type { Page } from '@playwright/test'
import { openEmptyWeek } from '#e2e/support/company/week.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { violations } from '#e2e/support/page/axe.ts'
import {
  changesWaiting,
  driverCard,
  driverStatus,
  nothingWaits,
  openDrivers,
  setDriverStatus,
} from '#e2e/support/page/screens.ts'
import { readyForOffline, signIn } from '#e2e/support/page/sign-in.ts'

/** Removes APIs that the oldest supported browsers lack; see src/browser/supported-browsers.ts. */
const REMOVE_NEW_APIS = 'delete Promise.withResolvers; delete Map.groupBy; delete AbortSignal.any;'

/** In the page: removes the same APIs and checkVisibility, whose native version stays as `isSeen` for comparison. */
function removeNewApis(): void {
  const { checkVisibility } = Element.prototype
  Object.assign(globalThis, { isSeen: (element: Element) => checkVisibility.call(element) })
  for (const [owner, name] of [
    [Promise, 'withResolvers'],
    [Map, 'groupBy'],
    [AbortSignal, 'any'],
    [Element.prototype, 'checkVisibility'],
  ] as const)
    Reflect.deleteProperty(owner, name)
}

/** The number of these APIs that are still native, in a page or a worker. */
const countNativeApis = () =>
  [Reflect.get(Promise, 'withResolvers'), Reflect.get(Map, 'groupBy'), Reflect.get(AbortSignal, 'any')].filter((one) =>
    String(one).includes('[native code]'),
  ).length

test('in the oldest supported browser a change made offline is saved and sent once', async ({
  emptyBrowser,
  network,
  api,
  subject: { driver, name, newTitle, newStatus },
}) => {
  const page = emptyBrowser.page()
  await page.addInitScript(removeNewApis)
  network.rewrite('/sw.js', (worker) => `${REMOVE_NEW_APIS}\n${worker}`)
  await signIn(page, 'dispatcher', { remember: true })
  await openDrivers(page)
  await readyForOffline(page)
  expect(await page.evaluate(countNativeApis)).toBe(0)
  const [worker] = emptyBrowser.context().serviceWorkers()
  expect(await worker?.evaluate(countNativeApis)).toBe(0)

  network.set('down')
  await page.reload()
  await expect(driverCard(page, name)).toBeVisible()
  await setDriverStatus(page, name, newTitle)
  await changesWaiting(page, 1)
  await page.reload()
  await expect(driverStatus(page, name, newTitle)).toBeVisible()
  network.set('none')
  await nothingWaits(page)
  expect([...network.arrivals().values()]).toEqual([1])
  const now = await api.get<{ readonly current_status: string }>(`/api/drivers/${driver.id}/`)
  expect(now.current_status).toBe(newStatus)
})

test('in the oldest supported browser the replacement of checkVisibility agrees with the native one', async ({
  emptyBrowser,
}) => {
  const page = emptyBrowser.page()
  await page.addInitScript(removeNewApis)
  await signIn(page, 'dispatcher')
  await openDrivers(page)
  const compared = await page.evaluate(() => {
    const isSeen = Reflect.get(globalThis, 'isSeen') as (element: Element) => boolean
    const all = [...document.querySelectorAll('*')]
    return {
      count: all.length,
      differing: all.filter((one) => isSeen(one) !== one.checkVisibility()).map((one) => one.outerHTML.slice(0, 200)),
    }
  })
  expect(compared.count).toBeGreaterThan(100)
  expect(compared.differing).toEqual([])
})

/**
 * In the page: clicks are not pointer events, as before Safari 18.2 and Firefox 129, and the clipboard’s text cannot be
 * read, as before Firefox 125.
 */
function useOlderClicks(): void {
  Reflect.deleteProperty(Clipboard.prototype, 'readText')
  const withoutPointer = (event: MouseEvent) => {
    if (!(event instanceof PointerEvent)) return
    event.stopImmediatePropagation()
    event.preventDefault()
    const { clientX, clientY, detail, shiftKey } = event
    event.target?.dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true, clientX, clientY, detail, shiftKey }),
    )
  }
  addEventListener('click', withoutPointer, { capture: true })
}

test('in the oldest supported browser a mouse selects days and opens one by double-click, and Paste explains what to do', async ({
  tablet,
}) => {
  const page = tablet.page()
  await page.addInitScript(useOlderClicks)
  const { cell } = await openEmptyWeek(page)
  await cell(1, 1).click()
  await expect(cell(1, 1)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await cell(1, 2).click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Paste' }).click()
  await expect(page.getByText('Select a day and press Ctrl+V.')).toBeVisible()
  await cell(1, 1).dblclick()
  await expect(page.getByRole('dialog')).toBeVisible()
})

/** In the page: like a browser without container queries. */
function removeContainerQueries(): void {
  const { supports } = CSS
  CSS.supports = (...condition: [string]) => !condition[0].includes('container-type') && supports.apply(CSS, condition)
}

function recordErrors(page: Page): readonly string[] {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

for (const width of [390, 1180])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`an unsupported browser shows only a notice and starts nothing: ${width} px, ${colorScheme}`, async ({
      emptyBrowser,
      network,
    }) => {
      const page = emptyBrowser.page()
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await page.addInitScript(removeContainerQueries)
      const errors = recordErrors(page)
      await page.goto('/drivers')
      await expect(page.getByRole('alert')).toHaveText(
        'This browser is too old for Haulyard.Use Safari 16.4, Firefox 121, Chrome 111, Edge 111 or later.',
      )
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      expect(await violations(page)).toEqual([])
      expect(errors).toEqual([])
      expect(network.calls().filter((call) => call.includes('/api/'))).toEqual([])
      expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
    })
