/** The zoom of a picture in its frame: the scale, and the offset from the middle in screen pixels. */
export interface Zoom {
  readonly scale: number
  readonly x: number
  readonly y: number
}
export interface Point {
  readonly x: number
  readonly y: number
}
export interface Size {
  readonly width: number
  readonly height: number
}

export const NO_ZOOM: Zoom = { scale: 1, x: 0, y: 0 }
export const MAX_ZOOM = 6
/** The zoom factor of a key or a button. */
export const ZOOM_STEP = 1.5

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

/** Limits the offset so that the picture stays in its frame. */
function limited({ scale, x, y }: Zoom, { width, height }: Size): Zoom {
  const room = { x: (width * (scale - 1)) / 2, y: (height * (scale - 1)) / 2 }
  return { scale, x: between(-room.x, x, room.x), y: between(-room.y, y, room.y) }
}

/** Zooms by a factor. The given point (relative to the frame's middle) stays in place. */
export function zoomBy(from: Zoom, by: number, frame: Size, { x, y }: Point = { x: 0, y: 0 }): Zoom {
  const scale = between(1, from.scale * by, MAX_ZOOM)
  const grown = scale / from.scale
  return limited({ scale, x: x - (x - from.x) * grown, y: y - (y - from.y) * grown }, frame)
}

/** Moves the picture, within its limits. */
export function moveBy(from: Zoom, by: Point, frame: Size): Zoom {
  return limited({ ...from, x: from.x + by.x, y: from.y + by.y }, frame)
}

/** The swipe that a finger's way (in pixels) means on a picture without zoom; null for a tap or a slip. */
export function swipeOf({ x, y }: Point): 'back' | 'on' | 'close' | null {
  if (Math.abs(x) > 50 && Math.abs(x) > 1.5 * Math.abs(y)) return x > 0 ? 'back' : 'on'
  return y > 90 && y > 1.5 * Math.abs(x) ? 'close' : null
}

/** The distance between two fingers and the point in their middle. */
export function pinchOf(one: Point, other: Point): { readonly apart: number; readonly middle: Point } {
  return {
    apart: Math.hypot(one.x - other.x, one.y - other.y),
    middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
  }
}
