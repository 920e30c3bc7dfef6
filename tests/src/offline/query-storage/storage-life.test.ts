import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** Loads the module in a browser with these facts. */
async function aBrowser({ storage, isApple = false, isInstalled = false }: BrowserFacts) {
  vi.stubGlobal('navigator', storage === undefined ? {} : { storage })
  vi.stubGlobal('matchMedia', () => ({ matches: isInstalled }))
  if (isApple) vi.stubGlobal('GestureEvent', class {})
  return import('#src/offline/query-storage/storage-life.ts')
}
interface BrowserFacts {
  readonly storage?: Partial<Record<'persist' | 'persisted', () => Promise<boolean>>> | undefined
  readonly isApple?: boolean
  readonly isInstalled?: boolean
}
const answering = (isGranted: boolean) => (): Promise<boolean> => Promise.resolve(isGranted)
const granting = (isGranted: boolean) => ({ persist: answering(isGranted), persisted: answering(isGranted) })

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

describe('data stored on this device stays', () => {
  test.each([
    ['permanently if the browser has promised it', { storage: granting(true) }, 'for_good'],
    ['permanently in Safari too once it has promised it', { storage: granting(true), isApple: true }, 'for_good'],
    ['while there is space if the browser has promised nothing', { storage: granting(false) }, 'while_space'],
    ['while the site is visited in a tab of Safari', { storage: granting(false), isApple: true }, 'while_visited'],
    ['while the site is visited in a Safari that reports nothing', { isApple: true }, 'while_visited'],
    [
      'while there is space if the app is on the Home Screen',
      { storage: granting(false), isApple: true, isInstalled: true },
      'while_space',
    ],
    ['for an unknown time if the browser reports nothing', {}, 'unknown'],
    [
      'while there is space if the browser fails to respond',
      { storage: { persist: () => Promise.reject(new TypeError('opaque origin')), persisted: answering(false) } },
      'while_space',
    ],
  ] as const)('%s', async (_what, facts, life) => {
    const { requestPersistence, readStorageLife, storageLife } = await aBrowser(facts)
    expect(storageLife.get()).toBe('unknown')
    await readStorageLife()
    const looked = storageLife.get()
    await requestPersistence()
    expect([looked, storageLife.get()]).toEqual([life, life])
  })

  test('permanently once the browser grants the request, which is made only once', async () => {
    const persist = vi.fn(answering(true))
    const { requestPersistence, readStorageLife, storageLife } = await aBrowser({
      storage: { persist, persisted: answering(false) },
    })
    await readStorageLife()
    expect(storageLife.get()).toBe('while_space')
    await Promise.all([requestPersistence(), requestPersistence()])
    expect([storageLife.get(), persist.mock.calls.length]).toEqual(['for_good', 1])
  })
})
