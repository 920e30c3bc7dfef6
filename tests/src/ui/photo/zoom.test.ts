import { expect, test } from 'vitest'
import { MAX_ZOOM, moveBy, NO_ZOOM, pinchOf, swipeOf, zoomBy } from '#src/ui/photo/zoom.ts'

const FRAME = { width: 400, height: 300 }

test('the point under the fingers stays in place as the picture grows', () => {
  const at = { x: 100, y: -50 }
  const large = zoomBy(NO_ZOOM, 2, FRAME, at)
  expect(large).toEqual({ scale: 2, x: -100, y: 50 })
  // The point of the picture under the fingers is still there.
  expect((at.x - large.x) / large.scale).toBe(100)
})

test('the picture is never smaller than the frame, nor larger than the maximum', () => {
  expect(zoomBy({ scale: 2, x: 100, y: 0 }, 0.1, FRAME)).toEqual(NO_ZOOM)
  expect(zoomBy(NO_ZOOM, 100, FRAME).scale).toBe(MAX_ZOOM)
})

test('the picture moves only as far as it extends', () => {
  expect(moveBy({ scale: 2, x: 0, y: 0 }, { x: 500, y: -500 }, FRAME)).toEqual({ scale: 2, x: 200, y: -150 })
  expect(moveBy(NO_ZOOM, { x: 50, y: 50 }, FRAME)).toEqual(NO_ZOOM)
})

test('a sideways move is a swipe, a downward move closes, and a slip does neither', () => {
  expect([swipeOf({ x: -80, y: 10 }), swipeOf({ x: 80, y: 10 })]).toEqual(['on', 'back'])
  expect(swipeOf({ x: 10, y: 120 })).toBe('close')
  expect([swipeOf({ x: 8, y: 5 }), swipeOf({ x: 60, y: 70 }), swipeOf({ x: 0, y: -120 })]).toEqual([null, null, null])
})

test('a pinch is the distance of two fingers and their middle', () => {
  expect(pinchOf({ x: 0, y: 0 }, { x: 30, y: 40 })).toEqual({ apart: 50, middle: { x: 15, y: 20 } })
})
