/** How a picture lies in its frame: so many times as large, and so far from the middle, in pixels of the screen. */
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

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 }
export const MAX_ZOOM = 6
/** By how much a key or a button makes it larger. */
export const ZOOM_STEP = 1.5

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

/** Not so far that the picture leaves its frame. */
function held({ scale, x, y }: Zoom, { width, height }: Size): Zoom {
  const room = { x: (width * (scale - 1)) / 2, y: (height * (scale - 1)) / 2 }
  return { scale, x: between(-room.x, x, room.x), y: between(-room.y, y, room.y) }
}

/** So many times larger than now, and what is at a point (from the frame's middle) stays there. */
export function zoomed(from: Zoom, by: number, frame: Size, { x, y }: Point = { x: 0, y: 0 }): Zoom {
  const scale = between(1, from.scale * by, MAX_ZOOM)
  const grown = scale / from.scale
  return held({ scale, x: x - (x - from.x) * grown, y: y - (y - from.y) * grown }, frame)
}

/** Moved by so much, as far as there is picture. */
export function moved(from: Zoom, by: Point, frame: Size): Zoom {
  return held({ ...from, x: from.x + by.x, y: from.y + by.y }, frame)
}

/** What a finger's way means on a picture that is whole; null for a tap or a slip. In pixels. */
export function swipeOf({ x, y }: Point): 'back' | 'on' | 'close' | null {
  if (Math.abs(x) > 50 && Math.abs(x) > 1.5 * Math.abs(y)) return x > 0 ? 'back' : 'on'
  return y > 90 && y > 1.5 * Math.abs(x) ? 'close' : null
}

/** How far two fingers are apart, and where their middle is. */
export function pinchOf(one: Point, other: Point): { readonly apart: number; readonly middle: Point } {
  return {
    apart: Math.hypot(one.x - other.x, one.y - other.y),
    middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
  }
}
