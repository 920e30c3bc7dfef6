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
/** A name that no other test uses, with what another page does: asks for it, and has it until it says so. */
function aLock() {
  names += 1
  const name = `lock-${names}`
  const { locks } = navigator
  const takenElsewhere = async () => {
    const { promise: isOver, resolve: letGo } = Promise.withResolvers<void>()
    let isHad = false
    void locks.request(name, () => {
      isHad = true
      return isOver
    })
    await eventually(() => expect(isHad).toBe(true))
    return letGo
  }
  const isHeld = async () => (await locks.query()).held?.some((lock) => lock.name === name) ?? false
  return { name, locks, takenElsewhere, isHeld }
}

/**
 * WebKit's locks: one that is held when the page is frozen goes to the next page at once, and its promise rejects, while the
 * work that it was held for goes on.
 */
function webKitLocks(): Pick<LockManager, 'request'> {
  return {
    request: (name: string, options: LockOptions, work: (lock: Lock | null) => unknown) => {
      const taken = new Promise((_resolve, reject) => {
        page.document.addEventListener('freeze', () => reject(new DOMException('Page is frozen.', 'AbortError')))
      })
      return Promise.race([navigator.locks.request(name, options, (lock) => Promise.race([work(lock), taken])), taken])
    },
  } as Pick<LockManager, 'request'>
}

test('a turn that has not come when the page is frozen is not taken in its sleep, and is asked for again', async () => {
  const { holdLock } = await webLock()
  const { name, locks, takenElsewhere, isHeld } = aLock()
  const letGo = await takenElsewhere()
  let isDone = false
  const holding = holdLock(locks, name, 'exclusive', async () => {
    isDone = true
  })
  await aWhile()
  freeze()
  letGo()
  await eventually(async () => expect(await isHeld()).toBe(false))
  await aWhile()
  expect(isDone).toBe(false)
  resume()
  await holding
  expect(isDone).toBe(true)
})

test('work is told that its lock is lost, and what came of it is told all the same', async () => {
  const { holdLock } = await webLock()
  const { name, takenElsewhere } = aLock()
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
  ;(await takenElsewhere())()
  resume()
  finish()
  expect([await holding, runs]).toEqual(['kept', 1])
})

test('work that fails under a lost lock fails as itself', async () => {
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

test('a signal that is aborted in line ends the waiting, in a frozen page too', async () => {
  const { holdLock } = await webLock()
  const { name, locks, takenElsewhere } = aLock()
  const letGo = await takenElsewhere()
  const control = new AbortController()
  const holding = holdLock(locks, name, 'exclusive', async () => 'had', control.signal)
  await aWhile()
  control.abort(new RangeError('called off'))
  await expect(holding).rejects.toThrow('called off')
  letGo()
})

test('a lock that is taken is not waited for where it must be free', async () => {
  const { holdLockIfFree } = await webLock()
  const { name, locks, takenElsewhere } = aLock()
  const letGo = await takenElsewhere()
  expect(await holdLockIfFree(locks, name, async () => 'had')).toBeNull()
  letGo()
  await eventually(async () => expect(await holdLockIfFree(locks, name, async () => 'had')).toBe('had'))
})

describe('a mark that others see', () => {
  test('is there again when the page goes on, and gone when it is let go', async () => {
    const { holdMark } = await webLock()
    const { name, locks, isHeld } = aLock()
    const letGo = holdMark(locks, name)
    await eventually(async () => expect(await isHeld()).toBe(true))
    freeze()
    await eventually(async () => expect(await isHeld()).toBe(false))
    resume()
    await eventually(async () => expect(await isHeld()).toBe(true))
    await letGo()
    expect(await isHeld()).toBe(false)
  })
  test('needs no locks at all', async () => {
    const { holdMark } = await webLock()
    await expect(holdMark(undefined, 'none')()).resolves.toBeUndefined()
  })
})

test('the one tab that does something does it no more when it is frozen, and asks again when it goes on', async () => {
  const { inOneTab } = await import('#src/offline/live/one-tab.ts')
  const { name, takenElsewhere } = aLock()
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
  ;(await takenElsewhere())()
  resume()
  await eventually(() => expect(begins).toBe(2))
  end.abort('over')
  await working
  expect(ends).toEqual(['frozen', 'over'])
})

test('a lock is let go at the freeze, though its work waits for the page to go on', async () => {
  const { holdLock } = await webLock()
  const { untilRunning } = await import('#src/browser/page-life.ts')
  let isHeld = false
  // Locks that no signal takes away once they are had, as browsers have them.
  const locks = {
    request: async (_name: string, _options: LockOptions, work: () => Promise<unknown>) => {
      isHeld = true
      await work()
      isHeld = false
    },
  } as unknown as Pick<LockManager, 'request'>
  const { promise: isFrozen, resolve: goOn } = Promise.withResolvers<void>()
  const holding = holdLock(locks, 'any', 'exclusive', async () => {
    await isFrozen
    await untilRunning()
    return 'kept'
  })
  await eventually(() => expect(isHeld).toBe(true))
  freeze()
  goOn()
  await eventually(() => expect(isHeld).toBe(false))
  resume()
  expect(await holding).toBe('kept')
})
