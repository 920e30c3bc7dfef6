import type { Page } from '@playwright/test'
import type { DuplicateExpense } from '#contract/expenses/duplicate-expenses.ts'
import { test } from '#e2e/support/company/office.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'

const TOLL_PASSAGE = { date: '2026-11-03', clock: null, amount: 21, place: 'Exit 7', called: '007002410300' }
const duplicate = (id: number, over: Partial<DuplicateExpense> = {}): DuplicateExpense => ({
  id,
  kind: 'tolls',
  is_sure: false,
  state: 'open',
  stays: { ...TOLL_PASSAGE, from: 'week.csv' },
  again: { ...TOLL_PASSAGE, place: `EXIT ${id}`, from: 'month.csv' },
  decided_by: null,
  decided_at: null,
  version: 1,
  ...over,
})

/**
 * Serves made-up duplicates, because real ones come only from an upgrade or from a vendor hours later. Returns the
 * decisions that the page sends.
 */
async function serveDuplicates(
  page: Page,
  count: number,
  isDown = () => false,
  beforePage: (from: number) => Promise<void> = () => Promise.resolve(),
) {
  const rows = new Map(Array.from({ length: count }, (_, n) => [n + 1, duplicate(n + 1)]))
  const decisions: unknown[] = []
  await page.route('**/api/imports/duplicates/**', async (route) => {
    const request = route.request()
    if (isDown()) return route.abort()
    const headers = { 'answered-by': 'haulyard' }
    if (request.method() === 'POST') {
      const { ids, to } = request.postDataJSON() as { ids: number[]; to: DuplicateExpense['state'] }
      decisions.push(request.postDataJSON())
      const results = ids.flatMap((id) => {
        const row = rows.get(id)
        return row ? [{ ...row, state: to, version: row.version + 1 }] : []
      })
      for (const row of results) rows.set(row.id, row)
      await route.fulfill({ headers, json: { results } })
      return
    }
    const query = new URL(request.url()).searchParams
    const isDecided = query.get('decided') === 'yes'
    const all = [...rows.values()].filter(({ state }) => (state === 'open') !== isDecided).toReversed()
    const from = Number(query.get('offset') ?? 0)
    await beforePage(from)
    const to = from + Number(query.get('limit') ?? 50)
    const next = to < all.length ? `/api/imports/duplicates/?offset=${to}` : null
    await route.fulfill({ headers, json: { count: all.length, next, previous: null, results: all.slice(from, to) } })
  })
  return decisions
}

test('a duplicate expense is removed offline, the decision is sent later, and the expense can be put back', async ({
  office,
  network,
}) => {
  const page = office.page()
  let isDown = false
  const decisions = await serveDuplicates(page, 3, () => isDown)
  await page.goto('/reports')
  const open = page.getByRole('list', { name: 'Possible duplicates' })
  await expect(open.getByRole('listitem')).toHaveCount(3)
  await expect(open.getByRole('listitem').first()).toContainText('time not kept · EXIT 3 · 007002410300 · month.csv')
  await expectNoFindings(page, 'duplicates')

  network.set('down')
  isDown = true
  await open.getByRole('button', { name: 'Remove: $21.00 of month.csv' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '2 possible duplicates' })).toBeVisible()
  await expect(open.getByRole('button', { name: 'Remove: $21.00 of month.csv' }).first()).toBeFocused()
  await page.getByRole('button', { name: 'Show 1 decided one' }).click()
  const decided = page.getByRole('list', { name: 'Decided duplicates' })
  await expect(decided.getByRole('img', { name: 'Waiting to be sent' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: '2 possible duplicates' })).toBeVisible()
  expect(decisions).toEqual([])

  network.set('none')
  isDown = false
  await expect.poll(() => decisions).toEqual([{ ids: [3], from: 'open', to: 'removed' }])
  await page.getByRole('button', { name: 'Show 1 decided one' }).click()
  await decided.getByRole('button', { name: /^Put back/ }).click()
  await expect(page.getByRole('heading', { name: '3 possible duplicates' })).toBeVisible()
  await expect.poll(() => decisions).toHaveLength(2)
})

test('all duplicates are removed with one question and come back with one undo', async ({ office }) => {
  const page = office.page()
  const decisions = await serveDuplicates(page, 4)
  await page.goto('/reports')
  await page.getByRole('button', { name: 'Remove all 4' }).click()
  const question = page.getByRole('dialog', { name: 'Remove 4 rows?' })
  await expect(question).toContainText('$84.00 in all go from the figures')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'No more possible duplicates' })).toBeVisible()
  await expect.poll(() => decisions).toEqual([{ ids: [4, 3, 2, 1], from: 'open', to: 'removed' }])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('heading', { name: '4 possible duplicates' })).toBeVisible()
  await expect.poll(() => decisions).toHaveLength(2)
})

test('thousands of duplicates are shown and removed in large steps', async ({ office }) => {
  const page = office.page()
  const decisions = await serveDuplicates(page, 5000)
  await page.goto('/reports')
  const open = page.getByRole('list', { name: 'Possible duplicates' })
  await expect(page.getByRole('heading', { name: '5,000 possible duplicates' })).toBeVisible()
  await expect(open.getByRole('listitem')).toHaveCount(5)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(open.getByRole('listitem')).toHaveCount(255)
  await page.getByRole('button', { name: 'Remove these 255' }).click()
  await page.getByRole('dialog', { name: 'Remove 255 rows?' }).getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: '4,745 possible duplicates' })).toBeVisible()
  await expect.poll(() => decisions).toHaveLength(3)
  await expect(open.getByRole('listitem')).toHaveCount(255)
})

test('“Show more” shows its rows even if the list is refetched meanwhile', async ({ office }) => {
  const page = office.page()
  const { promise: isDecided, resolve: decided } = Promise.withResolvers<void>()
  let laterPages = 0
  const decisions = await serveDuplicates(
    page,
    600,
    () => false,
    async (from) => {
      if (from === 0 || laterPages++ > 0) return
      await isDecided
    },
  )
  await page.goto('/reports')
  const open = page.getByRole('list', { name: 'Possible duplicates' })
  await expect(open.getByRole('listitem')).toHaveCount(5)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => laterPages).toBe(1)
  await open
    .getByRole('button', { name: /^Remove: / })
    .first()
    .click()
  await expect.poll(() => decisions).toHaveLength(1)
  await expect(page.getByRole('heading', { name: '599 possible duplicates' })).toBeVisible()
  decided()
  await expect(open.getByRole('listitem')).toHaveCount(255)
})
