import { expect } from '#e2e/support/expect.ts'
import { readyForOffline } from './acts.ts'
import type { Engine } from './driver/engine-browser.ts'
import { test } from './fixtures.ts'

/** Asks for a list, and again with its tag, in each of the ways in which the app asks; answers the statuses. */
async function askAgain(path: string): Promise<readonly number[]> {
  const token = /(?:^|; )access-token=([^;]+)/.exec(document.cookie)?.[1]
  const headers = { authorization: `Bearer ${token}` }
  const first = await fetch(path, { headers })
  await first.text()
  const tagged = { ...headers, 'if-none-match': first.headers.get('etag') ?? '' }
  const again = [await fetch(path, { headers: tagged, cache: 'no-cache' }), await fetch(path, { headers: tagged })]
  return [first.status, ...again.map(({ status }) => status)]
}

export function hearsWhatIsUnchanged(engine: Engine): void {
  test(`${engine} tells the app that nothing has changed, with its worker in between and without`, async ({
    tab: page,
  }) => {
    await readyForOffline(page)
    // The first is the worker's to answer, the second goes past it.
    for (const path of ['/api/drivers/?limit=50', '/api/users/users/?limit=5'])
      expect(await page.wait(askAgain, path), path).toEqual([200, 304, 304])
  })
}
