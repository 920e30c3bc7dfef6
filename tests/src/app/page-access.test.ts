import { expect, test, vi } from 'vitest'
import { unlessHere } from '#src/app/page-access.ts'

/** A page whose part, or whose rows, do not come. */
const never = () => new Promise<void>(() => undefined)

test('a page on screen waits for nothing when it is asked for another order: what a person types in stays', async () => {
  const load = vi.fn(never)
  await unlessHere('stay', load)
  expect(load).toHaveBeenCalledOnce()
})

test('a page that is gone to, or pointed at, waits for what it reads', async () => {
  for (const cause of ['enter', 'preload'] as const) {
    let isReady = false
    await unlessHere(cause, async () => {
      await Promise.resolve()
      isReady = true
    })
    expect(isReady).toBe(true)
  }
})

test('what can not be read for a page on screen is told by the page alone', async () => {
  await unlessHere('stay', () => Promise.reject(new Error('no network')))
  await expect(unlessHere('enter', () => Promise.reject(new Error('no network')))).rejects.toThrow('no network')
})
