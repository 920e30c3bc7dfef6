import type { Page } from '@playwright/test'
import type { User } from '#contract/people/users.ts'
import { atTheUsers, countOfUsers, someone, test } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'
import type { Api } from '#e2e/support/server/api.ts'

/** What one screen shows of a list, and never more: the last users have to be scrolled to. */
test.use({ height: 900 })

const menu = (page: Page, name: RegExp) => page.getByRole('button', { name })
const firstName = (page: Page) => page.getByRole('article').first().getAttribute('aria-label')
const usersOf = async (admin: Api, query = '') =>
  admin.get<{ readonly count: number; readonly results: readonly User[] }>(`/api/users/users/?limit=1000${query}`)

async function choose(page: Page, name: RegExp, choice: string): Promise<void> {
  await menu(page, name).click()
  await page.getByRole('menuitemradio', { name: choice, exact: true }).click()
}

test('all users are sorted and narrowed to a role, in the address too, with the way back', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const { name } = await someone(admin)
  await atTheUsers(page)
  await choose(page, /^Sort/, 'Newest')
  await expect(page.getByRole('article').first()).toHaveAccessibleName(name)
  await page.reload()
  await expect(page.getByRole('article').first()).toHaveAccessibleName(name)

  await menu(page, /^Filter/).click()
  await expect(page.getByRole('menuitemradio')).toHaveText(['All', 'Driver', 'Dispatcher', 'Administrator'])
  await page.getByRole('menuitemradio', { name: 'Dispatcher' }).click()
  const { count } = await usersOf(admin, '&role=dispatcher')
  await expect.poll(() => countOfUsers(page)).toBe(count)
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

test('further users are loaded as one scrolls to them, which is said, and few stand on the page', async ({
  office,
  admin,
  network,
}) => {
  const page = office.page()
  const { count } = await usersOf(admin)
  for (let missing = 51 - count; missing >= 0; missing -= 1) {
    await someone(admin, { first_name: 'Zora' })
  }
  await someone(admin, { first_name: 'Zzyzx', last_name: 'Last' })
  await atTheUsers(page)
  await expect.poll(() => countOfUsers(page)).toBeGreaterThan(51)
  const last = page.getByRole('article', { name: 'Zzyzx Last' })
  network.delay(700)
  await page.getByRole('main').focus()
  await page.keyboard.press('End')
  await expect(page.getByText('Loading...')).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(last).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  const { standing, inSight, aLine } = await cardsOf(page)
  expect(inSight).toBeGreaterThan(0)
  expect(standing).toBeLessThanOrEqual(inSight + 2 * FEW_LINES * aLine)
})

/** Lines of cards that may be ready above the window, and as many below it. */
const FEW_LINES = 5

/** How many cards stand on the page, how many of them in its window, and how many make a line. */
function cardsOf(page: Page) {
  return page.getByRole('article').evaluateAll((cards) => {
    const places = cards.map((card) => card.getBoundingClientRect())
    return {
      standing: places.length,
      inSight: places.filter(({ top, bottom }) => bottom > 0 && top < window.innerHeight).length,
      aLine: new Set(places.map(({ left }) => Math.round(left))).size,
    }
  })
}
