import type { Page } from '@playwright/test'
import { expect } from '../expect.ts'

const isOverLayer = (page: Page) => page.evaluate(() => 'haulyardLayerOver' in (history.state ?? {}))

/**
 * Waits until the app has stepped back from the history entry of its last dialog or menu. An address that is opened
 * earlier than any person could type it is canceled by that step.
 */
export async function layersClosed(page: Page): Promise<void> {
  await expect.poll(() => isOverLayer(page)).toBe(false)
}

/**
 * Waits until the app has entered the history entry of its first dialog or menu, a moment after it is shown. A step back
 * that comes earlier than any person could press Back leaves the page.
 */
export async function layerEntered(page: Page): Promise<void> {
  await expect.poll(() => isOverLayer(page)).toBe(true)
}
