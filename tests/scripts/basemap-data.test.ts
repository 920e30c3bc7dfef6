import { brotliCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { basemapData } from '#scripts/build/basemap-data.ts'
import { CITIES } from '#server/demo/roads/freight-map.ts'
import { crowMiles } from '#server/demo/roads/great-circle.ts'
import { CHAINS } from '#server/demo/roads/road-network.ts'
import { decodeLine, encodeLine, type LatLon } from '#src/map/basemap/encoded-basemap.ts'

const data = basemapData()
const land = data.land.map(decodeLine)
const places = decodeLine(data.places.at)

const rowOf = (latitude: number) => Math.floor(latitude * 10)
/** The edges of the outlines, by each tenth of a degree of latitude that they cross. */
const edges = new Map<number, [LatLon, LatLon][]>()
for (const ring of land) {
  for (const [at, to] of ring.entries()) {
    const from = ring[at - 1] ?? to
    const [low, high] = [from.latitude, to.latitude].map(rowOf).toSorted((one, other) => one - other)
    for (let row = low ?? 0; row <= (high ?? 0); row++) edges.set(row, [...(edges.get(row) ?? []), [from, to]])
  }
}

/** Whether a place is on land, that is, inside an odd number of outlines. */
function isOnLand({ latitude, longitude }: LatLon): boolean {
  let isInside = false
  for (const [from, to] of edges.get(rowOf(latitude)) ?? []) {
    if (from.latitude > latitude === to.latitude > latitude) continue
    const share = (latitude - from.latitude) / (to.latitude - from.latitude)
    if (longitude < from.longitude + (to.longitude - from.longitude) * share) isInside = !isInside
  }
  return isInside
}

/** The miles on water of the straight line between two places. */
function milesOnWater(from: LatLon, to: LatLon): number {
  const steps = Array.from({ length: 19 }, (_, step) => (step + 1) / 20)
  const wet = steps.filter((share) => {
    const latitude = from.latitude + (to.latitude - from.latitude) * share
    return !isOnLand({ latitude, longitude: from.longitude + (to.longitude - from.longitude) * share })
  })
  return (wet.length / steps.length) * crowMiles(from, to)
}

test('a line is encoded and decoded to within a thousandth of a degree', () => {
  const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
  fc.assert(
    fc.property(fc.array(fc.record({ latitude: degrees(85), longitude: degrees(180) })), (line) => {
      const back = decodeLine(encodeLine(line))
      expect(back.length).toBe(line.length)
      for (const [at, point] of back.entries()) {
        expect(Math.abs(point.latitude - (line[at]?.latitude ?? 0))).toBeLessThan(0.001)
        expect(Math.abs(point.longitude - (line[at]?.longitude ?? 0))).toBeLessThan(0.001)
      }
    }),
  )
})

describe('the basemap’s data', () => {
  test('has all 51 states, each with its label on land', () => {
    expect(data.states.codes.length).toBe(51)
    expect(new Set(data.states.codes).size).toBe(51)
    const astray = decodeLine(data.states.at).flatMap((at, index) => (isOnLand(at) ? [] : [data.states.codes[index]]))
    expect(astray).toEqual([])
  })

  test('has every road of the road network, through the same towns', () => {
    const roads = data.roads.map(([road, passed]) => ({ road, places: passed.map((at) => data.places.names[at]) }))
    expect(roads).toEqual(CHAINS)
  })

  test('has the cities of the freight map, and none with two ranks', () => {
    expect(CITIES.filter(({ name }) => !data.places.names.includes(name))).toEqual([])
    const ranked = data.ranked.flat()
    expect(new Set(ranked).size).toBe(ranked.length)
    expect(ranked.length).toBeGreaterThan(120)
  })

  test('has roads on land, with at most 7 miles of water between two towns', () => {
    const wet = data.roads.flatMap(([road, passed]) =>
      passed.flatMap((to, at) => {
        const [before, after] = [places[passed[at - 1] ?? to], places[to]]
        const miles = before && after ? milesOnWater(before, after) : 0
        return miles > 7 ? [`${road} to ${data.places.names[to]}: ${miles}`] : []
      }),
    )
    expect(wet).toEqual([])
  })

  test('refers only to places that exist', () => {
    expect(places.length).toBe(data.places.names.length)
    for (const index of [...data.ranked.flat(), ...data.roads.flatMap(([, passed]) => passed)]) {
      expect(places[index]).toBeDefined()
    }
  })

  test('compresses to less than 50 kB', () => {
    expect(brotliCompressSync(JSON.stringify(data)).length).toBeLessThan(50_000)
  })
})
