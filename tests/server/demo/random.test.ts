import { describe, expect, test } from 'vitest'
import { randomFrom } from '#server/demo/random.ts'

const first = (seed: string, count: number) => {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => random.fraction())
}

describe('repeatable chance', () => {
  test('one seed gives one stream, on every machine and in every year', () => {
    expect(first('yard', 3)).toEqual(first('yard', 3))
    const random = randomFrom('haulyard')
    expect(Array.from({ length: 5 }, () => random.whole(0, 999))).toEqual([445, 664, 782, 340, 32])
  })

  test('seeds that differ in one letter have nothing in common', () => {
    const [a, b] = [first('dock 1', 50), first('dock 2', 50)]
    expect(a.filter((value, index) => Math.abs(value - (b[index] ?? 0)) < 0.001)).toEqual([])
  })

  test('whole numbers reach both ends and never pass them, about equally often', () => {
    const random = randomFrom('dice')
    const thrown = Array.from({ length: 6000 }, () => random.whole(1, 6))
    const times = [1, 2, 3, 4, 5, 6].map((face) => thrown.filter((value) => value === face).length)
    expect(Math.min(...times)).toBeGreaterThan(880)
    expect(times.reduce((sum, count) => sum + count, 0)).toBe(6000)
  })

  test('weights decide how often each value comes', () => {
    const random = randomFrom('weights')
    const drawn = Array.from({ length: 4000 }, () => random.weighted([['rare', 1] as const, ['usual', 9] as const]))
    const rare = drawn.filter((value) => value === 'rare').length
    expect(rare).toBeGreaterThan(330)
    expect(rare).toBeLessThan(470)
  })

  test('shuffling loses nobody and doubles nobody', () => {
    const list = Array.from({ length: 40 }, (_, index) => index)
    const shuffled = randomFrom('cards').shuffled(list)
    expect(shuffled).not.toEqual(list)
    expect([...shuffled].sort((a, b) => a - b)).toEqual(list)
  })

  test('what is drawn from one branch moves nothing in another', () => {
    const quiet = randomFrom('company')
    const busy = randomFrom('company')
    busy.branch('trucks').whole(1, 100)
    busy.branch('trucks').shuffled([1, 2, 3])
    expect(busy.branch('drivers').fraction()).toBe(quiet.branch('drivers').fraction())
    expect(busy.fraction()).toBe(quiet.fraction())
  })
})
