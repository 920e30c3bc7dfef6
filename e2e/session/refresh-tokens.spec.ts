import type { Page } from '@playwright/test'
import { atTheDrivers, type Colleague, test } from '#e2e/support/company/colleague.ts'
import { expect } from '#e2e/support/expect.ts'

const REFRESH = '/api/auth/jwt/refresh/'

async function cookieOf({ tablet }: Colleague, name: string) {
  const cookies = await tablet.context().cookies()
  return cookies.find((cookie) => cookie.name === name)
}

/** The half of the refresh token that the device keeps, read as a thief with the developer tools would. */
const halfOf = (page: Page) =>
  page.evaluate(async () => {
    // Opening a database that was deleted would make it anew.
    if ((await indexedDB.databases()).every(({ name }) => name !== 'haulyard-keys')) return null
    return new Promise<string | null>((resolve, reject) => {
      const opening = indexedDB.open('haulyard-keys')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const asked = opening.result.transaction('keys').objectStore('keys').get('half')
        asked.onsuccess = () => {
          opening.result.close()
          resolve(asked.result?.half ?? null)
        }
      }
    })
  })

/** What a program elsewhere gets with a copy of both halves. */
async function refreshElsewhere(url: string, half: string, cookie: string) {
  const answer = await fetch(`${url}${REFRESH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `refresh-token=${cookie}`, 'user-agent': 'Thief/9' },
    body: JSON.stringify({ refresh: half }),
  })
  return answer.status
}

test('no script reads the refresh token, and what a sign-out without a network leaves of it opens nothing', async ({
  colleague,
  network,
  yard,
}) => {
  await atTheDrivers(colleague)
  const { page } = colleague
  const kept = await cookieOf(colleague, 'refresh-token')
  expect(kept).toMatchObject({ httpOnly: true, path: '/', sameSite: 'Strict' })
  expect(await page.evaluate(() => document.cookie)).not.toContain('refresh-token')
  const half = await halfOf(page)
  expect(await refreshElsewhere(yard.server.url, half ?? '', kept?.value ?? '')).toBe(200)

  network.set('down')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/login/)
  const left = await cookieOf(colleague, 'refresh-token')
  expect(left?.value).toBeTruthy()
  expect(await halfOf(page)).toBeNull()
  expect(await refreshElsewhere(yard.server.url, left?.value ?? '', left?.value ?? '')).toBe(401)
  // With the next contact the session is over as well, for a thief who has copied both halves before.
  network.set('none')
  await expect
    .poll(() => refreshElsewhere(yard.server.url, half ?? '', left?.value ?? ''), { timeout: 40_000 })
    .toBe(401)
})

test('answers that get lost in a dead spot sign nobody out, however often', async ({ colleague, network }) => {
  await atTheDrivers(colleague)
  const { page } = colleague
  for (let n = 0; n < 3; n++) {
    network.expire((await cookieOf(colleague, 'access-token'))?.value ?? '')
    network.set('cut_after_commit', ({ path }) => path === REFRESH)
    const before = network.calls().filter((call) => call.endsWith(REFRESH)).length
    await page.reload()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect.poll(() => network.calls().filter((call) => call.endsWith(REFRESH)).length).toBeGreaterThan(before)
  }
  const before = (await cookieOf(colleague, 'access-token'))?.value
  network.set('none')
  await expect
    .poll(async () => (await cookieOf(colleague, 'access-token'))?.value, { timeout: 40_000 })
    .not.toBe(before)
  await expect(page).toHaveURL(/\/drivers/)
})
