import type { Locator } from '@playwright/test'

declare global {
  /** When the screen was last touched, in milliseconds since 1970. */
  var touchedAt: number | undefined
}

function recordTouch(): void {
  globalThis.touchedAt = undefined
  const record = ({ timeStamp }: Event) => {
    globalThis.touchedAt = performance.timeOrigin + timeStamp
  }
  addEventListener('pointerdown', record, { capture: true, once: true })
}

/** Counts taps, and sums up the time from each touch until the app shows what it leads to. */
export class Taps {
  count = 0
  appMs = 0
  /** Adds the time from the begin of an action that is not a tap. */
  async wait(shown: Locator, act: () => Promise<unknown>): Promise<void> {
    const began = Date.now()
    await act()
    await shown.waitFor()
    this.appMs += Date.now() - began
  }
  /** Adds the time from the touch. What the test driver checks before it taps is not the app's time. */
  async tap(target: Locator, shown: Locator): Promise<void> {
    this.count += 1
    const page = target.page()
    await target.waitFor()
    await page.evaluate(recordTouch)
    await target.tap()
    await shown.waitFor()
    const ended = Date.now()
    const touched = await page.evaluate(() => globalThis.touchedAt)
    if (touched === undefined) throw new Error(`nothing was touched: ${target}`)
    this.appMs += ended - touched
  }
}
