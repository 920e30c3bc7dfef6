import type { Page } from '@playwright/test'
import { expect } from '../expect.ts'

/**
 * Waits until the app has stepped back from the history entry of its last dialog or menu. An address that is opened
 * earlier than any person could type it is canceled by that step.
 */
export async function layersClosed(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => 'haulyardLayerOver' in (history.state ?? {}))).toBe(false)
}
