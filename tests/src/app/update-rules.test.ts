import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Registration, updateRules, type Worker } from '#src/app/install/update-rules.ts'

function aPage({ isControlled = true, hasUnsavedElsewhere = false, hasActive = true, isKnown = true } = {}) {
  const listeners = new Map<string, () => void>()
  const seen: string[] = []
  let settleInput: () => void = () => undefined
  const former = Promise.withResolvers<void>()
  const worker: Worker = {
    addEventListener: (type, listener) => listeners.set(type, listener),
    messageSkipWaiting: () => seen.push('skip waiting'),
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
      seen.push('step aside')
      return former.promise
    },
    reload: () => seen.push('reload'),
    nothingUnsaved: () =>
      new Promise((resolve) => {
        settleInput = resolve
      }),
  })
  rules.watch((isReady) => seen.push(isReady ? 'ready' : 'not ready'))
  /** The waiting worker goes on to be active, or, with `next`, another one waits in its place. */
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
    seen,
    happen,
    register,
    stopWaiting,
    saveInput: async () => settleInput(),
    hasSteppedAside: former.resolve,
  }
}

describe('a new version of the app', () => {
  afterEach(() => vi.useRealTimers())

  it('is told when it waits, and does not take over by itself', () => {
    const page = aPage()
    page.happen('waiting')
    expect(page.seen).toEqual(['ready'])
  })

  it('is not what waits where nothing was active before: that is the first version of a device', () => {
    const page = aPage({ isControlled: false, hasActive: false })
    page.happen('waiting')
    page.stopWaiting()
    expect(page.seen).toEqual([])
  })

  it('is told on a page that was loaded past its worker', () => {
    const page = aPage({ isControlled: false })
    page.happen('waiting')
    expect(page.seen).toEqual(['ready'])
  })

  it('is told once when it has waited since before, though the registration comes after the word of it', () => {
    const page = aPage({ isKnown: false })
    page.happen('waiting')
    expect(page.seen).toEqual([])
    page.register()
    expect(page.seen).toEqual(['ready'])
    page.happen('waiting')
    expect(page.seen).toEqual(['ready'])
  })

  it('is told no more when it stopped waiting before it could be told', () => {
    const page = aPage()
    page.stopWaiting()
    page.happen('waiting')
    expect(page.seen).toEqual([])
  })

  it('takes its notice away when it does not wait any more: another tab has taken it into use', () => {
    const page = aPage()
    page.happen('waiting')
    page.stopWaiting()
    expect(page.seen).toEqual(['ready', 'not ready'])
  })

  it('keeps its notice when a newer one waits in its place', () => {
    const page = aPage()
    page.happen('waiting')
    page.stopWaiting(new EventTarget())
    expect(page.seen).toEqual(['ready'])
  })

  it('is taken into use when the person says so', async () => {
    const page = aPage()
    page.hasSteppedAside()
    expect(await page.rules.apply()).toBe('applied')
    expect(page.seen).toEqual(['step aside', 'skip waiting'])
  })

  it('waits for the version before to step aside, but not for long: it may not run any more', async () => {
    vi.useFakeTimers()
    const page = aPage()
    const applied = page.rules.apply()
    await vi.advanceTimersByTimeAsync(999)
    expect(page.seen).toEqual(['step aside'])
    await vi.advanceTimersByTimeAsync(1)
    expect(await applied).toBe('applied')
    expect(page.seen).toEqual(['step aside', 'skip waiting'])
  })

  it('is helped by a page that is loaded anew when it does not take over, once nothing is unsaved', async () => {
    vi.useFakeTimers()
    const page = aPage()
    page.hasSteppedAside()
    await page.rules.apply()
    await vi.advanceTimersByTimeAsync(4000)
    expect(page.seen).toEqual(['step aside', 'skip waiting'])
    await page.saveInput()
    await vi.advanceTimersByTimeAsync(0)
    expect(page.seen).toEqual(['step aside', 'skip waiting', 'reload'])
  })

  it('is not helped where it has taken over: a page that was opened without a worker is of that version', async () => {
    vi.useFakeTimers()
    const page = aPage({ isControlled: false })
    page.hasSteppedAside()
    await page.rules.apply()
    page.happen('controlling')
    await vi.advanceTimersByTimeAsync(4000)
    await page.saveInput()
    await vi.advanceTimersByTimeAsync(0)
    expect(page.seen).toEqual(['step aside', 'skip waiting'])

    await page.rules.apply()
    await vi.advanceTimersByTimeAsync(4000)
    await page.saveInput()
    await vi.advanceTimersByTimeAsync(0)
    expect(page.seen.at(-1)).toBe('reload')
  })

  it('is asked for once by a double click, which finds no unsaved input where there is none', async () => {
    const page = aPage()
    const answers = [page.rules.apply(), page.rules.apply()]
    page.hasSteppedAside()
    expect(await Promise.all(answers)).toEqual(['applied', 'applied'])
    expect(page.seen).toEqual(['step aside', 'skip waiting'])
  })

  it('is not taken into use while a form of some tab holds unsaved input', async () => {
    const page = aPage({ hasUnsavedElsewhere: true })
    expect(await page.rules.apply()).toBe('unsaved_input')
    expect(page.seen).toEqual([])
  })

  it('reloads a tab only when that tab holds no unsaved input', async () => {
    const page = aPage()
    page.happen('controlling')
    await Promise.resolve()
    expect(page.seen).toEqual([])
    await page.saveInput()
    await Promise.resolve()
    expect(page.seen).toEqual(['reload'])
  })

  it('is not what takes over a page that was opened without a worker; the one after is', async () => {
    const page = aPage({ isControlled: false })
    page.happen('controlling')
    await page.saveInput()
    await Promise.resolve()
    expect(page.seen).toEqual([])
    page.happen('controlling')
    await page.saveInput()
    await Promise.resolve()
    expect(page.seen).toEqual(['reload'])
  })
})
