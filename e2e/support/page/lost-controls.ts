import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

const SCRIPT = readFileSync('e2e/support/page/lost-controls-in-page.js', 'utf8')

/**
 * What the screen keeps from its user, one line for each: the controls that are cut off or covered wherever the user
 * scrolls, and a page that is wider than its screen. In an open dialog only its own controls count: the page below
 * can't be used.
 */
export async function lostControls(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(SCRIPT)
}
