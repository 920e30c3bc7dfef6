import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TokenBuckets } from '#server/throttle/token-buckets.ts'

const START = Date.parse('2026-11-21T15:00:00Z')
const at = (ms: number) => new Date(START + ms)
const PACE = { burst: 5, perSecond: 2 }

test('a burst is allowed, then one action each half second, and a caller who waits as told is let in', () => {
  const buckets = new TokenBuckets(PACE)
  expect(Array.from({ length: 7 }, () => buckets.take('ruth', at(0)))).toEqual([0, 0, 0, 0, 0, 0.5, 0.5])
  expect(buckets.take('omar', at(0))).toBe(0)
  expect(buckets.take('ruth', at(499))).toBeCloseTo(0.001)
  expect(buckets.take('ruth', at(500))).toBe(0)
  expect(buckets.take('ruth', at(500))).toBe(0.5)
})

test('no more actions pass than the burst plus the rate since the start', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 200 }), (pauses) => {
      const buckets = new TokenBuckets(PACE)
      let now = 0
      let done = 0
      for (const pause of pauses) {
        now += pause
        if (buckets.take('ruth', at(now)) === 0) done++
        expect(done).toBeLessThanOrEqual(PACE.burst + (now / 1000) * PACE.perSecond)
      }
    }),
  )
})

test('a clock that is set back adds no actions and makes no wait longer', () => {
  const buckets = new TokenBuckets(PACE)
  for (let n = 0; n < 5; n++) buckets.take('ruth', at(60_000))
  expect(buckets.take('ruth', at(0))).toBe(0.5)
  expect(buckets.take('ruth', at(500))).toBe(0)
})

test('a bucket that is full again is deleted, so a hundred thousand names leave only those of the last moments', () => {
  const buckets = new TokenBuckets(PACE)
  for (let n = 0; n < 100_000; n++) buckets.take(`session ${n}`, at(n))
  expect(buckets.size).toBeLessThanOrEqual(501)
  buckets.take('ruth', at(200_000))
  expect(buckets.size).toBe(1)
})

test('a name in constant use does not keep the buckets of other names alive', () => {
  const buckets = new TokenBuckets(PACE)
  for (let n = 0; n < 50_000; n++) {
    buckets.take('busy', at(n * 10))
    buckets.take(`session ${n}`, at(n * 10))
  }
  expect(buckets.size).toBeLessThanOrEqual(52)
})

test('an idle bucket is filled up to the burst and no more, even while an older one is still empty', () => {
  const slow = new TokenBuckets({ burst: 5, perSecond: 0.001 })
  for (let n = 0; n < 5; n++) slow.take('empty', at(0))
  slow.take('idle', at(1))
  const hourLater = at(3_600_000)
  expect(Array.from({ length: 6 }, () => slow.take('idle', hourLater) === 0)).toEqual([...Array(5).fill(true), false])
})

test('buckets are deleted in time although a clock was a day ahead for a moment', () => {
  const buckets = new TokenBuckets(PACE)
  buckets.take('ahead', at(86_400_000))
  for (let n = 0; n < 50_000; n++) buckets.take(`session ${n}`, at(n * 10))
  expect(buckets.size).toBeLessThanOrEqual(52)
})
