import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { milesBetween } from '#src/map/great-circle.ts'
import { nearestTime } from '#src/map/track/nearest-time.ts'
import { placeAt } from '#src/map/track/place-at.ts'
import { trackOf } from '#src/map/track/track.ts'
import { indexAt } from '#src/map/track/track-point.ts'
import { anyTrackPoints, aPoint, minutes, SIX_AM } from '#tests/support/builders/a-track.ts'

describe('the place at a time', () => {
  test('is interpolated between the two points around it', () => {
    const place = placeAt(trackOf([aPoint(0, 0), aPoint(10, 10), aPoint(20, 14)]), SIX_AM + minutes(15))!
    expect(place.lat).toBeCloseTo(aPoint(0, 12).lat, 9)
    expect([place.miles, place.speed, place.bearing]).toEqual([
      expect.closeTo(12, 6),
      expect.closeTo(24, 6),
      expect.closeTo(0, 6),
    ])
  })

  test('keeps its last direction during a stop', () => {
    const track = trackOf([aPoint(0, 10), aPoint(10, 0), aPoint(20, 0.001), aPoint(30, 0)])
    expect(placeAt(track, SIX_AM + minutes(15))!.bearing).toBeCloseTo(180, 6)
    expect(placeAt(track, SIX_AM + minutes(40))!).toMatchObject({ speed: 0, bearing: expect.closeTo(180, 6) })
  })

  test('is unknown on a path without points', () => {
    expect(placeAt(trackOf([]), SIX_AM)).toBeNull()
    expect(nearestTime(trackOf([]), aPoint(0, 0))).toBeNull()
  })

  test('starts and ends exactly, never runs backward, and stays between the two points around it', () => {
    fc.assert(
      fc.property(
        anyTrackPoints(),
        fc.array(fc.integer({ min: -60, max: 60 * 25 }), { minLength: 1 }),
        (input, times) => {
          const track = trackOf(input)
          const { points, miles } = track
          const [first, last] = [points[0], points.at(-1)]
          if (!first || !last) return
          expect(placeAt(track, first.at - 1)).toMatchObject({ lat: first.lat, lon: first.lon, miles: 0 })
          expect(placeAt(track, last.at + 1)).toMatchObject({ lat: last.lat, lon: last.lon, miles: miles.at(-1) })
          let milesBefore = 0
          for (const at of times.map((time) => SIX_AM + minutes(time)).toSorted((a, b) => a - b)) {
            const place = placeAt(track, at)!
            expect(place.miles).toBeGreaterThanOrEqual(milesBefore)
            milesBefore = place.miles
            const index = indexAt(points, Math.min(last.at, Math.max(first.at, at)))
            const around = [points[index]!, points[index + 1] ?? points[index]!]
            for (const side of ['lat', 'lon'] as const) {
              expect(place[side]).toBeGreaterThanOrEqual(Math.min(...around.map((point) => point[side])) - 1e-9)
              expect(place[side]).toBeLessThanOrEqual(Math.max(...around.map((point) => point[side])) + 1e-9)
            }
          }
        },
      ),
    )
  })
})

test('a place on the path gives a time at which the vehicle was there', () => {
  fc.assert(
    fc.property(anyTrackPoints(), fc.double({ min: 0, max: 1, noNaN: true }), (input, share) => {
      const track = trackOf(input)
      const [first, last] = [track.points[0], track.points.at(-1)]
      if (!first || !last) return
      const place = placeAt(track, first.at + (last.at - first.at) * share)!
      const placeThen = placeAt(track, nearestTime(track, place)!)!
      expect(Math.hypot(placeThen.lat - place.lat, placeThen.lon - place.lon)).toBeLessThan(1e-6)
    }),
  )
})

test('a place off the path gives the time of the nearest point of the path', () => {
  const track = trackOf([aPoint(0, 0), aPoint(10, 10), aPoint(12, 11)])
  const beside = { ...aPoint(0, 5), lon: -88.1 }
  expect(nearestTime(track, beside)).toBeCloseTo(SIX_AM + minutes(5), 0)
  expect(nearestTime(track, aPoint(0, 30))).toBe(SIX_AM + minutes(12))
  // At this latitude, a degree of longitude is three quarters as long as a degree of latitude.
  const slanted = trackOf([aPoint(0, 0), aPoint(60, 60, { lon: -87 })])
  const nearest = placeAt(slanted, nearestTime(slanted, aPoint(0, 60))!)!
  const far = milesBetween(nearest, aPoint(0, 60))
  for (const minute of [0, 15, 30, 40, 45, 50, 60])
    expect(milesBetween(placeAt(slanted, SIX_AM + minutes(minute))!, aPoint(0, 60))).toBeGreaterThan(far - 0.05)
})
