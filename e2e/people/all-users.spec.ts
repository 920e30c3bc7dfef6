import type { Page } from '@playwright/test'
import type { User } from '#contract/people/users.ts'
import { aUser, listedUserCount, openUsers, test } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'
import type { Api } from '#e2e/support/server/api.ts'

/** Small enough that the last users are off screen and must be scrolled to. */
test.use({ height: 900 })

const menu = (page: Page, name: RegExp) => page.getByRole('button', { name })
const firstName = (page: Page) => page.getByRole('article').first().getAttribute('aria-label')
const usersOf = async (admin: Api, query = '') =>
  admin.get<{ readonly count: number; readonly results: readonly User[] }>(`/api/users/users/?limit=1000${query}`)

async function choose(page: Page, name: RegExp, choice: string): Promise<void> {
  await menu(page, name).click()
  await page.getByRole('menuitemradio', { name: choice, exact: true }).click()
}

test('the user list can be sorted and filtered by role; the address stores both, and Back restores the earlier list', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const { name } = await aUser(admin)
  await openUsers(page)
  await choose(page, /^Sort/, 'Newest')
  await expect(page.getByRole('article').first()).toHaveAccessibleName(name)
  await page.reload()
  await expect(page.getByRole('article').first()).toHaveAccessibleName(name)

  await menu(page, /^Filter/).click()
  await expect(page.getByRole('menuitemradio')).toHaveText(['All', 'Driver', 'Dispatcher', 'Administrator'])
  await page.getByRole('menuitemradio', { name: 'Dispatcher' }).click()
  const { count } = await usersOf(admin, '&role=dispatcher')
  await expect.poll(() => listedUserCount(page)).toBe(count)
  const roles = page.getByRole('article').getByRole('button', { name: /^Role of / })
  for (const role of await roles.allTextContents()) expect(role).toBe('Dispatcher')
  await expect(page).toHaveURL(/filter=dispatcher/)

  await page.goBack()
  await expect(page.getByRole('article').first()).toHaveAccessibleName(name)
  await page.goBack()
  await expect.poll(() => firstName(page)).toBe(await firstByName(admin))
})

async function firstByName(admin: Api): Promise<string> {
  const { results } = await usersOf(admin)
  const [first] = results
  return `${first?.first_name} ${first?.last_name}`
}

test('scrolling down loads further users and shows “Loading...”, and only cards near the window are rendered', async ({
  office,
  admin,
  network,
}) => {
  const page = office.page()
  const { count } = await usersOf(admin)
  for (let missing = 51 - count; missing >= 0; missing -= 1) {
    await aUser(admin, { first_name: 'Zora' })
  }
  await aUser(admin, { first_name: 'Zzyzx', last_name: 'Last' })
  await openUsers(page)
  await expect.poll(() => listedUserCount(page)).toBeGreaterThan(51)
  const last = page.getByRole('article', { name: 'Zzyzx Last' })
  network.delay(700)
  await page.getByRole('main').focus()
  await page.keyboard.press('End')
  await expect(page.getByText('Loading...')).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(last).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  const { rendered, inWindow, columns } = await renderedCards(page)
  expect(inWindow).toBeGreaterThan(0)
  expect(rendered).toBeLessThanOrEqual(inWindow + 2 * MAX_SPARE_ROWS * columns)
})

/** The most rows of cards that may be rendered above the window, and again below it. */
const MAX_SPARE_ROWS = 5

/** The number of cards that are rendered, of those within the window, and of columns. */
function renderedCards(page: Page) {
  return page.getByRole('article').evaluateAll((cards) => {
    const places = cards.map((card) => card.getBoundingClientRect())
    return {
      rendered: places.length,
      inWindow: places.filter(({ top, bottom }) => bottom > 0 && top < window.innerHeight).length,
      columns: new Set(places.map(({ left }) => Math.round(left))).size,
    }
  })
}
