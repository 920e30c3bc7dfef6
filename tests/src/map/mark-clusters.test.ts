import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MapMark } from '#src/map/map-mark.ts'
import { type Box, MarkClusters, SINGLE_FROM_ZOOM } from '#src/map/mark-clusters.ts'

const COUNTRY: Box = [-126, 24, -66, 50]
const aMark = (key: string, lat: number, lon: number, color: MapMark['color'] = 'green'): MapMark => ({
  key,
  title: key,
  lat,
  lon,
  bearing: null,
  shape: 'circle',
  color,
  rings: 0,
})

test('marks close together form one cluster with a count per color; at a closer zoom each is drawn alone', () => {
  const yard = ['a', 'b', 'c', 'd'].map((key, n) => aMark(key, 41.53 + n / 1000, -88.08, n === 0 ? 'red' : 'green'))
  const clusters = new MarkClusters([...yard, aMark('far', 34, -118)])
  const country = clusters.within(COUNTRY, 4)
  expect(country.marks.map(({ key }) => key)).toEqual(['far'])
  const [cluster] = country.clusters
  expect(cluster).toMatchObject({ count: 4, colors: { red: 1, green: 3 } })
  expect(
    clusters
      .marksOf(cluster!)
      .map(({ key }) => key)
      .sort(),
  ).toEqual(['a', 'b', 'c', 'd'])
  expect(clusters.within([-88.2, 41.4, -88, 41.7], SINGLE_FROM_ZOOM)).toMatchObject({
    clusters: [],
    marks: [{}, {}, {}, {}],
  })
  expect(clusters.expansionZoom(cluster!)).toBeLessThan(SINGLE_FROM_ZOOM)
})

test('at every zoom each mark is counted once, and the color counts add up', () => {
  const marks = fc.array(
    fc.tuple(
      fc.double({ min: 25, max: 49, noNaN: true }),
      fc.double({ min: -125, max: -67, noNaN: true }),
      fc.constantFrom('green' as const, 'red' as const, 'gray' as const),
    ),
    { maxLength: 120 },
  )
  fc.assert(
    fc.property(marks, fc.integer({ min: 3, max: 19 }), (places, zoom) => {
      const all = places.map(([lat, lon, color], n) => aMark(`${n}`, lat, lon, color))
      const clusters = new MarkClusters(all)
      const drawn = clusters.within(COUNTRY, zoom)
      const counted = drawn.marks.length + drawn.clusters.reduce((sum, { count }) => sum + count, 0)
      expect(counted).toBe(all.length)
      for (const { count, colors } of drawn.clusters) {
        const { green = 0, red = 0, gray = 0 } = colors
        expect(green + red + gray).toBe(count)
      }
    }),
  )
})

test('two marks that would overlap form a cluster, and a stale one counts as gray', () => {
  const pair = [aMark('a', 41.53, -88.08), { ...aMark('b', 41.531, -88.08), rings: 1 }]
  expect(new MarkClusters(pair).within(COUNTRY, 6)).toMatchObject({
    clusters: [{ count: 2, colors: { green: 1, gray: 1 } }],
    marks: [],
  })
})

test('a cluster contains exactly the marks it counts, and is split at its expansion zoom', () => {
  const near = fc.tuple(fc.double({ min: 35, max: 37, noNaN: true }), fc.double({ min: -99, max: -95, noNaN: true }))
  fc.assert(
    fc.property(fc.array(near, { minLength: 2, maxLength: 60 }), fc.integer({ min: 3, max: 12 }), (places, zoom) => {
      const all = new MarkClusters(places.map(([lat, lon], n) => aMark(`${n}`, lat, lon)))
      const deeper = all.within(COUNTRY, zoom + 1)
      for (const cluster of [...all.within(COUNTRY, zoom).clusters, ...deeper.clusters]) {
        const own = all.marksOf(cluster)
        expect(own).toHaveLength(cluster.count)
        const apart = all.expansionZoom(cluster)
        expect(apart).toBeGreaterThan(cluster.zoom)
        const keys = new Set(own.map(({ key }) => key))
        const isOne = all.within(COUNTRY, apart).clusters.some((other) => {
          const among = new Set(all.marksOf(other).map(({ key }) => key))
          return [...keys].every((key) => among.has(key))
        })
        expect(isOne).toBe(false)
      }
    }),
  )
})

test('marks at the same place are never split before the last zoom', () => {
  const same = new MarkClusters(['a', 'b', 'c'].map((key) => aMark(key, 41.53, -88.08)))
  const [cluster] = same.within(COUNTRY, 4).clusters
  expect(same.expansionZoom(cluster!)).toBe(SINGLE_FROM_ZOOM)
})
