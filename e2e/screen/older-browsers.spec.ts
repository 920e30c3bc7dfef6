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

/** What the oldest supported browsers lack; see src/browser/supported-browsers.ts. */
const TAKEN_AWAY = 'delete Promise.withResolvers; delete Map.groupBy; delete AbortSignal.any;'

/** In the page: takes the browser's own away, and keeps it to compare with. */
function becomeOlder(): void {
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

/** Which of them are the browser's own, in a page or a worker. */
const ownOnes = () =>
  [Reflect.get(Promise, 'withResolvers'), Reflect.get(Map, 'groupBy'), Reflect.get(AbortSignal, 'any')].filter((one) =>
    String(one).includes('[native code]'),
  ).length

test('in the oldest supported browser a change made without a network is kept, and sent once', async ({
  visitor,
  network,
  api,
  subject: { driver, name, will, to },
}) => {
  const page = visitor.page()
  await page.addInitScript(becomeOlder)
  network.rewrite('/sw.js', (worker) => `${TAKEN_AWAY}\n${worker}`)
  await signIn(page, 'dispatcher', { remember: true })
  await openDrivers(page)
  await readyForOffline(page)
  expect(await page.evaluate(ownOnes)).toBe(0)
  const [worker] = visitor.context().serviceWorkers()
  expect(await worker?.evaluate(ownOnes)).toBe(0)

  network.set('down')
  await page.reload()
  await expect(driverCard(page, name)).toBeVisible()
  await setDriverStatus(page, name, will)
  await changesWaiting(page, 1)
  await page.reload()
  await expect(driverStatus(page, name, will)).toBeVisible()
  network.set('none')
  await nothingWaits(page)
  expect([...network.arrivals().values()]).toEqual([1])
  const now = await api.get<{ readonly current_status: string }>(`/api/drivers/${driver.id}/`)
  expect(now.current_status).toBe(to)
})

test('in the oldest supported browser an element is seen as newer ones see it', async ({ visitor }) => {
  const page = visitor.page()
  await page.addInitScript(becomeOlder)
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

/** In the page: clicks are no pointer events before Safari 18.2 and Firefox 129, nor is there text to read before Firefox 125. */
function becomeOlderInClicks(): void {
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

test('in the oldest supported browser a mouse selects days, opens one by two clicks, and Paste says what to do', async ({
  tablet,
}) => {
  const page = tablet.page()
  await page.addInitScript(becomeOlderInClicks)
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

/** In the page: as a browser before container queries. */
function becomeTooOld(): void {
  const { supports } = CSS
  CSS.supports = (...condition: [string]) => !condition[0].includes('container-type') && supports.apply(CSS, condition)
}

function noted(page: Page): readonly string[] {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

for (const width of [390, 1180])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`a browser that is too old is told so, and nothing else happens: ${width} px, ${colorScheme}`, async ({
      visitor,
      network,
    }) => {
      const page = visitor.page()
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await page.addInitScript(becomeTooOld)
      const errors = noted(page)
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
