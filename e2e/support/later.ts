import type { Page } from '@playwright/test'

/** For the pages that are opened from now on it is so many milliseconds later; their timers run as ever. */
export async function makeLater(page: Page, ms: number): Promise<void> {
  await page.addInitScript((ahead) => {
    const Real = Date
    globalThis.Date = class extends Real {
      constructor(...given: []) {
        if (given.length === 0) super(Real.now() + ahead)
        else super(...given)
      }
      static override now(): number {
        return Real.now() + ahead
      }
    } as DateConstructor
  }, ms)
}
