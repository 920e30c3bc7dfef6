import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TokenBuckets } from '#server/throttle/token-buckets.ts'

const START = Date.parse('2026-11-21T15:00:00Z')
const at = (ms: number) => new Date(START + ms)
const PACE = { burst: 5, perSecond: 2 }

test('so many may be done at once, then one each half second, and who waits as told is let in', () => {
  const buckets = new TokenBuckets(PACE)
  expect(Array.from({ length: 7 }, () => buckets.take('ruth', at(0)))).toEqual([0, 0, 0, 0, 0, 0.5, 0.5])
  expect(buckets.take('omar', at(0))).toBe(0)
  expect(buckets.take('ruth', at(499))).toBeCloseTo(0.001)
  expect(buckets.take('ruth', at(500))).toBe(0)
  expect(buckets.take('ruth', at(500))).toBe(0.5)
})

test('never is more done than the burst and what has come since', () => {
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

test('a clock that is set back gives nothing away, and makes no wait longer', () => {
  const buckets = new TokenBuckets(PACE)
  for (let n = 0; n < 5; n++) buckets.take('ruth', at(60_000))
  expect(buckets.take('ruth', at(0))).toBe(0.5)
  expect(buckets.take('ruth', at(500))).toBe(0)
})

test('what is idle until it is full again is forgotten: a hundred thousand names leave as many as the last moments had', () => {
  const buckets = new TokenBuckets(PACE)
  for (let n = 0; n < 100_000; n++) buckets.take(`session ${n}`, at(n))
  expect(buckets.size).toBeLessThanOrEqual(501)
  buckets.take('ruth', at(200_000))
  expect(buckets.size).toBe(1)
})

test('who goes on and on keeps none of the others in mind', () => {
  const buckets = new TokenBuckets(PACE)
  for (let n = 0; n < 50_000; n++) {
    buckets.take('busy', at(n * 10))
    buckets.take(`session ${n}`, at(n * 10))
  }
  expect(buckets.size).toBeLessThanOrEqual(52)
})

test('what was idle is full again and no more, also behind one that is still empty', () => {
  const slow = new TokenBuckets({ burst: 5, perSecond: 0.001 })
  for (let n = 0; n < 5; n++) slow.take('empty', at(0))
  slow.take('idle', at(1))
  const hourLater = at(3_600_000)
  expect(Array.from({ length: 6 }, () => slow.take('idle', hourLater) === 0)).toEqual([...Array(5).fill(true), false])
})

test('a clock that was a day ahead for a moment has nothing kept for a day', () => {
  const buckets = new TokenBuckets(PACE)
  buckets.take('ahead', at(86_400_000))
  for (let n = 0; n < 50_000; n++) buckets.take(`session ${n}`, at(n * 10))
  expect(buckets.size).toBeLessThanOrEqual(52)
})
