import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bearingTo, milesBetween } from '#src/map/great-circle.ts'

const place = () =>
  fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  })
const A_DEGREE = 69.09
const FARTHEST = 180 * A_DEGREE

describe('great-circle miles', () => {
  test('match the specification: 69.09 per degree, along a meridian and along the equator', () => {
    expect(milesBetween({ lat: 40, lon: -90 }, { lat: 41, lon: -90 })).toBeCloseTo(A_DEGREE, 9)
    expect(milesBetween({ lat: 0, lon: 10 }, { lat: 0, lon: 12.5 })).toBeCloseTo(2.5 * A_DEGREE, 9)
  })

  test('from Chicago to Los Angeles match the arc cosine formula', () => {
    const [chicago, angeles] = [
      { lat: 41.8781, lon: -87.6298 },
      { lat: 34.0522, lon: -118.2437 },
    ]
    const inRadians = (degrees: number) => (degrees * Math.PI) / 180
    const [a, b, apart] = [chicago.lat, angeles.lat, chicago.lon - angeles.lon].map(inRadians) as [
      number,
      number,
      number,
    ]
    const arc = Math.acos(Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(apart))
    expect(milesBetween(chicago, angeles)).toBeCloseTo(((arc * 180) / Math.PI) * 60 * 1.1515, 6)
  })

  test('are zero from a place to itself, and half the circumference to the opposite side of the earth', () => {
    fc.assert(
      fc.property(place(), ({ lat, lon }) => {
        expect(milesBetween({ lat, lon }, { lat, lon })).toBe(0)
        expect(milesBetween({ lat, lon }, { lat: -lat, lon: lon + 180 })).toBeCloseTo(FARTHEST, 2)
      }),
    )
  })

  test('are the same in both directions, at most half the circumference, and no detour is shorter', () => {
    fc.assert(
      fc.property(place(), place(), place(), (a, b, c) => {
        const direct = milesBetween(a, b)
        expect(direct).toBeCloseTo(milesBetween(b, a), 9)
        expect(direct).toBeGreaterThanOrEqual(0)
        expect(direct).toBeLessThanOrEqual(FARTHEST + 1e-6)
        expect(direct).toBeLessThanOrEqual(milesBetween(a, c) + milesBetween(c, b) + 1e-3)
      }),
    )
  })

  test('of a few inches are exact too', () => {
    const miles = milesBetween({ lat: 41.5, lon: -88 }, { lat: 41.500001, lon: -88 })
    expect(miles / (A_DEGREE * 1e-6)).toBeCloseTo(1, 6)
  })
})

test('bearings to the north, east, south and west are 0, 90, 180 and 270 degrees', () => {
  const here = { lat: 0, lon: 0 }
  const ways = [
    { lat: 1, lon: 0 },
    { lat: 0, lon: 1 },
    { lat: -1, lon: 0 },
    { lat: 0, lon: -1 },
  ]
  expect(ways.map((there) => Math.round(bearingTo(here, there)))).toEqual([0, 90, 180, 270])
})
