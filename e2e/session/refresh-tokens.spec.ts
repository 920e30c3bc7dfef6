import type { Page } from '@playwright/test'
import { type Colleague, signInAtDrivers, test } from '#e2e/support/company/colleague.ts'
import { expect } from '#e2e/support/expect.ts'

const REFRESH = '/api/auth/jwt/refresh/'

async function cookieOf({ tablet }: Colleague, name: string) {
  const cookies = await tablet.context().cookies()
  return cookies.find((cookie) => cookie.name === name)
}

/** The half of the refresh token in IndexedDB, read as a thief with developer tools would; null if it is deleted. */
const storedTokenHalf = (page: Page) =>
  page.evaluate(async () => {
    // Opening a deleted database would recreate it.
    if ((await indexedDB.databases()).every(({ name }) => name !== 'haulyard-keys')) return null
    return new Promise<string | null>((resolve, reject) => {
      const opening = indexedDB.open('haulyard-keys')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const request = opening.result.transaction('keys').objectStore('keys').get('half')
        request.onsuccess = () => {
          opening.result.close()
          resolve(request.result?.half ?? null)
        }
      }
    })
  })

/** The HTTP status of a refresh by another program that has a copy of both halves. */
async function refreshElsewhere(url: string, half: string, cookie: string) {
  const answer = await fetch(`${url}${REFRESH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `refresh-token=${cookie}`, 'user-agent': 'Thief/9' },
    body: JSON.stringify({ refresh: half }),
  })
  return answer.status
}

test('no script can read the refresh token’s cookie, and what an offline sign-out leaves of the token is useless', async ({
  colleague,
  network,
  yard,
}) => {
  await signInAtDrivers(colleague)
  const { page } = colleague
  const cookie = await cookieOf(colleague, 'refresh-token')
  expect(cookie).toMatchObject({ httpOnly: true, path: '/', sameSite: 'Strict' })
  expect(await page.evaluate(() => document.cookie)).not.toContain('refresh-token')
  const half = await storedTokenHalf(page)
  expect(await refreshElsewhere(yard.server.url, half ?? '', cookie?.value ?? '')).toBe(200)

  network.set('down')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/login/)
  const leftCookie = await cookieOf(colleague, 'refresh-token')
  expect(leftCookie?.value).toBeTruthy()
  expect(await storedTokenHalf(page)).toBeNull()
  expect(await refreshElsewhere(yard.server.url, leftCookie?.value ?? '', leftCookie?.value ?? '')).toBe(401)
  // When the device is online again it ends the session on the server, also for a thief who copied both halves earlier.
  network.set('none')
  await expect
    .poll(() => refreshElsewhere(yard.server.url, half ?? '', leftCookie?.value ?? ''), { timeout: 40_000 })
    .toBe(401)
})

test('refresh responses lost in a dead spot do not sign the user out, however often they are lost', async ({
  colleague,
  network,
}) => {
  await signInAtDrivers(colleague)
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
