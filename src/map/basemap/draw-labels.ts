import type { BasemapColours } from './basemap-colours.ts'
import { LABEL_STYLES, type PlacedLabel } from './placed-labels.ts'

type Canvas = CanvasRenderingContext2D

const HALO = 3
const DOT = 2.4

function drawShield(canvas: Canvas, { text, textX, x, y, box }: PlacedLabel, colours: BasemapColours): void {
  const height = LABEL_STYLES.shield.size + 5
  canvas.beginPath()
  canvas.roundRect(box.left + 0.5, y - height / 2, 2 * (x - box.left) - 1, height, 3)
  canvas.fillStyle = colours.shield
  canvas.fill()
  canvas.strokeStyle = colours.shieldEdge
  canvas.lineWidth = 1
  canvas.stroke()
  canvas.fillStyle = colours.shieldText
  canvas.fillText(text, textX, y + 0.5)
}

function drawWord(canvas: Canvas, { text, kind, textX, x, y }: PlacedLabel, colours: BasemapColours): void {
  const colour = kind === 'shield' ? colours.shieldText : colours[kind]
  canvas.strokeStyle = colours.land
  canvas.fillStyle = colour
  canvas.lineWidth = HALO
  if (kind !== 'state') {
    canvas.beginPath()
    canvas.arc(x, y, DOT, 0, 2 * Math.PI)
    canvas.stroke()
    canvas.fill()
  }
  canvas.strokeText(text, textX, y)
  canvas.fillText(text, textX, y)
}

/** Draws labels where they were placed; the canvas counts in pixels of the zoom's world. The least important come first. */
export function drawLabels(canvas: Canvas, labels: readonly PlacedLabel[], colours: BasemapColours): void {
  canvas.textBaseline = 'middle'
  canvas.lineJoin = 'round'
  for (const label of labels.toReversed()) {
    canvas.font = LABEL_STYLES[label.kind].font
    if (label.kind === 'shield') drawShield(canvas, label, colours)
    else drawWord(canvas, label, colours)
  }
}
