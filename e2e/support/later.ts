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

/** Sets the page's clock; a shift in milliseconds. The machine's own, and the server's, go on as before. */
export async function shiftClock(page: Page, by: number): Promise<void> {
  await page.evaluate((shift) => {
    const Real = Date
    window.Date = class extends Real {
      constructor(...given: unknown[]) {
        super(...((given.length === 0 ? [Real.now() + shift] : given) as [number]))
      }
      static override now(): number {
        return Real.now() + shift
      }
    } as DateConstructor
  }, by)
}
