import { describe, expect, test } from 'vitest'
import { CITIES } from '#server/demo/roads/freight-map.ts'
import { bearingTo, crowMiles } from '#server/demo/roads/great-circle.ts'
import { EASTERN_PLACES } from '#server/demo/roads/places-east.ts'
import { WESTERN_PLACES } from '#server/demo/roads/places-west.ts'
import { CHAINS, placeNamed, roadNetwork } from '#server/demo/roads/road-network.ts'

const turn = (before: number, after: number) => {
  const degrees = Math.abs(after - before)
  return degrees > 180 ? 360 - degrees : degrees
}

describe('the roads of the map', () => {
  test('are within the lower 48 states', () => {
    for (const { name, latitude, longitude } of roadNetwork().places) {
      expect(latitude > 24.4 && latitude < 49.4 && longitude > -124.8 && longitude < -66.9, name).toBe(true)
    }
  })

  test('connect towns in short hops, without turns sharper than 105 degrees', () => {
    for (const { road, places } of CHAINS) {
      const points = places.map(placeNamed)
      for (const [at, point] of points.entries()) {
        const [before, after] = [points[at - 1], points[at + 1]]
        if (!after) continue
        const hop = `${road}: ${point.name} – ${after.name}`
        expect(crowMiles(point, after), hop).toBeGreaterThan(1)
        expect(crowMiles(point, after), hop).toBeLessThan(75)
        if (before) expect(turn(bearingTo(before, point), bearingTo(point, after)), hop).toBeLessThan(105)
      }
    }
  })

  test('name each place once, and pass through every named place', () => {
    const [west, east] = [Object.keys(WESTERN_PLACES), Object.keys(EASTERN_PLACES)]
    const cities = CITIES.map(({ name }) => name)
    const all = [...west, ...east, ...cities]
    expect(new Set(all).size).toBe(all.length)
    const passed = new Set(CHAINS.flatMap(({ places }) => places))
    expect(all.filter((name) => !passed.has(name))).toEqual([])
  })

  test('include the interstates', () => {
    const names = new Set(CHAINS.map(({ road }) => road))
    // biome-ignore format: a list to read across
    const numbers = [
      4, 5, 8, 10, 12, 15, 16, 17, 19, 20, 22, 24, 25, 26, 27, 29, 30, 35, 37, 39, 40, 41, 43, 44, 45, 49, 55, 57, 59, 64,
      65, 66, 68, 69, 70, 71, 72, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 93, 94, 95, 96,
    ]
    expect(numbers.filter((number) => !names.has(`I-${number}`))).toEqual([])
  })

  test('do not know a place off the roads, and the error names it', () => {
    expect(() => placeNamed('Atlantis FL')).toThrow('Atlantis FL')
  })
})
