import type { Locator, Page } from '@playwright/test'
import { test } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'

test.use({ height: 900, opensDrivers: false })

const weekOf = (page: Page) => Number(new URL(page.url()).searchParams.get('week') ?? 0)
const next = (page: Page) => page.getByRole('button', { name: 'Next week', exact: true })
const previous = (page: Page) => page.getByRole('button', { name: 'Previous week', exact: true })

/** Clicks a button repeatedly at a fixed interval, whatever the page shows meanwhile. */
async function pressQuickly(button: Locator, times: number, apartMs: number): Promise<void> {
  await button.evaluate(
    async (element, [count, apart]) => {
      for (let at = 0; at < count; at += 1) {
        ;(element as HTMLElement).click()
        await new Promise((resolve) => setTimeout(resolve, apart))
      }
    },
    [times, apartMs] as const,
  )
}

for (const [latency, apartMs] of [
  [0, 60],
  [0, 140],
  [300, 140],
  [800, 140],
  [800, 400],
] as const) {
  test(`eight presses ${apartMs} ms apart move eight weeks where a call takes ${latency} ms`, async ({
    office,
    network,
  }) => {
    const page = office.page()
    await page.goto('/schedule')
    await expect(page.getByRole('gridcell').first()).toBeVisible()
    network.delay(latency)
    await pressQuickly(next(page), 8, apartMs)
    await expect.poll(() => weekOf(page)).toBe(8)
    await expect(page.getByRole('group', { name: 'Week' })).toContainText('in 8 weeks')
    await pressQuickly(previous(page), 11, apartMs)
    await expect.poll(() => weekOf(page)).toBe(-3)
    await expect(page.getByRole('group', { name: 'Week' })).toContainText('3 weeks ago')
  })
}

test('a held key steps once per repeat, on the schedule and on a dashboard card', async ({ office, network }) => {
  const page = office.page()
  const hold = async (times: number) => {
    for (let at = 0; at < times; at += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
  }
  await page.goto('/schedule')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  network.delay(300)
  await next(page).focus()
  await hold(8)
  await expect.poll(() => weekOf(page)).toBe(8)
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Gross Revenue' })
  await previous(page).and(card.getByRole('button')).focus()
  await hold(7)
  await expect(card.getByRole('group', { name: 'Week' })).toContainText('8 weeks ago')
})

test('a week and a tab that are chosen in quick succession both apply', async ({ office, network }) => {
  const page = office.page()
  await page.goto('/schedule?tab=edit')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  network.delay(800)
  await pressQuickly(next(page), 2, 60)
  await page.getByRole('tab', { name: 'View' }).click()
  await expect.poll(() => page.url()).toMatch(/\?week=2$/)
})
