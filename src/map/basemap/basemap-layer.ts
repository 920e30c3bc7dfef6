import {
  type Coords,
  type DoneCallback,
  GridLayer,
  type GridLayerOptions,
  type Map as LeafletMap,
  type TileEvent,
} from 'leaflet'
import type { Scheme } from '../colors-of-scheme.ts'
import type { Basemap } from './basemap.ts'
import { BASEMAP_COLORS } from './basemap-colors.ts'
import { drawGround } from './draw-ground.ts'
import { drawLabels } from './draw-labels.ts'
import { FrameWork, inOneStep, type Steps } from './frame-work.ts'
import { labelWishes } from './label-wishes.ts'
import { type Box, touches } from './map-line.ts'
import { type LabelStyle, type PlacedLabel, placing } from './placed-labels.ts'

const TILE = 512
/** Width of Leaflet's world at zoom 0, in pixels. */
const WORLD = 256
/** Pixels beyond a tile's edge to which lines are drawn, so that no line end shows. */
const MARGIN = 8

const worldAt = (zoom: number) => WORLD * 2 ** zoom

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser has no canvas to draw the map on')
  return context
}

/** Measures each text once, on its own canvas: a road has the same shield a hundred times. */
function textMeasure(): (text: string, style: LabelStyle) => number {
  const context = contextOf(document.createElement('canvas'))
  const widths = new Map<string, number>()
  return (text, { font }) => {
    const name = `${font} ${text}`
    const known = widths.get(name)
    if (known !== undefined) return known
    context.font = font
    const { width } = context.measureText(text)
    widths.set(name, width)
    return width
  }
}

/** A Leaflet layer that draws the basemap itself: no tile is fetched. */
export class BasemapLayer extends GridLayer {
  readonly #basemap: Basemap
  readonly #scheme: Scheme
  readonly #tiles = new Map<HTMLElement, Coords>()
  readonly #work = new FrameWork()
  readonly #widthOf = textMeasure()
  readonly #labels = new Map<number, readonly PlacedLabel[]>()

  constructor(basemap: Basemap, scheme: Scheme, options: GridLayerOptions) {
    // While the user zooms, existing tiles are scaled. Tiles of zooms in between are never drawn.
    super({ attribution: 'US Census · GeoNames', updateWhenZooming: false, ...options, tileSize: TILE })
    this.#basemap = basemap
    this.#scheme = scheme
    this.on('tileunload', ({ tile }: TileEvent) => this.#tiles.delete(tile))
  }

  override onAdd(map: LeafletMap): this {
    super.onAdd(map)
    this.#colorWater()
    return this
  }

  override onRemove(map: LeafletMap): this {
    this.#work.stop()
    return super.onRemove(map)
  }

  protected override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas')
    this.#tiles.set(canvas, coords)
    this.#plan(canvas, coords, () => done(undefined, canvas))
    return canvas
  }

  /** Water is the background of the map's container, so it shows before the tiles do. */
  #colorWater(): void {
    const container = this._map?.getContainer()
    if (container) container.style.backgroundColor = BASEMAP_COLORS[this.#scheme].water
  }

  /** Schedules a tile: the ground of all tiles is drawn before any labels. */
  #plan(canvas: HTMLCanvasElement, coords: Coords, whenGround?: () => void): void {
    const ground = inOneStep(() => {
      if (!this.#tiles.has(canvas)) return
      this.#drawGround(canvas, coords)
      whenGround?.()
    })
    this.#work.add(ground, { isUrgent: true })
    this.#work.add(this.#words(canvas, coords), { isUrgent: false })
  }

  #drawGround(canvas: HTMLCanvasElement, coords: Coords): void {
    const ratio = window.devicePixelRatio
    // Setting the size also clears the canvas.
    canvas.width = TILE * ratio
    canvas.height = TILE * ratio
    const context = contextOf(canvas)
    const world = worldAt(coords.z)
    const seen = seenBy(coords)
    const box = {
      left: seen.left / world,
      top: seen.top / world,
      right: seen.right / world,
      bottom: seen.bottom / world,
    }
    context.setTransform(ratio, 0, 0, ratio, -MARGIN * ratio, -MARGIN * ratio)
    drawGround(context, this.#basemap, { box, scale: world }, coords.z, BASEMAP_COLORS[this.#scheme])
  }

  *#words(canvas: HTMLCanvasElement, coords: Coords): Steps {
    if (!this.#tiles.has(canvas)) return
    const placed = yield* this.#labelsAt(coords.z)
    const ratio = window.devicePixelRatio
    const context = contextOf(canvas)
    context.setTransform(ratio, 0, 0, ratio, -coords.x * TILE * ratio, -coords.y * TILE * ratio)
    const seen = seenBy(coords)
    const labels = placed.filter((label) => touches(label.box, seen))
    drawLabels(context, labels, BASEMAP_COLORS[this.#scheme])
  }

  *#labelsAt(zoom: number): Generator<void, readonly PlacedLabel[]> {
    const known = this.#labels.get(zoom)
    if (known) return known
    const placed = yield* placing(labelWishes(this.#basemap, zoom, worldAt(zoom)), this.#widthOf)
    this.#labels.set(zoom, placed)
    return placed
  }
}

/** The part of the zoom's world that a tile shows, plus the margin. */
function seenBy({ x, y }: Coords): Box {
  const [left, top] = [x * TILE - MARGIN, y * TILE - MARGIN]
  return { left, top, right: left + TILE + 2 * MARGIN, bottom: top + TILE + 2 * MARGIN }
}

/** The basemap as a layer for a Leaflet map; it colors the map's container as water. */
export const basemapLayer = (basemap: Basemap, scheme: Scheme, options: GridLayerOptions = {}): BasemapLayer =>
  new BasemapLayer(basemap, scheme, options)
