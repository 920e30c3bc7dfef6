import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CITIES, type City } from '#server/demo/roads/freight-map.ts'
import { crowMiles, type Place } from '#server/demo/roads/great-circle.ts'
import { distanceToRoad, pointAt, roadBetween } from '#server/demo/roads/road-map.ts'

const cityOf = (name: string): City => CITIES.find((city) => city.name === name) as City
const roadOf = (from: string, to: string) => roadBetween(cityOf(from), cityOf(to))
const milesOf = (from: string, to: string) => roadOf(from, to).miles
const pairs = CITIES.flatMap((from) => CITIES.filter((to) => to !== from).map((to) => [from, to] as const))
const anyCity = fc.constantFrom(...CITIES)
const anyRoad = fc
  .tuple(anyCity, anyCity)
  .filter(([from, to]) => from !== to)
  .map(([from, to]) => roadBetween(from, to))

/** Cities on two sides of a Great Lake: the road between them leads around it. */
const MICHIGAN = ['Detroit MI', 'Grand Rapids MI', 'Toledo OH', 'Buffalo NY']
const ACROSS = ['Milwaukee WI', 'Green Bay WI', 'Minneapolis MN']
const isRoundALake = (from: City, to: City) =>
  [
    [from.name, to.name],
    [to.name, from.name],
  ].some(([one = '', other = '']) => {
    const isRoundErie = one === 'Buffalo NY' && other === 'Detroit MI'
    return isRoundErie || (MICHIGAN.includes(one) && ACROSS.includes(other))
  })

describe('the road between two cities', () => {
  test('exists for every pair, with the same length in both directions', () => {
    for (const [from, to] of pairs) {
      expect(roadBetween(from, to).miles, `${from.name} – ${to.name}`).toBeCloseTo(roadBetween(to, from).miles, 6)
    }
    expect(pairs.every(([from, to]) => Number.isFinite(roadBetween(from, to).miles))).toBe(true)
  })

  test('is longer than the straight line, and beyond 100 miles by less than 45 percent unless it leads around a lake', () => {
    for (const [from, to] of pairs) {
      const ratio = roadBetween(from, to).miles / crowMiles(from, to)
      const lane = `${from.name} – ${to.name}: ${ratio}`
      expect(ratio, lane).toBeGreaterThan(1)
      if (crowMiles(from, to) > 100) expect(ratio < 1.45 || isRoundALake(from, to), lane).toBe(true)
    }
  })

  test('begins and ends in the cities, with increasing miles from town to town', () => {
    for (const [from, to] of pairs) {
      const { miles, points } = roadBetween(from, to)
      expect(points[0]).toMatchObject({ name: from.name, latitude: from.latitude, milesBefore: 0 })
      expect(points.at(-1)).toMatchObject({ name: to.name, longitude: to.longitude, milesBefore: miles })
      for (const [at, point] of points.entries()) {
        const before = points[at - 1]
        if (before) expect(point.milesBefore, point.name).toBeGreaterThan(before.milesBefore)
        expect(point.road, point.name).not.toBe('')
      }
    }
  })

  test('is within eight percent of the length in mileage tables', () => {
    // Miles of carriers' mileage tables. The road map must be within eight percent.
    // biome-ignore format: a table
    const lanes: readonly (readonly [string, string, number])[] = [
      ['Chicago IL', 'Dallas TX', 930], ['Ontario CA', 'Dallas TX', 1400], ['Chicago IL', 'Atlanta GA', 716],
      ['Newark NJ', 'Chicago IL', 785], ['Denver CO', 'Salt Lake City UT', 525], ['Laredo TX', 'Chicago IL', 1385],
      ['Kansas City MO', 'Denver CO', 604], ['Houston TX', 'San Antonio TX', 197], ['Memphis TN', 'Nashville TN', 212],
      ['Omaha NE', 'Salt Lake City UT', 930], ['Stockton CA', 'Salt Lake City UT', 690], ['Phoenix AZ', 'Ontario CA', 335],
      ['Atlanta GA', 'Savannah GA', 248], ['El Paso TX', 'Houston TX', 746], ['Charlotte NC', 'Newark NJ', 620],
    ]
    for (const [from, to, known] of lanes) {
      expect(Math.abs(milesOf(from, to) / known - 1), `${from} – ${to}: ${milesOf(from, to)}`).toBeLessThan(0.08)
    }
  })

  test('names the roads that it follows', () => {
    const roads = (from: string, to: string) => [...new Set(roadOf(from, to).points.map(({ road }) => road))]
    expect(roads('Omaha NE', 'Salt Lake City UT')).toEqual(['I-80'])
    expect(roads('Effingham IL', 'Memphis TN')).toEqual(['I-57', 'I-55'])
    expect(roadOf('Laredo TX', 'Dallas TX').points.map(({ name }) => name)).toContain('Austin TX')
  })

  test('is computed once', () => {
    expect(roadOf('Joliet IL', 'Omaha NE')).toBe(roadOf('Joliet IL', 'Omaha NE'))
  })
})

describe('a place off the roads', () => {
  const yard: Place = { latitude: 41.2, longitude: -88.3 }

  test('is connected to the network at both ends of a trip', () => {
    const there = roadBetween(cityOf('Omaha NE'), yard)
    const back = roadBetween(yard, cityOf('Omaha NE'))
    expect(there.miles).toBeCloseTo(back.miles, 6)
    expect(back.points[0]).toMatchObject({ ...yard, milesBefore: 0, road: '' })
    expect(there.points.at(-1)).toMatchObject({ ...yard, milesBefore: there.miles, road: '' })
    expect(there.points.at(-2)).toMatchObject({ road: '' })
  })

  test('can be reached from any place, and from itself in zero miles', () => {
    const desert = { latitude: 43.4, longitude: -118.2 }
    expect(roadBetween(cityOf('Omaha NE'), desert).miles).toBeGreaterThan(crowMiles(cityOf('Omaha NE'), desert))
    expect(roadBetween(cityOf('Omaha NE'), cityOf('Omaha NE'))).toMatchObject({
      miles: 0,
      points: [{ name: 'Omaha NE' }],
    })
  })
})

describe('a truck on its road', () => {
  test('is always on the road, and moves no farther than it drives', () => {
    fc.assert(
      fc.property(
        anyRoad,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 30 }),
        (road, share, on) => {
          const [here, there] = [pointAt(road, road.miles * share), pointAt(road, road.miles * share + on)]
          expect(distanceToRoad(road, here)).toBeLessThan(0.01)
          // A straight line on the map is not quite the shortest line on the earth.
          expect(crowMiles(here, there)).toBeLessThanOrEqual(on * 1.001 + 0.01)
          expect(here.bearing >= 0 && here.bearing < 360).toBe(true)
        },
      ),
    )
  })

  test('stays at the nearer end before the start and past the end', () => {
    const road = roadOf('Omaha NE', 'Denver CO')
    expect(pointAt(road, -5)).toMatchObject({ latitude: 41.26, longitude: -95.94, near: 'Omaha NE', road: 'I-80' })
    expect(pointAt(road, road.miles + 5)).toMatchObject({
      latitude: 39.74,
      longitude: -104.99,
      near: 'Denver CO',
      road: 'I-76',
    })
    expect(pointAt(roadBetween(cityOf('Omaha NE'), cityOf('Omaha NE')), 3)).toMatchObject({
      near: 'Omaha NE',
      road: '',
    })
  })

  test('faces the way it drives: west from Omaha to Denver, east from Denver to Omaha', () => {
    expect(Math.abs(pointAt(roadOf('Omaha NE', 'Denver CO'), 150).bearing - 270)).toBeLessThan(25)
    expect(Math.abs(pointAt(roadOf('Denver CO', 'Omaha NE'), 400).bearing - 90)).toBeLessThan(35)
  })

  test('names the nearer town', () => {
    const road = roadOf('Omaha NE', 'Denver CO')
    const milesTo = (town: string) => road.points.find(({ name }) => name === town)?.milesBefore ?? 0
    const [platte, ogallala] = [milesTo('North Platte NE'), milesTo('Ogallala NE')]
    const halfway = (platte + ogallala) / 2
    expect([platte - 3, platte + 3, halfway - 1, halfway + 1].map((miles) => pointAt(road, miles).near)).toEqual([
      'North Platte NE',
      'North Platte NE',
      'North Platte NE',
      'Ogallala NE',
    ])
  })

  test('off its road is as far from it as the straight line to it', () => {
    const road = roadOf('Omaha NE', 'Denver CO')
    expect(distanceToRoad(road, cityOf('Omaha NE'))).toBe(0)
    expect(distanceToRoad(road, { latitude: 41.26, longitude: -93.94 })).toBeCloseTo(
      crowMiles({ latitude: 41.26, longitude: -93.94 }, cityOf('Omaha NE')),
      6,
    )
  })
})
