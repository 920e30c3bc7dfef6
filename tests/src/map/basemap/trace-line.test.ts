import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linesIn } from '#src/map/basemap/draw-ground.ts'
import { type Box, mapLine, touches, type WorldPoint } from '#src/map/basemap/map-line.ts'
import { type Pen, traceLine } from '#src/map/basemap/trace-line.ts'

/** Large enough that no two points merge into one. */
const SCALE = 1e9
const share = fc.double({ min: 0, max: 1, noNaN: true })
const inner = fc.double({ min: 0.05, max: 0.95, noNaN: true })
const anyPoint = fc.record({ x: share, y: share })
const anyLine = fc.array(anyPoint, { minLength: 2, maxLength: 40 })
const anyBox: fc.Arbitrary<Box> = fc
  .tuple(anyPoint, fc.double({ min: 0.01, max: 0.4, noNaN: true }))
  .map(([{ x, y }, size]) => ({ left: x, top: y, right: x + size, bottom: y + size }))

function traced(points: readonly WorldPoint[], box: Box, scale = SCALE): readonly WorldPoint[] {
  const drawn: WorldPoint[] = []
  const add = (x: number, y: number) => drawn.push({ x: x / scale + box.left, y: y / scale + box.top })
  const pen: Pen = { moveTo: add, lineTo: add }
  traceLine(pen, mapLine(points), { box, scale })
  return drawn
}

/**
 * Points closer to the view's edge may fall on either side. That is harmless: a tile's view extends beyond the tile.
 */
const CLEAR = 1e-7
const isWithin = ({ x, y }: WorldPoint, box: Box) =>
  x > box.left + CLEAR && x < box.right - CLEAR && y > box.top + CLEAR && y < box.bottom - CLEAR
/** Points along each segment of a line. */
const along = (points: readonly WorldPoint[]) =>
  points.slice(1).flatMap((to, at) => {
    const from = points[at] as WorldPoint
    return Array.from({ length: 21 }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / 20,
      y: from.y + ((to.y - from.y) * step) / 20,
    }))
  })

function distanceTo(points: readonly WorldPoint[], { x, y }: WorldPoint): number {
  const distances = points.slice(1).map((to, at) => {
    const from = points[at] as WorldPoint
    const [east, south] = [to.x - from.x, to.y - from.y]
    const length = east ** 2 + south ** 2
    const foot = length > 0 ? Math.min(1, Math.max(0, ((x - from.x) * east + (y - from.y) * south) / length)) : 0
    return Math.hypot(from.x + east * foot - x, from.y + south * foot - y)
  })
  return Math.min(...distances)
}

/** Whether a closed ring encloses a point. */
function encloses(ring: readonly WorldPoint[], { x, y }: WorldPoint): boolean {
  let isInside = false
  for (const [at, to] of ring.entries()) {
    const from = ring[at - 1] ?? (ring.at(-1) as WorldPoint)
    if (from.y > y === to.y > y) continue
    if (x < from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y)) isInside = !isInside
  }
  return isInside
}

describe('the drawn part of a line', () => {
  test('is the whole line within the view, and nothing else there', () => {
    fc.assert(
      fc.property(anyLine, anyBox, (line, box) => {
        const drawn = traced(line, box)
        for (const point of along(line)) if (isWithin(point, box)) expect(distanceTo(drawn, point)).toBeLessThan(1e-6)
        for (const point of along(drawn)) if (isWithin(point, box)) expect(distanceTo(line, point)).toBeLessThan(1e-6)
      }),
    )
  })

  test('encloses the same points as the whole line', () => {
    fc.assert(
      fc.property(anyLine, anyBox, inner, inner, (line, box, east, south) => {
        const point = { x: box.left + (box.right - box.left) * east, y: box.top + (box.bottom - box.top) * south }
        fc.pre(distanceTo([...line, line[0] as WorldPoint], point) > 1e-6)
        expect(encloses(traced(line, box), point)).toBe(encloses(line, point))
      }),
    )
  })

  test('goes around the corners of the view, never through them', () => {
    const box = { left: 0.4, top: 0.4, right: 0.6, bottom: 0.6 }
    const round = [
      { x: 0.3, y: 0.55 },
      { x: 0.3, y: 0.3 },
      { x: 0.55, y: 0.3 },
    ]
    for (const ways of [round, round.toReversed()]) {
      const drawn = traced([...ways, { x: 0.5, y: 0.5 }], box).map(({ x, y }) => [x.toFixed(6), y.toFixed(6)])
      expect(drawn).toContainEqual(['0.300000', '0.300000'])
    }
  })

  test('has few points outside the view, and few among indistinguishable points', () => {
    const box = { left: 0, top: 0, right: 1, bottom: 1 }
    const outside = Array.from({ length: 100 }, (_, at) => ({ x: 2 + (at % 7), y: at }))
    expect(traced([{ x: 0.5, y: 0.5 }, ...outside], box).length).toBe(3)
    const close = Array.from({ length: 101 }, (_, at) => ({ x: at / 100, y: 0.5 }))
    const drawn = traced(close, box, 20)
    expect(drawn.length).toBeLessThan(35)
    expect(drawn.at(-1)?.x).toBeCloseTo(1, 9)
  })
})

describe('the lines of a tile', () => {
  test('are those whose box touches it, so every line with a point in it is included', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 8 }), anyBox, (lines, box) => {
        const all = lines.map(mapLine)
        const chosen = new Set(linesIn(all, { box, scale: 1 }))
        for (const [at, line] of all.entries()) {
          if (along(lines[at] ?? []).some((point) => isWithin(point, box))) expect(chosen.has(line)).toBe(true)
          expect(chosen.has(line)).toBe(touches(line.box, box))
        }
      }),
    )
  })
})
