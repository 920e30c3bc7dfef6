import type { Locator } from '@playwright/test'

/** Whether an element appears within so many milliseconds. */
export function isShown(what: Locator, within: number): Promise<boolean> {
  return what.waitFor({ timeout: within }).then(
    () => true,
    () => false,
  )
}
