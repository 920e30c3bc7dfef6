import type { Locator, Page } from '@playwright/test'
import { expect } from '../expect.ts'

/** The lower edge of the bar that covers the page's top, in CSS pixels from the window's top. */
const BAR_PX = 60

/** The card at a place of the list, from 1. The place among the drawn cards depends on which cards are drawn already. */
export const cardAt = (page: Page, place: number): Locator =>
  page.locator(`[aria-posinset="${place}"]`).getByRole('article')

/** The distance from the window's top, in CSS pixels. */
const topOf = (card: Locator) => card.evaluate((element) => element.getBoundingClientRect().top)

/** Waits until the page neither scrolls nor changes its length, for longer than the list's own limit for rest. */
export async function waitUntilListRests(page: Page): Promise<void> {
  let before = ''
  const isAsBefore = async () => {
    const now = await page.evaluate(() => `${window.scrollY} of ${document.documentElement.scrollHeight}`)
    const isSame = now === before
    before = now
    return isSame
  }
  await expect.poll(isAsBefore, { intervals: [200] }).toBe(true)
}

/** Scrolls until the bar covers the card's first pixels, so that it is the top card. */
export async function scrollToCard(card: Locator): Promise<void> {
  await card.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY))
  // Fails for a card so near the end of the list that it can't be the top card.
  expect(Math.abs(await topOf(card))).toBeLessThan(1)
}

/** Waits until the card begins below the bar and the list rests. */
export async function waitUntilTopCard(page: Page, card: Locator): Promise<void> {
  await expect.poll(async () => Math.abs((await topOf(card)) - BAR_PX)).toBeLessThan(2)
  await waitUntilListRests(page)
}
