import fc from 'fast-check'
import type { TrackPoint } from '#src/map/track/track-point.ts'

/** Six in the morning, Central Time. */
export const SIX_AM = Date.parse('2026-11-21T12:00:00.000Z')
export const minutes = (count: number): number => count * 60_000

/** A point this many minutes after six and this many miles north of Joliet. */
export const aPoint = (after: number, milesNorth: number, point: Partial<TrackPoint> = {}): TrackPoint => ({
  lat: 41.5 + milesNorth / 69.09,
  lon: -88,
  at: SIX_AM + minutes(after),
  speed: 50,
  ...point,
})

/** Arbitrary points: in any order, some of them impossible, some of them duplicates. */
export const anyTrackPoints = (): fc.Arbitrary<readonly TrackPoint[]> =>
  fc.array(
    fc.record({
      lat: fc.oneof(fc.double({ min: 41, max: 43, noNaN: true }), fc.constantFrom(0, 95, Number.NaN, 41.5)),
      lon: fc.oneof(fc.double({ min: -91, max: -88, noNaN: true }), fc.constantFrom(0, -200, -88)),
      at: fc.oneof(
        fc.integer({ min: 0, max: 60 * 24 }).map((after) => SIX_AM + minutes(after)),
        fc.constant(Number.NaN),
      ),
      speed: fc.option(fc.constantFrom(0, 30, 65)),
      isApart: fc.option(fc.boolean(), { nil: undefined }),
    }),
    { maxLength: 60 },
  )
