import { describe, expect, it, test, vi } from 'vitest'
import { anySignal, checkVisibility, fillIn, groupBy, withResolvers } from '#src/browser/fill-ins.ts'

/** Each is tested as the browser has it and as we fill it in: where both pass, they do the same. */
describe.each([
  ['the browser’s', Promise.withResolvers.bind(Promise)],
  ['the one filled in', withResolvers.bind(Promise)],
] as const)('a promise with its resolvers, %s', (_whose, make) => {
  it('is settled from outside, once', async () => {
    const { promise, resolve, reject } = make<number>()
    resolve(1)
    resolve(2)
    reject(new Error('too late'))
    await expect(promise).resolves.toBe(1)
  })
  it('is refused from outside', async () => {
    const { promise, reject } = make<number>()
    reject(new Error('refused'))
    await expect(promise).rejects.toThrow('refused')
  })
})

describe.each([
  ['the browser’s', Map.groupBy],
  ['the one filled in', groupBy],
] as const)('rows in groups, %s', (_whose, group) => {
  it('keep their order, as groups and within each', () => {
    const groups = group([3, 1, 2, 5], (number) => (number % 2 === 1 ? 'odd' : 'even'))
    expect([...groups]).toEqual([
      ['odd', [3, 1, 5]],
      ['even', [2]],
    ])
  })
  it('may come from any sequence, and their place is told', () => {
    const told: unknown[] = []
    group(new Set(['a', 'b']), (...given) => told.push(given))
    expect(told).toEqual([
      ['a', 0],
      ['b', 1],
    ])
  })
  it('are found by objects, by no number, and by zero of any sign', () => {
    const key = {}
    const groups = group([key, Number.NaN, -0], (item) => item)
    expect([key, Number.NaN, 0].map((item) => groups.has(item))).toEqual([true, true, true])
    expect(group([], () => 1).size).toBe(0)
  })
})

describe.each([
  ['the browser’s', AbortSignal.any],
  ['the one filled in', anySignal],
] as const)('a signal of several, %s', (_whose, any) => {
  it('aborts with the first, for its reason, and only once', () => {
    const [one, other] = [new AbortController(), new AbortController()]
    const signal = any([one.signal, other.signal])
    const heard = vi.fn()
    signal.addEventListener('abort', heard)
    expect(signal.aborted).toBe(false)
    other.abort('left')
    one.abort('late')
    expect([signal.aborted, signal.reason, heard.mock.calls.length]).toEqual([true, 'left', 1])
  })
  it('is aborted from the start where one is', () => {
    const signal = any([new AbortController().signal, AbortSignal.abort('before')])
    expect([signal.aborted, signal.reason]).toEqual([true, 'before'])
    expect(() => signal.throwIfAborted()).toThrow('before')
  })
  it('never aborts where there is none', () => {
    expect(any([]).aborted).toBe(false)
  })
})

test('an element is visible where it has a box', () => {
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

  it('adds what is missing, as hidden as what browsers have', () => {
    fillIn(older())
    expect(OldPromise).toHaveProperty('withResolvers', withResolvers)
    expect(OldMap).toHaveProperty('groupBy', groupBy)
    expect(OldSignal).toHaveProperty('any', anySignal)
    expect(OldElement.prototype).toHaveProperty('checkVisibility', checkVisibility)
    expect(Object.keys(OldMap)).toEqual([])
  })
  it('leaves what the browser has, and does without what a worker has not', () => {
    const { withResolvers: own } = Promise
    fillIn(globalThis)
    expect(Promise.withResolvers).toBe(own)
  })
})
