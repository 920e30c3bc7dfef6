import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

/** An iPhone that is held sideways, in CSS pixels: the notch may be on either side, the home indicator is below. */
export const SIDEWAYS = { width: 844, height: 390 }
const INSETS = { top: 0, right: 59, bottom: 21, left: 59 }
type Insets = typeof INSETS

/** From now on the page is on such a phone. */
export async function holdSideways(page: Page): Promise<void> {
  await page.setViewportSize(SIDEWAYS)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: INSETS })
}

/** In the page: what can be read or pressed within `scope` and is seen outside the safe area; what it is and where. */
function seenOutside(scope: Element, insets: Insets): readonly string[] {
  const safe = { left: insets.left, right: innerWidth - insets.right, bottom: innerHeight - insets.bottom }
  /** What of a box is not cut off by what scrolls, or hides its ends. */
  const seenPart = (within: Element | null, box: DOMRect) => {
    let { left, top, right, bottom } = box
    for (let around = within; around && around !== document.body; around = around.parentElement) {
      if (getComputedStyle(around).overflow === 'visible') continue
      const edge = around.getBoundingClientRect()
      left = Math.max(left, edge.left)
      top = Math.max(top, edge.top)
      right = Math.min(right, edge.right)
      bottom = Math.min(bottom, edge.bottom)
    }
    return { left, top, right, bottom }
  }
  /** Whether it stays where it is: what is scrolled comes clear by itself. */
  const isFixed = (element: Element | null): boolean => {
    if (element === null) return false
    const { position, overflowY } = getComputedStyle(element)
    if (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1) return false
    return position === 'fixed' || isFixed(element.parentElement)
  }
  const faults: string[] = []
  const look = (element: Element, within: Element | null, box: DOMRect, what: string) => {
    const { left, top, right, bottom } = seenPart(within, box)
    const isSeen = right - left > 1 && bottom - top > 1 && top < innerHeight && bottom > 0
    if (!isSeen || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return
    const isBelow = bottom > safe.bottom + 0.5 && isFixed(element)
    if (left < safe.left - 0.5 || right > safe.right + 0.5 || isBelow)
      faults.push(`${what} at ${[left, top, right, bottom].map(Math.round).join(' ')}`)
  }
  for (const element of [scope, ...scope.querySelectorAll('*')]) {
    if (element.matches('a[href], button, input, select, textarea, summary, [tabindex="0"]'))
      look(element, element.parentElement, element.getBoundingClientRect(), element.outerHTML.slice(0, 90))
    for (const text of element.childNodes) {
      if (text.nodeType !== Node.TEXT_NODE || !text.textContent?.trim()) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      for (const line of range.getClientRects())
        look(element, element, line, `“${text.textContent.trim().slice(0, 40)}”`)
    }
  }
  return faults
}

/** Everything in it that can be read or pressed, as it is scrolled now, is where neither notch nor indicator covers it. */
export async function expectClear(scope: Locator, what: string): Promise<void> {
  await expect(scope.first()).toBeVisible()
  const faults = async () => (await scope.all()).map((one) => one.evaluate(seenOutside, INSETS))
  await expect.poll(async () => (await Promise.all(await faults())).flat(), { message: what }).toEqual([])
}

/** The same for a card over the page: its edges, too. `isScrolled`: with the page, so that its lower edge comes clear. */
export async function expectCardClear(card: Locator, what: string, { isScrolled = false } = {}): Promise<void> {
  await expectClear(card, what)
  const edges = async () => {
    const { x, y, width, height } = (await card.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const isAbove = isScrolled || y + height <= SIDEWAYS.height - INSETS.bottom
    return [x >= INSETS.left, x + width <= SIDEWAYS.width - INSETS.right, isAbove]
  }
  await expect.poll(edges, { message: `the edges of ${what}: left, right, bottom` }).toEqual([true, true, true])
}
