import type { Page as Tab } from '@playwright/test'

/** Selector of the status text in cells; `within` restricts the cells. */
export const statusIn = (within = '') =>
  `[role=gridcell]${within} > span[aria-hidden] > span:first-child > span:first-child`

/** Time for the prefetch of the neighboring weeks, in ms. It runs while the app is idle, without a visible sign. */
const PREFETCH_MS = 2_500

/** Waits until the cells are on screen and refreshed, and the neighboring weeks are prefetched. */
export async function waitUntilLoaded(tab: Tab): Promise<void> {
  await tab.locator('[role=gridcell]').first().waitFor()
  await tab.getByText('refreshing').waitFor({ state: 'hidden' })
  await tab.waitForTimeout(PREFETCH_MS)
}

/**
 * Waits until the link to the Outbox shows this many waiting changes. Returns `performance.now()` at that moment, in
 * ms.
 */
export async function waitForCount(tab: Tab, count: number): Promise<number> {
  const at = await tab.waitForFunction(
    (wanted) => {
      const label = document.querySelector('nav a[href="/outbox"]')?.textContent
      if (label === undefined) return null
      const [, shown = '0'] = /([\d,]+) changes? waiting/.exec(label) ?? []
      return Number(shown.replace(',', '')) === wanted ? performance.now() : null
    },
    count,
    { timeout: 120_000 },
  )
  return (await at.jsonValue()) as number
}
