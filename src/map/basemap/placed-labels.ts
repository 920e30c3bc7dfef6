import type { LabelKind, LabelWish } from './label-wishes.ts'
import { type Box, touches } from './map-line.ts'

/** Font of a label kind. `size` is in pixels. */
export interface LabelStyle {
  readonly font: string
  readonly size: number
}

/**
 * A label with its position, in pixels of the whole world at this zoom. `textX` is the left end of the text, `y` its
 * vertical middle, `box` the area it covers.
 */
export interface PlacedLabel extends LabelWish {
  readonly textX: number
  readonly box: Box
}

const FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'

export const LABEL_STYLES: Readonly<Record<LabelKind, LabelStyle>> = {
  city: { font: `600 12px ${FAMILY}`, size: 12 },
  town: { font: `400 11px ${FAMILY}`, size: 11 },
  state: { font: `600 11px ${FAMILY}`, size: 11 },
  shield: { font: `600 9px ${FAMILY}`, size: 9 },
}

/** Pixels between a city's dot and its name. */
const FROM_DOT = 6
const PAD = 4
const CELL = 256

/**
 * Possible positions of a label, best first. Cities and towns: right of the dot, then left. Others: centered on the
 * point.
 */
function* seats(label: LabelWish, width: number, height: number): Generator<PlacedLabel> {
  const { kind, x, y } = label
  const half = height / 2 + PAD / 2
  const vertical = { top: y - half, bottom: y + half }
  if (kind === 'state' || kind === 'shield') {
    const side = width / 2 + PAD
    yield { ...label, textX: x - width / 2, box: { left: x - side, right: x + side, ...vertical } }
    return
  }
  const reach = FROM_DOT + width + PAD
  yield { ...label, textX: x + FROM_DOT, box: { left: x - PAD, right: x + reach, ...vertical } }
  yield { ...label, textX: x - FROM_DOT - width, box: { left: x - reach, right: x + PAD, ...vertical } }
}

/** Occupied boxes, indexed by the grid cells that they touch. */
class OccupiedBoxes {
  readonly #cells = new Map<string, Box[]>()

  isFree(box: Box): boolean {
    return cellsOf(box).every((cell) => !this.#cells.get(cell)?.some((other) => touches(box, other)))
  }

  take(box: Box): void {
    for (const cell of cellsOf(box)) {
      const boxes = this.#cells.get(cell) ?? []
      this.#cells.set(cell, boxes)
      boxes.push(box)
    }
  }
}

function cellsOf({ left, top, right, bottom }: Box): readonly string[] {
  const cells: string[] = []
  for (let x = Math.floor(left / CELL); x <= Math.floor(right / CELL); x++) {
    for (let y = Math.floor(top / CELL); y <= Math.floor(bottom / CELL); y++) cells.push(`${x},${y}`)
  }
  return cells
}

/** Labels placed in one step. */
const AT_ONCE = 60

/**
 * The labels that have room. Each label in turn uses its first position that touches no earlier label; a label without
 * such a position is left out. Works in steps, because the labels number in the thousands. `widthOf` measures a text in
 * pixels.
 */
export function* placing(
  labels: readonly LabelWish[],
  widthOf: (text: string, style: LabelStyle) => number,
): Generator<void, readonly PlacedLabel[]> {
  const occupiedBoxes = new OccupiedBoxes()
  const placed: PlacedLabel[] = []
  for (const [at, label] of labels.entries()) {
    if (at % AT_ONCE === 0) yield
    const style = LABEL_STYLES[label.kind]
    for (const seat of seats(label, widthOf(label.text, style), style.size)) {
      if (!occupiedBoxes.isFree(seat.box)) continue
      occupiedBoxes.take(seat.box)
      placed.push(seat)
      break
    }
  }
  return placed
}
