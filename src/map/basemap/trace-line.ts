import type { Box, MapLine } from './map-line.ts'

/** The drawn part of the world and its scale. Canvas coordinates are the distance from left and top times `scale`. */
export interface View {
  readonly box: Box
  /** Pixels across the whole world. */
  readonly scale: number
}

/** The line methods of a canvas path. */
export interface Pen {
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
}

/** Pixels. Points closer than this are drawn as one. */
const SAME_POINT = 0.6

/** The sides of the box that a point is beyond, one bit per side. */
const sidesBeyond = (x: number, y: number, box: Box): number =>
  (x < box.left ? 1 : 0) | (x > box.right ? 2 : 0) | (y < box.top ? 4 : 0) | (y > box.bottom ? 8 : 0)

/**
 * Draws the part of a line that affects the view. Of consecutive points beyond the same side, only the last is drawn.
 * This changes neither lines nor filled areas within the box. Points too close to tell apart are skipped too.
 */
export function traceLine(pen: Pen, { xy }: MapLine, { box, scale }: View): void {
  const draw = (at: number, how: 'moveTo' | 'lineTo') =>
    pen[how](((xy[at] ?? 0) - box.left) * scale, ((xy[at + 1] ?? 0) - box.top) * scale)
  const near = SAME_POINT / scale
  const last = xy.length - 2
  draw(0, 'moveTo')
  let drawn = 0
  let skipped = -1
  let beyond = sidesBeyond(xy[0] ?? 0, xy[1] ?? 0, box)
  for (let at = 2; at <= last; at += 2) {
    const [x, y] = [xy[at] ?? 0, xy[at + 1] ?? 0]
    const sides = sidesBeyond(x, y, box)
    if ((beyond & sides) === 0 && skipped >= 0) {
      draw(skipped, 'lineTo')
      beyond = sidesBeyond(xy[skipped] ?? 0, xy[skipped + 1] ?? 0, box)
      drawn = skipped
      skipped = -1
    }
    if ((beyond & sides) !== 0) {
      beyond &= sides
      skipped = at
      continue
    }
    const isSame = Math.abs(x - (xy[drawn] ?? 0)) + Math.abs(y - (xy[drawn + 1] ?? 0)) < near
    if (isSame && at < last) continue
    draw(at, 'lineTo')
    beyond = sides
    drawn = at
  }
  if (skipped >= 0) draw(skipped, 'lineTo')
}
