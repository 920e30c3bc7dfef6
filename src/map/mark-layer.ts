import { DomUtil, Layer, type LeafletEvent, type Map as LeafletMap, type LeafletMouseEvent, type Point } from 'leaflet'
import { clusterRadius, MARK_RADIUS } from './draw-marks.ts'
import { Gliding } from './gliding.ts'
import type { MapMark } from './map-mark.ts'
import { drawTargets, fitCanvas, placed, type Shown, type Target } from './mark-canvas.ts'
import { type Box, type Cluster, MarkClusters, SINGLE_FROM_ZOOM } from './mark-clusters.ts'

export interface MarkPorts {
  readonly onPick: (key: string) => void
  /** Called with marks that no zoom separates. */
  readonly onCrowd: (marks: readonly MapMark[]) => void
  /** Milliseconds of a clock that never jumps. */
  readonly now: () => number
}

/** Approximate interval of updates, and duration of a glide. */
const GLIDE_MS = 10_000
/** A finger is wider than a mark. */
const REACH = 22
/** Minimum interval between two drawings of moving marks. */
const MIN_FRAME_MS = 40

/** Draws any number of marks and clusters on one canvas. */
export class MarkLayer extends Layer {
  readonly #ports: MarkPorts
  readonly #gliding = new Gliding(GLIDE_MS)
  #shown: Shown | null = null
  #clusters = new MarkClusters([])
  #leaflet: LeafletMap | null = null
  #canvas: HTMLCanvasElement | null = null
  #targets: readonly Target[] = []
  #frame = 0
  #timer = 0
  /** A zoom animation is scaling the map and the canvas. */
  #isZooming = false
  /** The view for which the canvas was drawn. */
  #drawn: { readonly center: ReturnType<LeafletMap['getCenter']>; readonly zoom: number } | null = null

  constructor(ports: MarkPorts) {
    super()
    this.#ports = ports
  }

  show(shown: Shown): void {
    if (shown.marks !== this.#shown?.marks) {
      this.#gliding.move(shown.marks, this.#ports.now())
      this.#clusters = new MarkClusters(shown.marks)
    }
    this.#shown = shown
    this.#plan()
  }

  override onAdd(map: LeafletMap): this {
    this.#leaflet = map
    this.#canvas = DomUtil.create('canvas', 'leaflet-zoom-animated', map.getPane('markerPane'))
    // The list next to the map contains the same marks, for screen readers and the keyboard.
    this.#canvas.setAttribute('aria-hidden', 'true')
    this.#plan()
    return this
  }

  override onRemove(): this {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    clearTimeout(this.#timer)
    this.#canvas?.remove()
    this.#canvas = null
    this.#leaflet = null
    return this
  }

  override getEvents() {
    return {
      move: () => this.#plan(),
      moveend: () => this.#plan(),
      zoomend: () => {
        this.#isZooming = false
        this.#plan()
      },
      resize: () => this.#plan(),
      zoomanim: (event: LeafletEvent) => this.#follow(event as unknown as ZoomAnimation),
      click: (event: LeafletEvent) => this.#click(event as LeafletMouseEvent),
      mousemove: (event: LeafletEvent) => this.#hover(event as LeafletMouseEvent),
    }
  }

  /** The target nearest to a point and within reach. */
  #at({ x, y }: Point): Target | undefined {
    const near = (target: Target) => Math.hypot(target.x - x, target.y - y)
    return this.#targets
      .filter((target) => near(target) <= Math.max(target.radius, REACH))
      .toSorted((a, b) => near(a) - near(b))[0]
  }

  #hover({ containerPoint }: LeafletMouseEvent): void {
    const container = this.#leaflet?.getContainer()
    if (container) container.style.cursor = this.#at(containerPoint) ? 'pointer' : ''
  }

  #click({ containerPoint }: LeafletMouseEvent): void {
    const target = this.#at(containerPoint)
    const map = this.#leaflet
    if (!target || !map) return
    if ('mark' in target) this.#ports.onPick(target.mark.key)
    else this.#open(target, map)
  }

  #open({ cluster, of }: Extract<Target, { cluster: Cluster }>, map: LeafletMap): void {
    const zoom = of.expansionZoom(cluster)
    if (zoom < SINGLE_FROM_ZOOM) map.setView([cluster.lat, cluster.lon], zoom)
    else this.#ports.onCrowd(of.marksOf(cluster))
  }

  #plan(): void {
    if (this.#frame !== 0) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      this.#draw()
    })
  }

  #draw(): void {
    const map = this.#leaflet
    const canvas = this.#canvas
    const shown = this.#shown
    const pen = canvas?.getContext('2d')
    if (!map || !canvas || !shown || !pen || this.#isZooming) return
    this.#drawn = { center: map.getCenter(), zoom: map.getZoom() }
    fitCanvas(canvas, pen, map)
    const now = this.#ports.now()
    const bounds = map.getBounds().pad(0.1)
    const box: Box = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
    const of = this.#clusters
    const { clusters, marks } = of.within(box, map.getZoom())
    const picked = shown.picked === null ? undefined : shown.marks.find(({ key }) => key === shown.picked)
    // The picked mark is drawn on its own above all others, also while it is in a cluster.
    const singles = picked ? [...marks.filter(({ key }) => key !== picked.key), picked] : marks
    this.#targets = [
      ...placed(map, clusters).map(({ of: cluster, x, y }) => ({ x, y, radius: clusterRadius(cluster), cluster, of })),
      ...placed(map, singles, ({ key }) => (isGliding(shown, key) ? this.#gliding.at(key, now) : null)).map(
        ({ of: mark, x, y }) => ({ x, y, radius: MARK_RADIUS, mark }),
      ),
    ]
    drawTargets(pen, this.#targets, shown)
    if (!shown.isStill) this.#planGlide(map, singles, now)
  }

  /** Schedules a drawing for when a mark has glided half a pixel. The lower the zoom, the longer the wait. */
  #planGlide(map: LeafletMap, marks: readonly MapMark[], now: number): void {
    clearTimeout(this.#timer)
    const pixelsADegree = (256 * 2 ** map.getZoom()) / 360
    const speed = marks.reduce((most, { key }) => Math.max(most, this.#gliding.speed(key, now)), 0) * pixelsADegree
    if (speed === 0) return
    const wait = Math.min(GLIDE_MS, Math.max(MIN_FRAME_MS, 0.5 / speed))
    this.#timer = window.setTimeout(() => this.#plan(), wait)
  }

  /** During a zoom animation, scales and moves the drawn canvas along with the map. */
  #follow({ center, zoom }: ZoomAnimation): void {
    const map = this.#leaflet
    if (!map || !this.#canvas || !this.#drawn) return
    // A drawing now would be for the target zoom, while the ground is still on its way there.
    this.#isZooming = true
    const scale = map.getZoomScale(zoom, this.#drawn.zoom)
    const half = map.getSize().divideBy(2)
    const pane = DomUtil.getPosition(map.getPane('mapPane') as HTMLElement)
    const origin = map.project(center, zoom).subtract(half).add(pane)
    const corner = half.multiplyBy(-scale).add(map.project(this.#drawn.center, zoom)).subtract(origin)
    DomUtil.setTransform(this.#canvas, corner, scale)
  }
}

const isGliding = ({ isStill, isFollowed, picked }: Shown, key: string) => !isStill && !(isFollowed && key === picked)

interface ZoomAnimation {
  readonly center: ReturnType<LeafletMap['getCenter']>
  readonly zoom: number
}
