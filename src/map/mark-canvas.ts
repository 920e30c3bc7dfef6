import { DomUtil, type Map as LeafletMap } from 'leaflet'
import { drawCluster, drawMark, drawTitle, titleBox } from './draw-marks.ts'
import { boxAround, collides } from './drawn-box.ts'
import type { LatLon } from './great-circle.ts'
import type { MapColors } from './map-colors.ts'
import type { MapMark } from './map-mark.ts'
import type { Cluster, MarkClusters } from './mark-clusters.ts'

export interface Shown {
  readonly marks: readonly MapMark[]
  readonly picked: string | null
  readonly colors: MapColors
  readonly isStill: boolean
  /**
   * The map follows the picked mark. That mark is shown at its reported position: if it glided, the map would be ahead.
   */
  readonly isFollowed: boolean
}

/** A clickable drawing and its place in the map's window, in CSS pixels. */
export type Target = { readonly x: number; readonly y: number; readonly radius: number } & (
  | { readonly mark: MapMark }
  // `of` is the set that the cluster belongs to: a newer set may replace it before the next drawing.
  | { readonly cluster: Cluster; readonly of: MarkClusters }
)

/** CSS pixels beyond the window's edge that are drawn too, so that nothing appears late. */
const MARGIN = 40
/** Marks show their titles only up to this number of single marks. */
const MAX_TITLED = 60

/** Positions in the map's window, in CSS pixels. Things outside of the window and its margin are left out. */
export function placed<Of extends LatLon>(
  map: LeafletMap,
  all: readonly Of[],
  shownAt: (of: Of) => LatLon | null = () => null,
) {
  const size = map.getSize()
  return all.flatMap((of) => {
    const { lat, lon } = shownAt(of) ?? of
    const { x, y } = map.latLngToContainerPoint([lat, lon])
    const isIn = x > -MARGIN && y > -MARGIN && x < size.x + MARGIN && y < size.y + MARGIN
    return isIn ? [{ of, x, y }] : []
  })
}

/**
 * Draws all targets, then the titles of marks. Titles show only while there are few marks, and only where they overlap
 * nothing. The picked mark always has its title.
 */
export function drawTargets(pen: CanvasRenderingContext2D, targets: readonly Target[], shown: Shown): void {
  const { colors, picked } = shown
  const singles: { readonly mark: MapMark; readonly x: number; readonly y: number }[] = []
  for (const target of targets) {
    if ('cluster' in target) drawCluster(pen, target.x, target.y, target.cluster, colors)
    else {
      drawMark(pen, target.x, target.y, target.mark, { isPicked: target.mark.key === picked, colors })
      singles.push(target)
    }
  }
  const titled = singles.length > MAX_TITLED ? singles.filter(({ mark }) => mark.key === picked) : singles
  const occupiedBoxes = targets.map(boxAround)
  for (const { mark, x, y } of titled.toReversed()) {
    const box = titleBox(pen, x, y, mark, mark.key === picked)
    if (mark.key !== picked && occupiedBoxes.some((other) => collides(box, other))) continue
    occupiedBoxes.push(box)
    drawTitle(pen, mark.title, box, colors)
  }
}

/** Clears the canvas and fits it to the map's window, at the resolution of the screen. */
export function fitCanvas(canvas: HTMLCanvasElement, pen: CanvasRenderingContext2D, map: LeafletMap): void {
  const { x, y } = map.getSize()
  const ratio = window.devicePixelRatio
  const [width, height] = [Math.round(x * ratio), Math.round(y * ratio)]
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width
    canvas.height = height
    canvas.style.width = `${x}px`
    canvas.style.height = `${y}px`
  }
  DomUtil.setPosition(canvas, map.containerPointToLayerPoint([0, 0]))
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  pen.clearRect(0, 0, x, y)
}
