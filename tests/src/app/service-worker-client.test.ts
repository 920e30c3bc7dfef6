import { describe, expect, it } from 'vitest'
import { updateRules, type Worker } from '#src/app/service-worker-client.ts'

function aPage({ isControlled = true, hasUnsavedElsewhere = false } = {}) {
  const listeners = new Map<string, () => void>()
  const seen: string[] = []
  let settleInput: () => void = () => undefined
  const worker: Worker = {
    addEventListener: (type, listener) => listeners.set(type, listener),
    messageSkipWaiting: () => seen.push('skip waiting'),
  }
  const locks = {
    request: async (_name: string, _options: LockOptions, work: (lock: Lock | null) => unknown) =>
      work(hasUnsavedElsewhere ? null : { name: 'app-dirty', mode: 'exclusive' }),
  } as unknown as LockManager
  const rules = updateRules({
    worker,
    isControlled,
    locks,
    stepAside: () => seen.push('step aside'),
    reload: () => seen.push('reload'),
    nothingUnsaved: () =>
      new Promise((resolve) => {
        settleInput = resolve
      }),
  })
  rules.watch(() => seen.push('ready'))
  return { rules, seen, happen: (event: string) => listeners.get(event)?.(), saveInput: async () => settleInput() }
}

describe('a new version of the app', () => {
  it('is told when it waits, and does not take over by itself', () => {
    const page = aPage()
    page.happen('waiting')
    expect(page.seen).toEqual(['ready'])
  })

  it('is taken into use when the person says so', async () => {
    const page = aPage()
    expect(await page.rules.apply()).toBe('applied')
    expect(page.seen).toEqual(['skip waiting', 'step aside'])
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
