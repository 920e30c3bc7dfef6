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
  const kept = await fetch(path, { headers, cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null)
  return [first.status, ...again.map(({ status }) => status), kept?.ok ? kept.status : 504]
}

export function hearsWhatIsUnchanged(engine: Engine): void {
  test(`${engine} tells the app that nothing has changed, with its worker in between and without, and keeps nothing itself`, async ({
    tab: page,
  }) => {
    await readyForOffline(page)
    // The first is the worker's to answer, the second goes past it; what the worker has in store is its own.
    expect((await page.wait(askAgain, '/api/drivers/?limit=50')).slice(0, 3)).toEqual([200, 304, 304])
    expect(await page.wait(askAgain, '/api/users/users/?limit=5')).toEqual([200, 304, 304, 504])
  })
}
