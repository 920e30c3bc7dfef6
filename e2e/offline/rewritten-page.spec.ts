import type { Page } from '@playwright/test'
import { fullName } from '#contract/wire/people.ts'
import { test } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectUnalteredText } from '#e2e/support/page/rendered-text.ts'
import { injectRewriter, REWRITE_METHODS, type RewriteMethod } from '#e2e/support/page/translator.ts'

test.use({ height: 900, opensDrivers: false })

/** The pages of the bar. */
const PAGES = [
  '/drivers',
  '/dispatchers',
  '/trucks',
  '/trailers',
  '/maintenance',
  '/schedule',
  '/map',
  '/reports',
  '/outbox',
  '/users',
  '/',
]

/** Collects the errors of a page, except failed calls. */
function collectErrors(page: Page): readonly string[] {
  const wrong: string[] = []
  page.on('pageerror', ({ message }) => wrong.push(message))
  page.on('console', (message) => {
    // Offline, the browser logs an error for each call.
    if (message.type() === 'error' && !/Failed to load resource|net::ERR/.test(message.text()))
      wrong.push(message.text())
  })
  return wrong
}

/** Goes to a page by the bar, without a page load. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.locator(`nav a[href="${path}"]:visible`).first().click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Goes through pages, and waits on each until it shows what it should. */
async function visit(page: Page, paths: readonly string[], when: string): Promise<void> {
  for (const path of paths) {
    await goTo(page, path)
    await expectUnalteredText(page, `${path} ${when}`)
  }
}

async function openWide(page: Page, way: RewriteMethod): Promise<readonly string[]> {
  await page.setViewportSize({ width: 2560, height: 900 })
  const wrong = collectErrors(page)
  await injectRewriter(page, way)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return wrong
}

for (const way of REWRITE_METHODS) {
  test(`every rewritten page shows what it should: ${way}`, async ({ office }) => {
    const page = office.page()
    const wrong = await openWide(page, way)
    await visit(page, PAGES, 'with a network')
    expect(wrong).toEqual([])
  })
}

test('a translated page shows that there is no network, and that the network is back', async ({ office, network }) => {
  const page = office.page()
  const wrong = await openWide(page, 'fonts')
  network.set('down')
  await visit(page, ['/drivers', '/schedule', '/maintenance', '/outbox'], 'without a network')
  // The empty Outbox contains the words too, below the banner of every page.
  const offline = page.getByRole('status').getByText(/offline since/i)
  await expect(offline).toHaveCount(1)
  await expect(offline).toBeVisible()
  network.set('none')
  await expect(page.getByText(/offline since/i)).toHaveCount(0, { timeout: 30_000 })
  await visit(page, ['/users', '/schedule', '/'], 'with a network again')
  expect(wrong).toEqual([])
})

test('a status that is changed twice on a translated page shows the new value, in menus and dialogs too', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const wrong = await openWide(page, 'fonts')
  await goTo(page, '/drivers')
  const status = page.getByRole('button', { name: /^Status of .*: On The Road$/ }).first()
  const name = (await status.getAttribute('aria-label'))?.replace(/^Status of |: .*/g, '') ?? ''
  const same = page.getByRole('button', { name: new RegExp(`^Status of ${name}:`) })
  for (const [choice, words] of [
    [/detention/i, /^«DETENTION \/ LAYOVER»$/],
    [/on the road/i, /^«ON THE ROAD»$/],
  ] as const) {
    await same.click()
    await page.getByRole('menuitemradio', { name: choice }).click()
    await expect(same).toHaveText(words)
    await expectUnalteredText(page, 'drivers, after a status')
  }
  await same.click()
  await page.getByRole('menuitemradio', { name: /vacation/i }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectUnalteredText(page, 'the question of dates')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill(name)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expectUnalteredText(page, 'drivers, after typing')
  // The translated link shows no waiting changes.
  const outbox = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^«OUTBOX»$/ })
  await expect(outbox).toBeVisible({ timeout: 30_000 })
  const drivers = await admin.drivers()
  expect(drivers.find(({ user }) => fullName(user) === name)?.current_status).toBe('on_the_road')
  expect(wrong).toEqual([])
})

test('names of drivers are not translated', async ({ office }) => {
  const page = office.page()
  await openWide(page, 'fonts')
  await goTo(page, '/drivers')
  await expect(page.getByRole('article').first()).toBeVisible()
  // Label and heading are read in one step: other journeys add drivers, which moves the cards.
  const cards = await page
    .getByRole('article')
    .evaluateAll((all) => all.map((card) => [card.getAttribute('aria-label'), card.querySelector('h2')?.textContent]))
  expect(cards.map(([, heading]) => heading)).toEqual(cards.map(([label]) => label))
})
