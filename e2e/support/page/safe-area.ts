import type { Locator, Page } from '@playwright/test'
import { expect } from '../expect.ts'

/** Screen and safe-area insets of an iPhone in one orientation, in CSS pixels. */
interface PhonePosition {
  readonly width: number
  readonly height: number
  readonly insets: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number }
}
/** The notch is on the left or the right, the home indicator at the bottom. */
export const LANDSCAPE: PhonePosition = { width: 844, height: 390, insets: { top: 0, right: 59, bottom: 21, left: 59 } }
/** The installed app: its page extends under the notch. */
export const PORTRAIT: PhonePosition = { width: 390, height: 844, insets: { top: 59, right: 0, bottom: 34, left: 0 } }

/** From now on the page has the phone's screen size and safe-area insets. */
export async function emulatePhone(page: Page, { width, height, insets }: PhonePosition = LANDSCAPE): Promise<void> {
  await page.setViewportSize({ width, height })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets })
}

/** Runs in the page. Texts and controls in `scope` that are visible outside the safe area, each with its position. */
function visibleOutsideSafeArea(scope: Element, insets: PhonePosition['insets']): readonly string[] {
  const { left: safeLeft, top: safeTop } = insets
  const [safeRight, safeBottom] = [innerWidth - insets.right, innerHeight - insets.bottom]
  /** The part of a box that is not clipped by a scrolling or clipping ancestor. */
  const visiblePart = (within: Element | null, box: DOMRect) => {
    let { left, top, right, bottom } = box
    for (let ancestor = within; ancestor && ancestor !== document.body; ancestor = ancestor.parentElement) {
      if (getComputedStyle(ancestor).overflow === 'visible') continue
      const edge = ancestor.getBoundingClientRect()
      left = Math.max(left, edge.left)
      top = Math.max(top, edge.top)
      right = Math.min(right, edge.right)
      bottom = Math.min(bottom, edge.bottom)
    }
    return { left, top, right, bottom }
  }
  /** Whether an element cannot be scrolled out of a covered place. */
  const staysInPlace = (element: Element | null): boolean => {
    if (element === null) return false
    const { position, overflowY } = getComputedStyle(element)
    if (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1) return false
    return position === 'fixed' || staysInPlace(element.parentElement)
  }
  const faults: string[] = []
  const check = (element: Element, within: Element | null, box: DOMRect, what: string) => {
    const { left, top, right, bottom } = visiblePart(within, box)
    const isOnScreen = right - left > 1 && bottom - top > 1 && top < innerHeight && bottom > 0
    if (!isOnScreen || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return
    const isCovered = (top < safeTop - 0.5 || bottom > safeBottom + 0.5) && staysInPlace(element)
    if (left < safeLeft - 0.5 || right > safeRight + 0.5 || isCovered)
      faults.push(`${what} at ${[left, top, right, bottom].map(Math.round).join(' ')}`)
  }
  for (const element of [scope, ...scope.querySelectorAll('*')]) {
    if (element.matches('a[href], button, input, select, textarea, summary, [tabindex="0"]'))
      check(element, element.parentElement, element.getBoundingClientRect(), element.outerHTML.slice(0, 90))
    for (const text of element.childNodes) {
      if (text.nodeType !== Node.TEXT_NODE || !text.textContent?.trim()) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      for (const line of range.getClientRects())
        check(element, element, line, `“${text.textContent.trim().slice(0, 40)}”`)
    }
  }
  return faults
}

/** Waits until neither notch nor home indicator covers a text or control in `scope`, at the current scroll position. */
export async function expectInSafeArea(
  scope: Locator,
  what: string,
  { insets }: PhonePosition = LANDSCAPE,
): Promise<void> {
  await expect(scope.first()).toBeVisible()
  const faults = async () => (await scope.all()).map((one) => one.evaluate(visibleOutsideSafeArea, insets))
  await expect.poll(async () => (await Promise.all(await faults())).flat(), { message: what }).toEqual([])
}

interface CardOptions {
  readonly hold?: PhonePosition
  /** The card scrolls with the page, so its upper and lower edges may be outside the safe area. */
  readonly isScrolled?: boolean
}

/** Like `expectInSafeArea`, for a card over the page. Checks the card's edges too. */
export async function expectCardInSafeArea(
  card: Locator,
  what: string,
  { hold = LANDSCAPE, isScrolled = false }: CardOptions = {},
): Promise<void> {
  await expectInSafeArea(card, what, hold)
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
