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
  /** The map goes with what is picked, which is shown where it was told to be: the map would be there before it. */
  readonly isFollowed: boolean
}

/** Something that is drawn, and can be pressed: where, in CSS pixels of the map's window. */
export type Target = { readonly x: number; readonly y: number; readonly radius: number } & (
  | { readonly mark: MapMark }
  // With those it is one of: others may have taken their place before this is drawn.
  | { readonly cluster: Cluster; readonly of: MarkClusters }
)

/** Beyond the window's edge so much is drawn too, so that nothing appears late. */
const MARGIN = 40
/** Marks have their titles where there are no more than this many. */
const MAX_TITLED = 60

/** Where things are in the map's window, in CSS pixels; those that are out of it are left out. */
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

/** Draws all, and the titles of marks where there is room: of few, and none over anything else but that of the picked. */
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
  const taken = targets.map(boxAround)
  for (const { mark, x, y } of titled.toReversed()) {
    const box = titleBox(pen, x, y, mark, mark.key === picked)
    if (mark.key !== picked && taken.some((other) => collides(box, other))) continue
    taken.push(box)
    drawTitle(pen, mark.title, box, colors)
  }
}

/** The canvas covers the window of the map, sharp on any screen, and is empty. */
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
