import type { Page as Tab } from '@playwright/test'

/** The status that a cell says; `within` narrows to some cells. */
export const statusIn = (within = '') =>
  `[role=gridcell]${within} > span[aria-hidden] > span:first-child > span:first-child`

/** Weeks are fetched ahead when nothing else is to do, and nobody is told of it; so long is enough, in ms. */
const AHEAD_MS = 2_500

/** Waits until the cells are there, the server has been asked, and so have the weeks beside this one. */
export async function settled(tab: Tab): Promise<void> {
  await tab.locator('[role=gridcell]').first().waitFor()
  await tab.getByText('refreshing').waitFor({ state: 'hidden' })
  await tab.waitForTimeout(AHEAD_MS)
}

/** Waits until so many changes wait, by the word on the way to the Outbox; answers `performance.now()` then, in ms. */
export async function waiting(tab: Tab, count: number): Promise<number> {
  const at = await tab.waitForFunction(
    (wanted) => {
      const said = document.querySelector('nav a[href="/outbox"]')?.textContent
      if (said === undefined) return null
      const [, found = '0'] = /([\d,]+) changes? waiting/.exec(said) ?? []
      return Number(found.replace(',', '')) === wanted ? performance.now() : null
    },
    count,
    { timeout: 120_000 },
  )
  return (await at.jsonValue()) as number
}
