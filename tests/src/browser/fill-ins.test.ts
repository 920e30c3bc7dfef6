import { describe, expect, it, test, vi } from 'vitest'
import { anySignal, checkVisibility, fillIn, groupBy, withResolvers } from '#src/browser/fill-ins.ts'

/** Each function is tested in the browser's version and in ours: if both pass, they behave the same. */
describe.each([
  ['the browser’s own', Promise.withResolvers.bind(Promise)],
  ['our fill-in', withResolvers.bind(Promise)],
] as const)('withResolvers, %s', (_whose, make) => {
  it('settles its promise from outside, once', async () => {
    const { promise, resolve, reject } = make<number>()
    resolve(1)
    resolve(2)
    reject(new Error('too late'))
    await expect(promise).resolves.toBe(1)
  })
  it('rejects its promise from outside', async () => {
    const { promise, reject } = make<number>()
    reject(new Error('refused'))
    await expect(promise).rejects.toThrow('refused')
  })
})

describe.each([
  ['the browser’s own', Map.groupBy],
  ['our fill-in', groupBy],
] as const)('groupBy, %s', (_whose, group) => {
  it('keeps the order of groups and of the rows in each', () => {
    const groups = group([3, 1, 2, 5], (number) => (number % 2 === 1 ? 'odd' : 'even'))
    expect([...groups]).toEqual([
      ['odd', [3, 1, 5]],
      ['even', [2]],
    ])
  })
  it('accepts any iterable, and passes each item’s index', () => {
    const received: unknown[] = []
    group(new Set(['a', 'b']), (...args) => received.push(args))
    expect(received).toEqual([
      ['a', 0],
      ['b', 1],
    ])
  })
  it('finds groups by object, by NaN, and by zero of either sign', () => {
    const key = {}
    const groups = group([key, Number.NaN, -0], (item) => item)
    expect([key, Number.NaN, 0].map((item) => groups.has(item))).toEqual([true, true, true])
    expect(group([], () => 1).size).toBe(0)
  })
})

describe.each([
  ['the browser’s own', AbortSignal.any],
  ['our fill-in', anySignal],
] as const)('AbortSignal.any, %s', (_whose, any) => {
  it('aborts with the first signal, with its reason, and only once', () => {
    const [one, other] = [new AbortController(), new AbortController()]
    const signal = any([one.signal, other.signal])
    const listener = vi.fn()
    signal.addEventListener('abort', listener)
    expect(signal.aborted).toBe(false)
    other.abort('left')
    one.abort('late')
    expect([signal.aborted, signal.reason, listener.mock.calls.length]).toEqual([true, 'left', 1])
  })
  it('is aborted from the start if one of its signals is', () => {
    const signal = any([new AbortController().signal, AbortSignal.abort('before')])
    expect([signal.aborted, signal.reason]).toEqual([true, 'before'])
    expect(() => signal.throwIfAborted()).toThrow('before')
  })
  it('never aborts without signals', () => {
    expect(any([]).aborted).toBe(false)
  })
})

test('an element is visible if it has a box', () => {
  const withBoxes = (count: number) => ({ getClientRects: () => ({ length: count }) }) as Element
  expect(checkVisibility.call(withBoxes(2))).toBe(true)
  expect(checkVisibility.call(withBoxes(0))).toBe(false)
})

describe('filling in', () => {
  class OldPromise {}
  class OldMap {}
  class OldSignal {}
  class OldElement {}
  const older = () =>
    ({ Promise: OldPromise, Map: OldMap, AbortSignal: OldSignal, Element: OldElement }) as unknown as typeof globalThis

  it('adds missing functions as non-enumerable properties', () => {
    fillIn(older())
    expect(OldPromise).toHaveProperty('withResolvers', withResolvers)
    expect(OldMap).toHaveProperty('groupBy', groupBy)
    expect(OldSignal).toHaveProperty('any', anySignal)
    expect(OldElement.prototype).toHaveProperty('checkVisibility', checkVisibility)
    expect(Object.keys(OldMap)).toEqual([])
  })
  it('keeps the browser’s own functions, and works in a worker without elements', () => {
    const { withResolvers: own } = Promise
    fillIn(globalThis)
    expect(Promise.withResolvers).toBe(own)
  })
})
