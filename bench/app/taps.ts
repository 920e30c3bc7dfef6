import type { Locator } from '@playwright/test'

/** Counts taps, and sums up the time from each tap until the app shows what it leads to. */
export class Taps {
  count = 0
  appMs = 0
  async wait(shown: Locator, act: () => Promise<unknown>): Promise<void> {
    const began = performance.now()
    await act()
    await shown.waitFor()
    this.appMs += performance.now() - began
  }
  async tap(target: Locator, shown: Locator): Promise<void> {
    this.count += 1
    await this.wait(shown, () => target.tap())
  }
}
