import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SPEED_STEPS, speedLines, stepOf } from '#src/map/track/speed-lines.ts'
import { trackOf } from '#src/map/track/track.ts'
import { anyTrackPoints, aPoint } from '#tests/support/builders/a-track.ts'

const legsIn = (lines: readonly (readonly unknown[])[]) => lines.reduce((sum, line) => sum + line.length - 1, 0)

test('a path is drawn in parts by speed, with gaps drawn separately', () => {
  // Ten miles in six minutes, twice; then two miles in six minutes; then an hour without a position.
  const input = [aPoint(0, 0), aPoint(6, 10), aPoint(12, 20), aPoint(18, 22), aPoint(78, 60), aPoint(84, 70)]
  const { driven, bySpeed, gaps } = speedLines(trackOf(input))
  expect(bySpeed.map((lines) => lines.map((line) => line.length))).toEqual([[], [2], [], [3, 2]])
  expect(driven.map((line) => line.length)).toEqual([4, 2])
  expect(gaps).toEqual([
    [
      [input[3]!.lat, -88],
      [input[4]!.lat, -88],
    ],
  ])
})

test('a speed at the edge of two steps belongs to the faster one', () => {
  expect([0, 14.9, 15, 40, 59.9, 60, 75].map(stepOf)).toEqual([0, 0, 1, 2, 2, 3, 3])
  expect(SPEED_STEPS).toHaveLength(4)
})

test('each leg of a path is drawn once, in the color of its speed or as a gap', () => {
  fc.assert(
    fc.property(anyTrackPoints(), (input) => {
      const track = trackOf(input)
      const { driven, bySpeed, gaps } = speedLines(track)
      const legs = Math.max(0, track.points.length - 1)
      expect(legsIn(driven)).toBe(legs - track.gaps.size)
      expect(legsIn(bySpeed.flat())).toBe(legs - track.gaps.size)
      expect(gaps).toHaveLength(track.gaps.size)
    }),
  )
})
