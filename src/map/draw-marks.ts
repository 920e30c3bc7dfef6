import type { StatusColor } from '#src/ui/status/status-badge.tsx'
import type { DrawnBox } from './drawn-box.ts'
import type { MapColors } from './map-colors.ts'
import type { MapMark } from './map-mark.ts'
import type { Cluster } from './mark-clusters.ts'

type Pen = CanvasRenderingContext2D
const FULL = Math.PI * 2
/** Half of a mark, in CSS pixels. */
export const MARK_RADIUS = 9
const RING = 3.5
/** CSS pixels from the outermost ring to the middle of the picked mark's halo. */
const HALO = 6
const FONT = '600 12px system-ui, sans-serif'

/** Radius in CSS pixels; it grows with the number of digits. */
export const clusterRadius = ({ count }: Cluster) => 14 + Math.min(14, Math.log10(count) * 6)

const SHAPES: Readonly<Record<MapMark['shape'], (pen: Pen) => void>> = {
  arrow: (pen) => {
    pen.moveTo(0, -MARK_RADIUS - 2)
    pen.lineTo(MARK_RADIUS - 1, MARK_RADIUS)
    pen.lineTo(0, MARK_RADIUS - 4)
    pen.lineTo(1 - MARK_RADIUS, MARK_RADIUS)
    pen.closePath()
  },
  square: (pen) => pen.rect(-MARK_RADIUS + 2, -MARK_RADIUS + 2, 2 * MARK_RADIUS - 4, 2 * MARK_RADIUS - 4),
  circle: (pen) => pen.arc(0, 0, MARK_RADIUS - 2, 0, FULL),
  diamond: (pen) => {
    pen.moveTo(0, -MARK_RADIUS)
    pen.lineTo(MARK_RADIUS, 0)
    pen.lineTo(0, MARK_RADIUS)
    pen.lineTo(-MARK_RADIUS, 0)
    pen.closePath()
  },
}

export interface MarkLook {
  readonly isPicked: boolean
  readonly colors: MapColors
}

/** Draws one mark with its middle at `x`, `y`: its shape, turned by its bearing, and rings for its age. */
export function drawMark(pen: Pen, x: number, y: number, mark: MapMark, look: MarkLook): void {
  const { colors } = look
  const { rings } = mark
  pen.save()
  pen.translate(x, y)
  if (look.isPicked) drawHalo(pen, rings, colors)
  drawRings(pen, rings, colors)
  pen.save()
  if (mark.shape === 'arrow') pen.rotate(((mark.bearing ?? 0) * Math.PI) / 180)
  pen.beginPath()
  SHAPES[mark.shape](pen)
  pen.lineJoin = 'round'
  pen.lineWidth = 4
  pen.strokeStyle = colors.ground
  pen.stroke()
  pen.fillStyle = rings === 0 ? colors.status[mark.color] : colors.ground
  pen.fill()
  // A mark with a stale position is only an outline.
  pen.lineWidth = 2
  pen.strokeStyle = colors.status[mark.color]
  if (rings > 0) pen.stroke()
  pen.restore()
  pen.restore()
}

function drawHalo(pen: Pen, rings: number, { accent, ground }: MapColors): void {
  pen.beginPath()
  pen.arc(0, 0, MARK_RADIUS + HALO + rings * RING, 0, FULL)
  pen.lineWidth = 6
  pen.strokeStyle = ground
  pen.stroke()
  pen.lineWidth = 3
  pen.strokeStyle = accent
  pen.stroke()
}

function drawRings(pen: Pen, rings: number, { dimmed, ground }: MapColors): void {
  for (let ring = 1; ring <= rings; ring++) {
    pen.beginPath()
    pen.arc(0, 0, MARK_RADIUS + ring * RING, 0, FULL)
    pen.lineWidth = 2.5
    pen.strokeStyle = ground
    pen.stroke()
    pen.setLineDash([3, 2.5])
    pen.lineWidth = 1.25
    pen.strokeStyle = dimmed
    pen.stroke()
    pen.setLineDash([])
  }
}

const TITLE_HEIGHT = 16

/** Box of a mark's title. The title is below the mark, because names of the ground's places are next to their dots. */
export function titleBox(pen: Pen, x: number, y: number, { title, rings }: MapMark, isPicked: boolean): DrawnBox {
  pen.font = FONT
  const { width } = pen.measureText(title)
  const reach = MARK_RADIUS + rings * RING + (isPicked ? HALO + 3 : 2)
  return { x: x - width / 2, y: y + reach + 2 + TITLE_HEIGHT / 2, width, height: TITLE_HEIGHT }
}

/** Draws a title on its own plate, so that it does not mix with labels of the ground. */
export function drawTitle(pen: Pen, title: string, { x, y, width, height }: DrawnBox, colors: MapColors): void {
  pen.beginPath()
  pen.roundRect(x - 3, y - height / 2, width + 6, height, 3)
  pen.globalAlpha = 0.9
  pen.fillStyle = colors.ground
  pen.fill()
  pen.globalAlpha = 1
  pen.font = FONT
  pen.textAlign = 'left'
  pen.textBaseline = 'middle'
  pen.fillStyle = colors.text
  pen.fillText(title, x, y)
}

/** Draws a cluster: its number of marks, in a ring that shows the share of each status. */
export function drawCluster(pen: Pen, x: number, y: number, cluster: Cluster, colors: MapColors): void {
  const radius = clusterRadius(cluster)
  pen.save()
  pen.translate(x, y)
  pen.beginPath()
  pen.arc(0, 0, radius + 4, 0, FULL)
  pen.fillStyle = colors.ground
  pen.fill()
  let from = -Math.PI / 2
  for (const [color, count] of Object.entries(colors.status).map(
    ([name]) => [name as StatusColor, cluster.colors[name as StatusColor] ?? 0] as const,
  )) {
    const to = from + (count / cluster.count) * FULL
    pen.beginPath()
    pen.arc(0, 0, radius + 1, from, to)
    pen.lineWidth = 4
    pen.strokeStyle = colors.status[color]
    if (count > 0) pen.stroke()
    from = to
  }
  pen.beginPath()
  pen.arc(0, 0, radius - 2, 0, FULL)
  pen.fillStyle = colors.cluster
  pen.fill()
  pen.fillStyle = colors.clusterText
  pen.font = FONT
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(String(cluster.count), 0, 0.5)
  pen.restore()
}
