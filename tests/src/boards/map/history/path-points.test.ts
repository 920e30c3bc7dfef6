import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  assetPoint,
  packPoints,
  spanOf,
  unpackPoints,
  vehiclePoint,
  vehiclesOf,
} from '#src/boards/map/history/path-points.ts'
import { aDrivingPeriod } from '#tests/support/builders/a-driving-period.ts'
import { aFix, anAssetFix } from '#tests/support/builders/a-telematics.ts'
import { anyTrackPoints } from '#tests/support/builders/a-track.ts'

const AT = Date.parse('2026-11-21T14:30:00.000Z')
const WEEK = { startDate: '2026-11-16', endDate: '2026-11-22' }

describe('a point of a path', () => {
  test('contains a vehicle’s position and speed', () => {
    expect(vehiclePoint(aFix({ located_at: '2026-11-21T14:30:00.000Z', speed: 62 }))).toEqual({
      lat: 41.5252,
      lon: -88.0834,
      at: AT,
      speed: 62,
      place: 'Joliet, IL',
    })
  })

  test('of a trailer has the speed 0 when it stands, and no speed when it moves', () => {
    expect(assetPoint(anAssetFix({ moving: false }))).toMatchObject({ at: AT, speed: 0, place: 'Chicago, IL' })
    expect(assetPoint(anAssetFix({ moving: true })).speed).toBeNull()
  })
})

describe('the vehicles that a driver drove', () => {
  test('are each requested for the days from the first to the last period in them', () => {
    const other = { id: 7, number: '7' }
    const periods = [
      aDrivingPeriod({ id: 3, start_time: '2026-11-22T10:00:00.000Z', end_time: null, vehicle: other }),
      aDrivingPeriod({ id: 2 }),
      aDrivingPeriod({ id: 1, start_time: '2026-11-18T03:00:00.000Z', end_time: '2026-11-18T05:00:00.000Z' }),
      aDrivingPeriod({ id: 4, vehicle: null }),
    ]
    expect(vehiclesOf(periods, WEEK)).toEqual([
      {
        id: 7,
        spans: [{ from: Date.parse('2026-11-22T10:00:00.000Z'), until: Number.POSITIVE_INFINITY }],
        days: { startDate: '2026-11-22', endDate: '2026-11-22' },
      },
      {
        id: 730_001,
        spans: [spanOf(periods[1]!), spanOf(periods[2]!)],
        days: { startDate: '2026-11-17', endDate: '2026-11-20' },
      },
    ])
  })

  test('are not requested for days outside the range', () => {
    const overnight = aDrivingPeriod({ start_time: '2026-11-15T23:00:00.000Z', end_time: '2026-11-24T02:00:00.000Z' })
    expect(vehiclesOf([overnight], WEEK)[0]?.days).toEqual(WEEK)
  })
})

describe('a path stored on the device', () => {
  test('is read back unchanged, whatever the positions are', () => {
    const arbitraryPoints = anyTrackPoints().map((points) => points.filter(({ lat, at }) => !Number.isNaN(lat + at)))
    fc.assert(
      fc.property(arbitraryPoints, fc.array(fc.constantFrom('', 'Joliet, IL', 'Peru, IL')), (points, places) => {
        const withPlaces = points.map(({ isApart, ...point }, index) => ({
          ...point,
          place: places[index] ?? '',
          ...(isApart && { isApart }),
        }))
        expect(unpackPoints(JSON.parse(JSON.stringify(packPoints(withPlaces))))).toEqual(withPlaces)
      }),
    )
  })

  test('contains each place name once', () => {
    const points = [vehiclePoint(aFix()), vehiclePoint(aFix({ located_at: '2026-11-21T15:00:00.000Z' }))]
    expect(packPoints(points).places).toEqual(['Joliet, IL'])
  })

  test('is null if the stored value has another shape', () => {
    expect([null, [], { points: [[1]] }, { places: [], points: [['x']] }].map(unpackPoints)).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})
