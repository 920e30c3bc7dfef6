import { describe, expect, test } from 'vitest'
import { basemapData } from '#scripts/build/basemap-data.ts'
import { decodeBasemap } from '#src/map/basemap/basemap.ts'
import { BASEMAP_COLORS, type BasemapColors } from '#src/map/basemap/basemap-colors.ts'
import { loadBasemap } from '#src/map/basemap/load-basemap.ts'
import { worldPoint } from '#src/map/basemap/map-line.ts'

/** Relative luminance of `#rrggbb`, as defined by WCAG. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

describe('the basemap', () => {
  const basemap = decodeBasemap(basemapData())

  test('is the one that the build packaged', async () => {
    expect(await loadBasemap()).toEqual(basemap)
    expect(loadBasemap()).toBe(loadBasemap())
  })

  test('has its cities by rank, most important first, each once', () => {
    const ranks = basemap.cities.map(({ rank }) => rank)
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    expect(new Set(ranks)).toEqual(new Set([1, 2, 3, 4]))
    expect(basemap.cities[0]?.name).toBe('New York NY')
    expect(new Set(basemap.cities.map(({ name }) => name)).size).toBe(basemap.cities.length)
  })

  test('distinguishes interstates from their spurs and from other highways', () => {
    const kinds = new Map(basemap.roads.map(({ name, kind }) => [name, kind]))
    expect(['I-80', 'I-35W', 'I-280', 'US-59', 'NJ Turnpike'].map((name) => kinds.get(name))).toEqual([
      'interstate',
      'interstate',
      'spur',
      'highway',
      'highway',
    ])
  })

  test('uses the Web Mercator projection', () => {
    expect(worldPoint({ latitude: 0, longitude: 0 })).toEqual({ x: 0.5, y: 0.5 })
    expect(worldPoint({ latitude: 85.051_128_8, longitude: 180 }).y).toBeCloseTo(0, 6)
    // Denver is in tile 4/3/6 of web maps.
    const denver = worldPoint({ latitude: 39.74, longitude: -104.99 })
    expect([Math.floor(denver.x * 16), Math.floor(denver.y * 16)]).toEqual([3, 6])
  })
})

describe('the colors of the basemap', () => {
  test.each(Object.entries(BASEMAP_COLORS))('make every text readable: %s', (_scheme, colors) => {
    const words: readonly (readonly [keyof BasemapColors, keyof BasemapColors])[] = [
      ['city', 'land'],
      ['town', 'land'],
      ['state', 'land'],
      ['shieldText', 'shield'],
    ]
    for (const [word, ground] of words) {
      expect(contrast(colors[word], colors[ground]), `${word} on ${ground}`).toBeGreaterThan(4.5)
    }
  })

  test.each(Object.entries(BASEMAP_COLORS))('keep roads fainter than text: %s', (_scheme, colors) => {
    expect(contrast(colors.interstate, colors.land)).toBeLessThan(2.2)
    expect(contrast(colors.highway, colors.land)).toBeLessThan(contrast(colors.interstate, colors.land))
  })
})
