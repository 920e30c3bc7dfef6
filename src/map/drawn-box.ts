/** The space of a drawing on the canvas, in CSS pixels: `x` is its left edge, `y` the middle of its height. */
export interface DrawnBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Whether two boxes overlap. */
export const collides = (a: DrawnBox, b: DrawnBox): boolean =>
  Math.abs(a.y - b.y) < (a.height + b.height) / 2 && a.x < b.x + b.width && b.x < a.x + a.width

/** The box around a circle. */
export const boxAround = ({
  x,
  y,
  radius,
}: {
  readonly x: number
  readonly y: number
  readonly radius: number
}): DrawnBox => ({
  x: x - radius,
  y,
  width: 2 * radius,
  height: 2 * radius,
})
