import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { eventually } from '#tests/support/eventually.ts'

let page: ReturnType<typeof openPage>
beforeEach(() => {
  page = openPage()
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

const webLock = () => import('#src/browser/web-lock.ts')
const freeze = () => page.document.dispatchEvent(new Event('freeze'))
const resume = () => page.document.dispatchEvent(new Event('resume'))
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 20))

let names = 0
/** A lock with a name that no other test uses. `takeElsewhere`: another page takes it; the result releases it. */
function aLock() {
  names += 1
  const name = `lock-${names}`
  const { locks } = navigator
  const takeElsewhere = async () => {
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    let isGranted = false
    void locks.request(name, () => {
      isGranted = true
      return isReleased
    })
    await eventually(() => expect(isGranted).toBe(true))
    return release
  }
  const isHeld = async () => (await locks.query()).held?.some((lock) => lock.name === name) ?? false
  return { name, locks, takeElsewhere, isHeld }
}

/**
 * WebKit's locks: a lock held by a page that is frozen goes to the next page immediately. Its promise rejects, while
 * the work under the lock continues.
 */
function webKitLocks(): Pick<LockManager, 'request'> {
  return {
    request: (name: string, options: LockOptions, work: (lock: Lock | null) => unknown) => {
      const lockLoss = new Promise((_resolve, reject) => {
        page.document.addEventListener('freeze', () => reject(new DOMException('Page is frozen.', 'AbortError')))
      })
      return Promise.race([
        navigator.locks.request(name, options, (lock) => Promise.race([work(lock), lockLoss])),
        lockLoss,
      ])
    },
  } as Pick<LockManager, 'request'>
}

test('a queued lock request is not granted while the page is frozen, and is repeated after the resume', async () => {
  const { holdLock } = await webLock()
  const { name, locks, takeElsewhere, isHeld } = aLock()
  const release = await takeElsewhere()
  let isDone = false
  const holding = holdLock(locks, name, 'exclusive', async () => {
    isDone = true
  })
  await aWhile()
  freeze()
  release()
  await eventually(async () => expect(await isHeld()).toBe(false))
  await aWhile()
  expect(isDone).toBe(false)
  resume()
  await holding
  expect(isDone).toBe(true)
})

test('work is notified that its lock is lost, and its result is still returned', async () => {
  const { holdLock } = await webLock()
  const { name, takeElsewhere } = aLock()
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  let isLost = () => false
  let runs = 0
  const holding = holdLock(webKitLocks(), name, 'exclusive', async (lost) => {
    runs += 1
    isLost = () => lost.aborted
    await promise
    return 'kept'
  })
  await eventually(() => expect(runs).toBe(1))
  expect(isLost()).toBe(false)
  freeze()
  expect(isLost()).toBe(true)
  ;(await takeElsewhere())()
  resume()
  finish()
  expect([await holding, runs]).toEqual(['kept', 1])
})

test('work that fails under a lost lock fails with its own error', async () => {
  const { holdLock } = await webLock()
  const { name } = aLock()
  const holding = holdLock(webKitLocks(), name, 'exclusive', async () => {
    freeze()
    await aWhile()
    throw new RangeError('too late')
  })
  await expect(holding).rejects.toThrow('too late')
  resume()
})

test('an aborted signal ends the wait for a lock', async () => {
  const { holdLock } = await webLock()
  const { name, locks, takeElsewhere } = aLock()
  const release = await takeElsewhere()
  const control = new AbortController()
  const holding = holdLock(locks, name, 'exclusive', async () => 'had', control.signal)
  await aWhile()
  control.abort(new RangeError('called off'))
  await expect(holding).rejects.toThrow('called off')
  release()
})

test('a lock that must be free is not waited for when another page holds it', async () => {
  const { holdLockIfFree } = await webLock()
  const { name, locks, takeElsewhere } = aLock()
  const release = await takeElsewhere()
  expect(await holdLockIfFree(locks, name, async () => 'had')).toBeNull()
  release()
  await eventually(async () => expect(await holdLockIfFree(locks, name, async () => 'had')).toBe('had'))
})

describe('a mark that other pages see', () => {
  test('is set again after the resume, and gone after its release', async () => {
    const { holdMark } = await webLock()
    const { name, locks, isHeld } = aLock()
    const release = holdMark(locks, name)
    await eventually(async () => expect(await isHeld()).toBe(true))
    freeze()
    await eventually(async () => expect(await isHeld()).toBe(false))
    resume()
    await eventually(async () => expect(await isHeld()).toBe(true))
    await release()
    expect(await isHeld()).toBe(false)
  })
  test('works without the Web Locks API', async () => {
    const { holdMark } = await webLock()
    await expect(holdMark(undefined, 'none')()).resolves.toBeUndefined()
  })
})

test('single-tab work stops at the freeze, and starts again after the resume', async () => {
  const { inOneTab } = await import('#src/offline/live/one-tab.ts')
  const { name, takeElsewhere } = aLock()
  const end = new AbortController()
  const ends: unknown[] = []
  let begins = 0
  const working = inOneTab(
    name,
    (signal) =>
      new Promise((resolve) => {
        begins += 1
        signal.addEventListener('abort', () => {
          ends.push(signal.reason)
          resolve()
        })
      }),
    end.signal,
  )
  await eventually(() => expect(begins).toBe(1))
  freeze()
  ;(await takeElsewhere())()
  resume()
  await eventually(() => expect(begins).toBe(2))
  end.abort('over')
  await working
  expect(ends).toEqual(['frozen', 'over'])
})

test('a lock is released at the freeze even if its work waits for the resume', async () => {
  const { holdLock } = await webLock()
  const { untilRunning } = await import('#src/browser/page-life.ts')
  let isHeld = false
  // Like browsers' locks: once a lock is held, no signal ends it.
  const locks = {
    request: async (_name: string, _options: LockOptions, work: () => Promise<unknown>) => {
      isHeld = true
      await work()
      isHeld = false
    },
  } as unknown as Pick<LockManager, 'request'>
  const { promise: isFrozen, resolve: continueWork } = Promise.withResolvers<void>()
  const holding = holdLock(locks, 'any', 'exclusive', async () => {
    await isFrozen
    await untilRunning()
    return 'kept'
  })
  await eventually(() => expect(isHeld).toBe(true))
  freeze()
  continueWork()
  await eventually(() => expect(isHeld).toBe(false))
  resume()
  expect(await holding).toBe('kept')
})
