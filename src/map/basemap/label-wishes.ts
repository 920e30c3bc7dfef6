import type { Basemap, BasemapRoad } from './basemap.ts'

export type LabelKind = 'city' | 'town' | 'state' | 'shield'

/** A label to place on the map at one zoom, if it has room. `x` and `y` are pixels of the whole world at that zoom. */
export interface LabelWish {
  readonly text: string
  readonly kind: LabelKind
  readonly x: number
  readonly y: number
}

/**
 * First zoom with names for the cities of each rank, zooms with state codes, first zoom with shields for each road
 * kind.
 */
const CITY_FROM = [3, 5, 6, 8] as const
const STATE_ZOOMS = [3, 6] as const
const SHIELD_FROM = { interstate: 6, spur: 8, highway: 8 } as const
/** Pixels of road between two shields. */
const SHIELD_EVERY = 420
/**
 * Above this zoom, the distance between shields stays the same on the road, not on the screen. More shields add
 * nothing.
 */
const SHIELD_DENSEST = 12

/** Shortens `Joliet IL` to `Joliet`. */
const shortName = (name: string) => name.replace(/ [A-Z]{2}$/, '')
/**
 * The text on a shield: the full `I-80`, because `80` alone is ambiguous; `FL Tpk`, because `Florida Turnpike` is too
 * long.
 */
const shieldText = (name: string) => name.replace(' Turnpike', ' Tpk').replace('Florida', 'FL')

function* shieldsOf({ name, line: { xy } }: BasemapRoad, world: number, every: number): Generator<LabelWish> {
  const text = shieldText(name)
  let distanceToNext = every / 2
  for (let at = 2; at < xy.length; at += 2) {
    const [fromX, fromY] = [(xy[at - 2] ?? 0) * world, (xy[at - 1] ?? 0) * world]
    const [east, south] = [(xy[at] ?? 0) * world - fromX, (xy[at + 1] ?? 0) * world - fromY]
    const length = Math.hypot(east, south)
    for (; distanceToNext < length; distanceToNext += every) {
      const share = distanceToNext / length
      yield { text, kind: 'shield', x: fromX + east * share, y: fromY + south * share }
    }
    distanceToNext -= length
  }
}

function citiesOf(basemap: Basemap, rank: number, zoom: number, world: number): readonly LabelWish[] {
  if (zoom < (CITY_FROM[rank - 1] ?? Number.POSITIVE_INFINITY)) return []
  const kind = rank === CITY_FROM.length ? 'town' : 'city'
  const cities = basemap.cities.filter((city) => city.rank === rank)
  return cities.map(({ name, x, y }) => ({ text: shortName(name), kind, x: x * world, y: y * world }))
}

function statesOf({ states }: Basemap, zoom: number, world: number): readonly LabelWish[] {
  if (zoom < STATE_ZOOMS[0] || zoom > STATE_ZOOMS[1]) return []
  return states.map(({ code, x, y }) => ({ text: code, kind: 'state', x: x * world, y: y * world }))
}

/** All labels to place at a zoom, most important first. `world` is the width of the whole world in pixels. */
export function labelWishes(basemap: Basemap, zoom: number, world: number): readonly LabelWish[] {
  const cities = CITY_FROM.map((_, index) => citiesOf(basemap, index + 1, zoom, world))
  const every = SHIELD_EVERY * 2 ** Math.max(0, zoom - SHIELD_DENSEST)
  const roads = basemap.roads.filter(({ kind }) => zoom >= SHIELD_FROM[kind])
  const shields = roads.flatMap((road) => [...shieldsOf(road, world, every)])
  const [first = [], second = [], ...others] = cities
  return [...first, ...statesOf(basemap, zoom, world), ...second, ...shields, ...others.flat()]
}
