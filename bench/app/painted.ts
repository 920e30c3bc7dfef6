import type { Locator, Page as Tab } from '@playwright/test'

interface Watched {
  /** Where the clock starts. */
  readonly event: 'click' | 'input' | 'keydown'
  /** Elements that say something else, or are others, once what is measured is there. */
  readonly sign: string
  /** Not before all of them say the same. */
  readonly isUniform?: boolean
  /** Not before each of these is there too. */
  readonly parts?: readonly string[]
}

/** Runs in the page: notes how long it takes from the next event until what it leads to is painted, in ms. */
function watch({ event, sign, isUniform = false, parts = [] }: Watched): void {
  const sayings = () =>
    [...document.querySelectorAll(sign)].map((one) =>
      one instanceof HTMLTextAreaElement ? one.value : (one.getAttribute('aria-label') ?? one.textContent),
    )
  const before = sayings().join()
  const painted = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`${sign} says still "${before.slice(0, 80)}"`)), 30_000)
    let from: number | null = null
    const begin = ({ timeStamp }: Event) => {
      from ??= timeStamp
    }
    const look = () => {
      if (from === null) return
      const now = sayings()
      if (now.join() === '' || now.join() === before || (isUniform && new Set(now).size > 1)) return
      if (!parts.every((part) => document.querySelector(part))) return
      const since = from
      changes.disconnect()
      removeEventListener(event, begin, { capture: true })
      for (const silent of ['focusin', 'input']) removeEventListener(silent, look)
      // Once the frame that has it is through.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - since)))
    }
    const changes = new MutationObserver(look)
    addEventListener(event, begin, { capture: true })
    // What the browser changes by itself is no mutation.
    for (const silent of ['focusin', 'input']) addEventListener(silent, look)
    changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  })
  // Not awaited here: the event must not come before this is through.
  Object.assign(globalThis, { painted })
}

/** From the event that `act` leads to until what it changes is painted, in ms. */
export async function timed(tab: Tab, watched: Watched, act: () => Promise<void>): Promise<number> {
  await tab.evaluate(watch, watched)
  await act()
  return tab.evaluate((): Promise<number> => Reflect.get(globalThis, 'painted'))
}

/** Clicks as a hand does: what the driver of the browser looks up in the page before is not measured with it. */
export async function clicking(tab: Tab, target: Locator): Promise<() => Promise<void>> {
  const box = await target.boundingBox()
  if (!box) throw new Error('what is to be clicked is not in sight')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await tab.mouse.move(x, y)
  return () => tab.mouse.click(x, y)
}
