import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { milesBetween } from '#src/map/great-circle.ts'
import { trackOf } from '#src/map/track/track.ts'
import { clipped, indexAt } from '#src/map/track/track-point.ts'
import { anyTrackPoints, aPoint, minutes, SIX_AM } from '#tests/support/builders/a-track.ts'

const hours = ({ from, until }: { readonly from: number; readonly until: number }) => (until - from) / minutes(60)
const minuteOf = (at: number) => (at - SIX_AM) / minutes(1)

describe('a path', () => {
  test('is sorted by time, with one point per instant and no impossible positions', () => {
    const { points, miles } = trackOf([
      aPoint(10, 5),
      aPoint(0, 0),
      aPoint(10, 5.01),
      aPoint(5, 2),
      aPoint(-3, 0, { lat: 0, lon: 0 }),
      aPoint(7, 0, { lat: 91 }),
      aPoint(8, 0, { lon: Number.NaN }),
    ])
    expect(points.map(({ at }) => minuteOf(at))).toEqual([0, 5, 10])
    expect([...miles].map((mile) => Math.round(mile * 10) / 10)).toEqual([0, 2, 5])
  })

  test('ignores a position that jumps away briefly, but follows a truck that really moved far', () => {
    const lost = trackOf([aPoint(0, 0), aPoint(2, 1.8), aPoint(4, 400), aPoint(6, 5), aPoint(8, 7)])
    expect(lost.points.map(({ at }) => minuteOf(at))).toEqual([0, 2, 6, 8])
    const longer = trackOf([aPoint(0, 0), aPoint(2, 400), aPoint(4, 900), aPoint(6, 5)])
    expect(longer.points.map(({ at }) => minuteOf(at))).toEqual([0, 6])
    const carried = trackOf([aPoint(0, 0), aPoint(2, 1.8), aPoint(4, 400), aPoint(6, 402), aPoint(8, 404)])
    expect(carried.points).toHaveLength(5)
  })

  test('of no points is empty', () => {
    const { points, stops, idle, gaps } = trackOf([])
    expect([points.length, stops.length, idle.length, gaps.size]).toEqual([0, 0, 0, 0])
  })

  test('never gets shorter over time, and no leg is longer than its distance, for any input', () => {
    fc.assert(
      fc.property(anyTrackPoints(), (input) => {
        const { points, miles, bearings, stops, idle } = trackOf(input)
        for (const [index, point] of points.entries()) {
          const before = points[index - 1]
          if (before === undefined) continue
          expect(point.at).toBeGreaterThan(before.at)
          const leg = miles[index]! - miles[index - 1]!
          expect(leg).toBeGreaterThanOrEqual(0)
          expect(leg).toBeLessThanOrEqual(milesBetween(before, point) + 1e-9)
        }
        for (const bearing of bearings) expect(bearing >= 0 && bearing < 360).toBe(true)
        for (const stop of stops) expect(stop.until - stop.from).toBeGreaterThanOrEqual(minutes(5))
        for (const [index, stop] of stops.entries())
          expect(stop.from).toBeGreaterThanOrEqual(stops[index - 1]?.until ?? Number.NEGATIVE_INFINITY)
        expect(idle.map(({ from }) => from)).toEqual(idle.map(({ from }) => from).toSorted((a, b) => a - b))
      }),
    )
  })
})

describe('a stop', () => {
  test('is a place where a vehicle stays within a tenth of a mile for five minutes', () => {
    const input = [aPoint(0, 0), aPoint(2, 2, { place: 'Joliet, IL' }), aPoint(5, 2.05), aPoint(7, 2.02), aPoint(9, 4)]
    expect(trackOf(input).stops).toEqual([
      { from: SIX_AM + minutes(2), until: SIX_AM + minutes(7), lat: input[1]!.lat, lon: -88, place: 'Joliet, IL' },
    ])
    expect(trackOf([aPoint(0, 0), aPoint(2, 2), aPoint(6.9, 2.05), aPoint(9, 4)]).stops).toEqual([])
  })

  test('is a single stop even if the vehicle comes to rest at the edge of the radius', () => {
    const input = [aPoint(0, 0), aPoint(10, 0.09), aPoint(20, 0.15), aPoint(30, 0.15), aPoint(32, 2)]
    expect(trackOf(input).stops).toMatchObject([{ from: SIX_AM, until: SIX_AM + minutes(30) }])
  })

  test('is inferred where no position was reported before the vehicle drove on, if there was time to stand', () => {
    const { stops, gaps, points } = trackOf([
      aPoint(0, 0),
      aPoint(10, 8, { speed: 0 }),
      aPoint(610, 14),
      aPoint(612, 16),
    ])
    expect(stops.map(hours)).toEqual([expect.closeTo(9.87, 2)])
    expect(gaps.size).toBe(0)
    expect(points).toHaveLength(5)
    expect(trackOf([aPoint(0, 0), aPoint(10, 8, { speed: 0 }), aPoint(20, 15)]).stops).toEqual([])
  })
})

describe('a gap', () => {
  test('is a time of more than half an hour without positions during which the vehicle moved', () => {
    const moved = [aPoint(0, 0), aPoint(2, 2), aPoint(32.1, 30), aPoint(34, 32)]
    expect([...trackOf(moved).gaps]).toEqual([1])
    expect(trackOf(moved).miles[3]).toBeCloseTo(32, 6)
    expect(trackOf([aPoint(0, 0), aPoint(2, 2), aPoint(32, 30)]).gaps.size).toBe(0)
    expect(trackOf([aPoint(0, 0), aPoint(300, 0.05)]).gaps.size).toBe(0)
  })

  test('adds no miles if another driver may have driven, and is skipped like a stop', () => {
    const track = trackOf([aPoint(0, 0), aPoint(10, 8), aPoint(40, 30, { isApart: true }), aPoint(50, 38)])
    expect([...track.gaps]).toEqual([1])
    expect(track.miles[3]).toBeCloseTo(16, 6)
    expect(track.idle).toEqual([{ from: SIX_AM + minutes(10), until: SIX_AM + minutes(40) }])
  })
})

describe('a part of a path', () => {
  const points = [aPoint(0, 0), aPoint(2, 2), aPoint(4, 4), aPoint(20, 20), aPoint(22, 22)]

  test('is cut exactly at the ends of its time', () => {
    const part = clipped(points, [{ from: SIX_AM + minutes(1), until: SIX_AM + minutes(4) }])
    expect(part.map(({ at }) => minuteOf(at))).toEqual([1, 2, 4])
    expect(part[0]!.lat).toBeCloseTo(aPoint(1, 1).lat, 9)
    expect(clipped(points, [{ from: SIX_AM, until: Number.POSITIVE_INFINITY }])).toHaveLength(5)
    expect(clipped(points, [{ from: SIX_AM - 2, until: SIX_AM - 1 }])).toEqual([])
    expect(clipped([], [{ from: SIX_AM, until: SIX_AM + 1 }])).toEqual([])
  })

  test('leaves the way from one part to the next unknown', () => {
    const spans = [
      { from: SIX_AM + minutes(20), until: SIX_AM + minutes(22) },
      { from: SIX_AM, until: SIX_AM + minutes(2) },
    ]
    const part = clipped(points, spans)
    expect(part.map(({ at, isApart }) => [minuteOf(at), isApart ?? false])).toEqual([
      [0, true],
      [2, false],
      [20, true],
      [22, false],
    ])
    expect(trackOf(part).miles.at(-1)).toBeCloseTo(4, 6)
  })
})

test('the last point at or before a time is found in any path', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 1 }),
      fc.integer({ min: -5, max: 505 }),
      (ats, at) => {
        const points = ats.toSorted((a, b) => a - b).map((one) => aPoint(one, 0))
        const expected = points.findLastIndex((point) => point.at <= SIX_AM + minutes(at))
        expect(indexAt(points, SIX_AM + minutes(at))).toBe(Math.max(0, expected))
      },
    ),
  )
})
