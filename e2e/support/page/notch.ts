import type { Locator, Page } from '@playwright/test'
import { expect } from '../expect.ts'

/** How an iPhone is held, in CSS pixels. */
interface Hold {
  readonly width: number
  readonly height: number
  readonly insets: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number }
}
/** The notch may be on either side, the home indicator is below. */
export const SIDEWAYS: Hold = { width: 844, height: 390, insets: { top: 0, right: 59, bottom: 21, left: 59 } }
/** Installed: the app's page reaches up beneath the notch. */
export const UPRIGHT: Hold = { width: 390, height: 844, insets: { top: 59, right: 0, bottom: 34, left: 0 } }

/** From now on the page is on such a phone. */
export async function holdPhone(page: Page, { width, height, insets }: Hold = SIDEWAYS): Promise<void> {
  await page.setViewportSize({ width, height })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets })
}

/** In the page: what can be read or pressed within `scope` and is seen outside the safe area; what it is and where. */
function seenOutside(scope: Element, insets: Hold['insets']): readonly string[] {
  const { left: safeLeft, top: safeTop } = insets
  const [safeRight, safeBottom] = [innerWidth - insets.right, innerHeight - insets.bottom]
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
    const isCovered = (top < safeTop - 0.5 || bottom > safeBottom + 0.5) && isFixed(element)
    if (left < safeLeft - 0.5 || right > safeRight + 0.5 || isCovered)
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
export async function expectClear(scope: Locator, what: string, { insets }: Hold = SIDEWAYS): Promise<void> {
  await expect(scope.first()).toBeVisible()
  const faults = async () => (await scope.all()).map((one) => one.evaluate(seenOutside, insets))
  await expect.poll(async () => (await Promise.all(await faults())).flat(), { message: what }).toEqual([])
}

interface CardOptions {
  readonly hold?: Hold
  /** With the page, so that its lower edge comes clear. */
  readonly isScrolled?: boolean
}

/** The same for a card over the page: its edges, too. */
export async function expectCardClear(
  card: Locator,
  what: string,
  { hold = SIDEWAYS, isScrolled = false }: CardOptions = {},
): Promise<void> {
  await expectClear(card, what, hold)
  const { insets, ...size } = hold
  const edges = async () => {
    const { x, y, width, height } = (await card.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    return {
      left: x >= insets.left,
      right: x + width <= size.width - insets.right,
      top: isScrolled || y >= insets.top,
      bottom: isScrolled || y + height <= size.height - insets.bottom,
    }
  }
  const clear = { left: true, right: true, top: true, bottom: true }
  await expect.poll(edges, { message: `the edges of ${what}` }).toEqual(clear)
}
