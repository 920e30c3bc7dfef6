import { expect } from '#e2e/support/expect.ts'
import { readyForOffline } from './actions.ts'
import type { Engine } from './driver/engine-browser.ts'
import { test } from './fixtures.ts'

/** Requests a list, then twice more with its entity tag, in both ways the app uses. Returns the three statuses. */
async function requestTwiceMore(path: string): Promise<readonly number[]> {
  const token = /(?:^|; )access-token=([^;]+)/.exec(document.cookie)?.[1]
  const headers = { authorization: `Bearer ${token}` }
  const first = await fetch(path, { headers })
  await first.text()
  const tagged = { ...headers, 'if-none-match': first.headers.get('etag') ?? '' }
  const again = [await fetch(path, { headers: tagged, cache: 'no-cache' }), await fetch(path, { headers: tagged })]
  return [first.status, ...again.map(({ status }) => status)]
}

export function testNotModified(engine: Engine): void {
  test(`${engine} passes a 304 on to the app, through its service worker and past it`, async ({ tab: page }) => {
    await readyForOffline(page)
    // The service worker handles the first path. The second bypasses it.
    for (const path of ['/api/drivers/?limit=50', '/api/users/users/?limit=5'])
      expect(await page.runAsync(requestTwiceMore, path), path).toEqual([200, 304, 304])
  })
}
