import type { Page } from '@playwright/test'

/** Sets the clock of pages opened from now on ahead by `ms` milliseconds. Their timers run normally. */
export async function shiftClockOfNewPages(page: Page, ms: number): Promise<void> {
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

/** Shifts the clock of the open page by `by` milliseconds. The clocks of the machine and the server stay unchanged. */
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
