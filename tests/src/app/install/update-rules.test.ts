import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Registration, updateRules, type Worker } from '#src/app/install/update-rules.ts'

function aPage({ isControlled = true, hasUnsavedElsewhere = false, hasActive = true, isKnown = true } = {}) {
  const listeners = new Map<string, () => void>()
  const log: string[] = []
  let settleInput: () => void = () => undefined
  const steppedAside = Promise.withResolvers<void>()
  const worker: Worker = {
    addEventListener: (type, listener) => listeners.set(type, listener),
    messageSkipWaiting: () => log.push('skip waiting'),
  }
  const waiting = new EventTarget()
  const registration: { -readonly [part in keyof Registration]: Registration[part] } = {
    active: hasActive ? {} : null,
    waiting,
  }
  let isRegistered = isKnown
  let isHeld = hasUnsavedElsewhere
  const locks = {
    request: async (_name: string, _options: LockOptions, work: (lock: Lock | null) => unknown) => {
      if (isHeld) return work(null)
      isHeld = true
      const done = await work({ name: 'app-dirty', mode: 'exclusive' })
      isHeld = false
      return done
    },
  } as unknown as LockManager
  const rules = updateRules({
    worker,
    registration: () => (isRegistered ? registration : undefined),
    isControlled,
    locks,
    stepAside: () => {
      log.push('step aside')
      return steppedAside.promise
    },
    reload: () => log.push('reload'),
    nothingUnsaved: () =>
      new Promise((resolve) => {
        settleInput = resolve
      }),
  })
  rules.watch((isReady) => log.push(isReady ? 'ready' : 'not ready'))
  /** The waiting worker becomes active. With `next`, another worker then waits in its place. */
  const stopWaiting = (next: EventTarget | null = null) => {
    registration.active = {}
    registration.waiting = next
    waiting.dispatchEvent(new Event('statechange'))
  }
  const register = () => {
    isRegistered = true
    rules.look()
  }
  const happen = (event: string) => listeners.get(event)?.()
  return {
    rules,
    log,
    happen,
    register,
    stopWaiting,
    saveInput: async () => settleInput(),
    hasSteppedAside: steppedAside.resolve,
  }
}

describe('a new version of the app', () => {
  afterEach(() => vi.useRealTimers())

  it('is announced when it waits, and does not take over on its own', () => {
    const page = aPage()
    page.happen('waiting')
    expect(page.log).toEqual(['ready'])
  })

  it('is not announced when no version was active before: it is the first one on the device', () => {
    const page = aPage({ isControlled: false, hasActive: false })
    page.happen('waiting')
    page.stopWaiting()
    expect(page.log).toEqual([])
  })

  it('is announced on a page that was loaded without its worker', () => {
    const page = aPage({ isControlled: false })
    page.happen('waiting')
    expect(page.log).toEqual(['ready'])
  })

  it('is announced once when it has waited since before, even if the registration is known only later', () => {
    const page = aPage({ isKnown: false })
    page.happen('waiting')
    expect(page.log).toEqual([])
    page.register()
    expect(page.log).toEqual(['ready'])
    page.happen('waiting')
    expect(page.log).toEqual(['ready'])
  })

  it('is not announced when it stopped waiting before the announcement', () => {
    const page = aPage()
    page.stopWaiting()
    page.happen('waiting')
    expect(page.log).toEqual([])
  })

  it('is no longer announced when it has stopped waiting, because another tab activated it', () => {
    const page = aPage()
    page.happen('waiting')
    page.stopWaiting()
    expect(page.log).toEqual(['ready', 'not ready'])
  })

  it('stays announced when a newer version waits in its place', () => {
    const page = aPage()
    page.happen('waiting')
    page.stopWaiting(new EventTarget())
    expect(page.log).toEqual(['ready'])
  })

  it('is activated when the user accepts it', async () => {
    const page = aPage()
    page.hasSteppedAside()
    expect(await page.rules.apply()).toBe('applied')
    expect(page.log).toEqual(['step aside', 'skip waiting'])
  })

  it('is activated after one second even if the previous version does not step aside', async () => {
    vi.useFakeTimers()
    const page = aPage()
    const applied = page.rules.apply()
    await vi.advanceTimersByTimeAsync(999)
    expect(page.log).toEqual(['step aside'])
    await vi.advanceTimersByTimeAsync(1)
    expect(await applied).toBe('applied')
    expect(page.log).toEqual(['step aside', 'skip waiting'])
  })

  it('that does not take over is helped by a reload, once no input is unsaved', async () => {
    vi.useFakeTimers()
    const page = aPage()
    page.hasSteppedAside()
    await page.rules.apply()
    await vi.advanceTimersByTimeAsync(4000)
    expect(page.log).toEqual(['step aside', 'skip waiting'])
    await page.saveInput()
    await vi.advanceTimersByTimeAsync(0)
    expect(page.log).toEqual(['step aside', 'skip waiting', 'reload'])
  })

  it('that has taken over causes no reload of a page opened without a worker; at the next update it does', async () => {
    vi.useFakeTimers()
    const page = aPage({ isControlled: false })
    page.hasSteppedAside()
    await page.rules.apply()
    page.happen('controlling')
    await vi.advanceTimersByTimeAsync(4000)
    await page.saveInput()
    await vi.advanceTimersByTimeAsync(0)
    expect(page.log).toEqual(['step aside', 'skip waiting'])

    await page.rules.apply()
    await vi.advanceTimersByTimeAsync(4000)
    await page.saveInput()
    await vi.advanceTimersByTimeAsync(0)
    expect(page.log.at(-1)).toBe('reload')
  })

  it('is activated once by a double click, which reports no unsaved input', async () => {
    const page = aPage()
    const answers = [page.rules.apply(), page.rules.apply()]
    page.hasSteppedAside()
    expect(await Promise.all(answers)).toEqual(['applied', 'applied'])
    expect(page.log).toEqual(['step aside', 'skip waiting'])
  })

  it('is not activated while a form in any tab has unsaved input', async () => {
    const page = aPage({ hasUnsavedElsewhere: true })
    expect(await page.rules.apply()).toBe('unsaved_input')
    expect(page.log).toEqual([])
  })

  it('reloads a tab only when that tab has no unsaved input', async () => {
    const page = aPage()
    page.happen('controlling')
    await Promise.resolve()
    expect(page.log).toEqual([])
    await page.saveInput()
    await Promise.resolve()
    expect(page.log).toEqual(['reload'])
  })

  it('that takes control of a page opened without a worker does not reload it; the next version does', async () => {
    const page = aPage({ isControlled: false })
    page.happen('controlling')
    await page.saveInput()
    await Promise.resolve()
    expect(page.log).toEqual([])
    page.happen('controlling')
    await page.saveInput()
    await Promise.resolve()
    expect(page.log).toEqual(['reload'])
  })
})
