import type { Locator, Page as Tab } from '@playwright/test'

interface PaintWatch {
  /** The event that starts the clock. */
  readonly event: 'click' | 'input' | 'keydown' | 'online'
  /** Selector of elements whose texts or number change when the measured result is on screen. */
  readonly sign: string
  /** Waits until all of these elements have the same text. */
  readonly isUniform?: boolean
  /** Waits until each of these selectors matches an element too. */
  readonly parts?: readonly string[]
}

/** Runs in the page: stores a promise of the time from the next event until its result is painted, in ms. */
function watch({ event, sign, isUniform = false, parts = [] }: PaintWatch): void {
  const currentTexts = () =>
    [...document.querySelectorAll(sign)].map((one) =>
      one instanceof HTMLTextAreaElement ? one.value : (one.getAttribute('aria-label') ?? one.textContent),
    )
  const before = currentTexts().join()
  const painted = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`${sign} says still "${before.slice(0, 80)}"`)), 30_000)
    let from: number | null = null
    const begin = ({ timeStamp }: Event) => {
      from ??= timeStamp
    }
    const look = () => {
      if (from === null) return
      const now = currentTexts()
      if (now.join() === '' || now.join() === before || (isUniform && new Set(now).size > 1)) return
      if (!parts.every((part) => document.querySelector(part))) return
      const since = from
      changes.disconnect()
      removeEventListener(event, begin, { capture: true })
      for (const silent of ['focusin', 'input']) removeEventListener(silent, look)
      // Resolves after the frame with the change is painted.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - since)))
    }
    const changes = new MutationObserver(look)
    addEventListener(event, begin, { capture: true })
    // Changes of focus and of input values are not mutations.
    for (const silent of ['focusin', 'input']) addEventListener(silent, look)
    changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  })
  // The caller triggers the event after this function returns, so this function must not await the promise.
  Object.assign(globalThis, { painted })
}

/** Time from the event that `act` triggers until its result is painted, in ms. */
export async function timeUntilPainted(tab: Tab, watched: PaintWatch, act: () => Promise<void>): Promise<number> {
  await tab.evaluate(watch, watched)
  await act()
  return tab.evaluate((): Promise<number> => Reflect.get(globalThis, 'painted'))
}

/**
 * Moves the mouse to the target and returns a function that clicks there. Playwright's lookups are not measured then.
 */
export async function prepareClick(tab: Tab, target: Locator): Promise<() => Promise<void>> {
  const box = await target.boundingBox()
  if (!box) throw new Error('what is to be clicked is not in sight')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await tab.mouse.move(x, y)
  return () => tab.mouse.click(x, y)
}
