import { expect, test, vi } from 'vitest'
import { unlessHere } from '#src/app/page-access.ts'

/** The loader of a page whose code or rows never arrive. */
const never = () => new Promise<void>(() => undefined)

test('a page on screen does not wait when its search changes, so the typed text stays', async () => {
  const load = vi.fn(never)
  await unlessHere('stay', load)
  expect(load).toHaveBeenCalledOnce()
})

test('a page that is entered or preloaded waits for its data', async () => {
  for (const cause of ['enter', 'preload'] as const) {
    let isReady = false
    await unlessHere(cause, async () => {
      await Promise.resolve()
      isReady = true
    })
    expect(isReady).toBe(true)
  }
})

test('a failed load of a page on screen is left to the page; at entry it fails the navigation', async () => {
  await unlessHere('stay', () => Promise.reject(new Error('no network')))
  await expect(unlessHere('enter', () => Promise.reject(new Error('no network')))).rejects.toThrow('no network')
})
