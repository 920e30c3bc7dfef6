/// <reference path="./topojson-client.d.ts" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { merge, mesh, type Point, type StateShape, type StatesTopology } from 'topojson-client'
import { CHAINS, placeNamed } from '#server/demo/roads/road-network.ts'
import { type EncodedBasemap, encodeLine, type LatLon } from '#src/map/basemap/encoded-basemap.ts'
import { CITIES_BY_RANK } from './basemap-cities.ts'
import { STATE_CODES } from './state-codes.ts'

/** In square degrees. Smaller rings are islets that no zoom level shows. */
const MIN_AREA = 0.001

const latLon = ([longitude, latitude]: Point): LatLon => ({ latitude, longitude })

/** The area of a closed ring in square degrees, and its centroid. */
function areaOf(ring: readonly Point[]) {
  let [twice, x, y] = [0, 0, 0]
  for (const [at, [toX, toY]] of ring.entries()) {
    const [fromX, fromY] = ring[at - 1] ?? [toX, toY]
    const cross = fromX * toY - toX * fromY
    twice += cross
    x += (fromX + toX) * cross
    y += (fromY + toY) * cross
  }
  return { area: Math.abs(twice) / 2, middle: { latitude: y / (3 * twice), longitude: x / (3 * twice) } }
}

/** The position of a state's letters: the centroid of its largest piece. */
function middleOf(atlas: StatesTopology, state: StateShape): LatLon {
  const outlines = merge(atlas, [state]).coordinates.map(([outline = []]) => areaOf(outline))
  return outlines.reduce((best, one) => (one.area > best.area ? one : best)).middle
}

function placesAndRoads(): Pick<EncodedBasemap, 'places' | 'ranked' | 'roads'> {
  // In the order along the roads, so that each place is near the previous one and the encoded differences are small.
  const names = [...new Set(CHAINS.flatMap(({ places }) => places))]
  const indexes = new Map(names.map((name, index) => [name, index]))
  const indexesOf = (some: readonly string[]) => some.flatMap((name) => indexes.get(name) ?? [])
  return {
    places: { names, at: encodeLine(names.map(placeNamed)) },
    ranked: CITIES_BY_RANK.map(indexesOf),
    roads: CHAINS.map(({ road, places }) => [road, indexesOf(places)]),
  }
}

/** The US Census atlas from the `us-atlas` package: outlines of all states, simplified for maps at 1:10,000,000. */
function readAtlas(): StatesTopology {
  const { resolve } = createRequire(import.meta.url)
  return JSON.parse(readFileSync(resolve('us-atlas/states-10m.json'), 'utf8'))
}

/** Land, borders and states from the atlas, roads and towns from the simulator's road map. */
export function basemapData(): EncodedBasemap {
  const atlas = readAtlas()
  const states = atlas.objects.states.geometries.filter(({ id }) => STATE_CODES[id])
  const rings = merge(atlas, states).coordinates.flat()
  const isState = ({ id }: StateShape) => STATE_CODES[id] !== undefined
  const inner = mesh(atlas, atlas.objects.states, (one, other) => one !== other && isState(one) && isState(other))
  return {
    land: rings.filter((ring) => areaOf(ring).area > MIN_AREA).map((ring) => encodeLine(ring.map(latLon))),
    borders: inner.coordinates.map((line) => encodeLine(line.map(latLon))),
    ...placesAndRoads(),
    states: {
      codes: states.map(({ id }) => STATE_CODES[id] ?? ''),
      at: encodeLine(states.map((state) => middleOf(atlas, state))),
    },
  }
}
