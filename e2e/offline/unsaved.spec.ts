import type { Page } from '@playwright/test'
import type { UserBrowser } from '#e2e/support/browser.ts'
import { test } from '#e2e/support/company/yard.ts'
import { draftsAsText } from '#e2e/support/device/stored-drafts.ts'
import { expect } from '#e2e/support/expect.ts'
import { dayCell, openWeek } from '#e2e/support/page/screens.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'

test('typed text survives a killed browser and is saved against the version that the user saw', async ({
  scene,
  tablet,
  admin,
}) => {
  const { api, name, driver } = scene
  const row = (await api.schedule()).flatMap((one) => one.drivers).find((one) => one.id === driver.id)
  const day = row?.days.find((one) => one.status === 'on_the_road') ?? row?.days[0]
  if (!day) throw new Error(`nothing is planned for ${name}`)
  let page = tablet.page()
  await openWeek(page)
  const cell = page.locator(`[role=gridcell][data-driver="${driver.id}"]`)
  await cell.nth(row?.days.findIndex((one) => one.id === day.id) ?? 0).dblclick()
  await page.getByRole('dialog').getByLabel('Description').fill('Swap trailers at the yard')
  await expect.poll(() => page.evaluate(draftsAsText)).toContain('Swap trailers at the yard')
  await tablet.kill()
  expect(await admin.patch(`/api/schedule/${day.id}/`, { description: 'Off to Tulsa' })).toBe(200)

  await tablet.relaunch()
  page = tablet.page()
  await page.goto('/drivers')
  const offer = page.getByRole('region', { name: 'Not saved yet' })
  await expect(offer).toContainText(`You were typing about ${name}`)
  await expect(offer).toContainText('Swap trailers at the yard')
  await offer.getByRole('button', { name: 'Continue' }).click()
  const editor = page.getByRole('dialog')
  await expect(editor.getByLabel('Description')).toHaveValue('Swap trailers at the yard')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  await expect(page.getByText('1 change needs your attention.')).toBeVisible({ timeout: 20_000 })
  await expect(offer).toHaveCount(0)
  const [now] = (await api.daysOf(driver.id, day.date)).filter((one) => one.id === day.id)
  expect(now?.description).toBe('Off to Tulsa')
})

/** Ways in which a page goes away while its user types. Each returns the page that the user sees next. */
const WAYS_TO_LEAVE: Readonly<Record<string, (page: Page, tablet: UserBrowser) => Promise<Page>>> = {
  closed: async (page, tablet) => {
    await page.close()
    const next = await tablet.context().newPage()
    await next.goto('/drivers')
    return next
  },
  'left for another site': async (page) => {
    await page.goto('about:blank')
    await page.goto('/drivers')
    return page
  },
  reloaded: async (page) => {
    await page.reload()
    return page
  },
}
for (const [way, go] of Object.entries(WAYS_TO_LEAVE)) {
  test(`the last typed words are restored when the page is ${way} immediately`, async ({ scene, tablet }) => {
    const { page, name } = scene
    await openWeek(page)
    await dayCell(page, name, 2).dblclick()
    const description = page.getByRole('dialog').getByLabel('Description')
    await description.fill('half a')
    await expect.poll(() => page.evaluate(draftsAsText)).toContain('half a')
    await description.pressSequentially(' sentence')
    const next = await go(page, tablet)
    await expect(next.getByRole('region', { name: 'Not saved yet' })).toContainText('half a sentence')
  })
}

test('a form that was closed by accident can be continued, but only by its own user', async ({ ownScene }) => {
  const { page, name } = ownScene
  const offer = page.getByRole('region', { name: 'Not saved yet' })
  await openWeek(page)
  const cell = dayCell(page, name, 2)
  await cell.dblclick()
  const editor = page.getByRole('dialog')
  await editor.getByLabel('Description').fill('half a sentence')
  await page.keyboard.press('Escape')
  await expect(offer).toContainText('half a sentence')
  await cell.dblclick()
  await expect(editor.getByLabel('Description')).toHaveValue('half a sentence')
  await expect(offer).toHaveCount(0)
  await page.getByRole('button', { name: 'Log out' }).dispatchEvent('click')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/login/)

  await signIn(page, 'admin')
  await page.goto('/schedule?tab=edit')
  await expect(cell).toBeVisible()
  await expect(page.getByText('half a sentence')).toHaveCount(0)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, 'dispatcher')
  await expect(offer).toContainText('half a sentence')
  await offer.getByRole('button', { name: 'Discard' }).click()
  await expect(offer).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(offer).toHaveCount(0)
})
