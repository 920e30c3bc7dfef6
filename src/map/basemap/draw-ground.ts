import type { Basemap, RoadKind } from './basemap.ts'
import type { BasemapColors } from './basemap-colors.ts'
import { type MapLine, touches } from './map-line.ts'
import { traceLine, type View } from './trace-line.ts'

type Canvas = CanvasRenderingContext2D

/** Width of an interstate in pixels at zooms 3, 4, 5 and so on. The last value also applies to all higher zooms. */
const INTERSTATE_WIDTHS = [0.6, 0.9, 1.2, 1.5, 1.9, 2.4, 3, 3.6, 4.2, 5]
const FIRST_ZOOM = 3
const SHARE: Readonly<Record<RoadKind, number>> = { interstate: 1, spur: 0.75, highway: 0.65 }
const ROAD_FROM: Readonly<Record<RoadKind, number>> = { interstate: 3, spur: 6, highway: 5 }
/** Drawing order: larger roads are drawn over smaller ones. */
const KINDS: readonly RoadKind[] = ['highway', 'spur', 'interstate']

/** The lines whose boxes touch the view: only these can be visible in it. */
export const linesIn = (lines: readonly MapLine[], { box }: View): readonly MapLine[] =>
  lines.filter((line) => touches(line.box, box))

function trace(canvas: Canvas, lines: readonly MapLine[], view: View): void {
  canvas.beginPath()
  for (const line of linesIn(lines, view)) traceLine(canvas, line, view)
}

function widthOf(kind: RoadKind, zoom: number): number {
  const at = Math.min(INTERSTATE_WIDTHS.length - 1, Math.max(0, Math.round(zoom) - FIRST_ZOOM))
  return (INTERSTATE_WIDTHS[at] ?? 1) * SHARE[kind]
}

function drawRoads(canvas: Canvas, { roads }: Basemap, view: View, zoom: number, colors: BasemapColors): void {
  for (const kind of KINDS) {
    if (zoom < ROAD_FROM[kind]) continue
    const lines = roads.filter((road) => road.kind === kind).map(({ line }) => line)
    trace(canvas, lines, view)
    canvas.strokeStyle = kind === 'highway' ? colors.highway : colors.interstate
    canvas.lineWidth = widthOf(kind, zoom)
    canvas.stroke()
  }
}

/** Draws land, borders and roads in pixels of the view. Water is not drawn: it is the canvas area left empty. */
export function drawGround(canvas: Canvas, basemap: Basemap, view: View, zoom: number, colors: BasemapColors): void {
  canvas.lineJoin = 'round'
  canvas.lineCap = 'round'
  trace(canvas, basemap.land, view)
  canvas.fillStyle = colors.land
  canvas.fill('evenodd')
  canvas.strokeStyle = colors.coast
  canvas.lineWidth = 0.8
  canvas.stroke()
  trace(canvas, basemap.borders, view)
  canvas.strokeStyle = colors.border
  canvas.lineWidth = zoom < 6 ? 0.8 : 1.2
  canvas.stroke()
  drawRoads(canvas, basemap, view, zoom, colors)
}
