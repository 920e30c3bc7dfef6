import { describe, expect, test } from 'vitest'
import { randomFrom } from '#server/demo/random.ts'

const first = (seed: string, count: number) => {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => random.fraction())
}

describe('repeatable random numbers', () => {
  test('one seed always gives the same sequence', () => {
    expect(first('yard', 3)).toEqual(first('yard', 3))
    const random = randomFrom('haulyard')
    expect(Array.from({ length: 5 }, () => random.whole(0, 999))).toEqual([445, 664, 782, 340, 32])
  })

  test('seeds that differ in one character give unrelated sequences', () => {
    const [a, b] = [first('dock 1', 50), first('dock 2', 50)]
    expect(a.filter((value, index) => Math.abs(value - (b[index] ?? 0)) < 0.001)).toEqual([])
  })

  test('whole numbers include both ends, never exceed them, and are about equally frequent', () => {
    const random = randomFrom('dice')
    const thrown = Array.from({ length: 6000 }, () => random.whole(1, 6))
    const times = [1, 2, 3, 4, 5, 6].map((face) => thrown.filter((value) => value === face).length)
    expect(Math.min(...times)).toBeGreaterThan(880)
    expect(times.reduce((sum, count) => sum + count, 0)).toBe(6000)
  })

  test('weights decide how often each value is drawn', () => {
    const random = randomFrom('weights')
    const drawn = Array.from({ length: 4000 }, () => random.weighted([['rare', 1] as const, ['usual', 9] as const]))
    const rare = drawn.filter((value) => value === 'rare').length
    expect(rare).toBeGreaterThan(330)
    expect(rare).toBeLessThan(470)
  })

  test('shuffling keeps every element exactly once', () => {
    const list = Array.from({ length: 40 }, (_, index) => index)
    const shuffled = randomFrom('cards').shuffled(list)
    expect(shuffled).not.toEqual(list)
    expect([...shuffled].sort((a, b) => a - b)).toEqual(list)
  })

  test('draws from one branch do not affect another', () => {
    const quiet = randomFrom('company')
    const busy = randomFrom('company')
    busy.branch('trucks').whole(1, 100)
    busy.branch('trucks').shuffled([1, 2, 3])
    expect(busy.branch('drivers').fraction()).toBe(quiet.branch('drivers').fraction())
    expect(busy.fraction()).toBe(quiet.fraction())
  })
})
