import type { BasemapColors } from './basemap-colors.ts'
import { LABEL_STYLES, type PlacedLabel } from './placed-labels.ts'

type Canvas = CanvasRenderingContext2D

const HALO = 3
const DOT = 2.4

function drawShield(canvas: Canvas, { text, textX, x, y, box }: PlacedLabel, colors: BasemapColors): void {
  const height = LABEL_STYLES.shield.size + 5
  canvas.beginPath()
  canvas.roundRect(box.left + 0.5, y - height / 2, 2 * (x - box.left) - 1, height, 3)
  canvas.fillStyle = colors.shield
  canvas.fill()
  canvas.strokeStyle = colors.shieldEdge
  canvas.lineWidth = 1
  canvas.stroke()
  canvas.fillStyle = colors.shieldText
  canvas.fillText(text, textX, y + 0.5)
}

function drawWord(canvas: Canvas, { text, kind, textX, x, y }: PlacedLabel, colors: BasemapColors): void {
  const color = kind === 'shield' ? colors.shieldText : colors[kind]
  canvas.strokeStyle = colors.land
  canvas.fillStyle = color
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

/**
 * Draws placed labels. Canvas units are pixels of the whole world at this zoom. `labels` has the most important first.
 * They are drawn in reverse order.
 */
export function drawLabels(canvas: Canvas, labels: readonly PlacedLabel[], colors: BasemapColors): void {
  canvas.textBaseline = 'middle'
  canvas.lineJoin = 'round'
  for (const label of labels.toReversed()) {
    canvas.font = LABEL_STYLES[label.kind].font
    if (label.kind === 'shield') drawShield(canvas, label, colors)
    else drawWord(canvas, label, colors)
  }
}
