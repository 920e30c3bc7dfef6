import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '#tests/support/fake-browser.ts'

let page: ReturnType<typeof openPage>
beforeEach(() => {
  page = openPage()
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

test('what other tabs set going waits in a frozen tab until it goes on, in order', async () => {
  const { whenAwake } = await import('#src/offline/awake.ts')
  const done: number[] = []
  whenAwake(() => done.push(1))
  page.document.dispatchEvent(new Event('freeze'))
  whenAwake(() => done.push(2))
  whenAwake(() => done.push(3))
  expect(done).toEqual([1])
  page.document.dispatchEvent(new Event('resume'))
  expect(done).toEqual([1, 2, 3])
  whenAwake(() => done.push(4))
  expect(done).toEqual([1, 2, 3, 4])
})
