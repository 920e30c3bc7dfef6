import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBasemap } from '#src/map/basemap/basemap.ts'
import { encodeLine } from '#src/map/basemap/encoded-basemap.ts'
import { type LabelWish, labelWishes } from '#src/map/basemap/label-wishes.ts'
import { touches } from '#src/map/basemap/map-line.ts'
import { type PlacedLabel, placing } from '#src/map/basemap/placed-labels.ts'

function placedLabels(...args: Parameters<typeof placing>): readonly PlacedLabel[] {
  const steps = placing(...args)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

const widthOf = (text: string) => text.length * 6
const wish = (text: string, x: number, y: number, kind: LabelWish['kind'] = 'city'): LabelWish => ({ text, kind, x, y })
const anyWish = fc.record({
  text: fc.string({ minLength: 1, maxLength: 14 }),
  kind: fc.constantFrom('city' as const, 'town' as const, 'state' as const, 'shield' as const),
  x: fc.integer({ min: 0, max: 2000 }),
  y: fc.integer({ min: 0, max: 2000 }),
})

/** Omaha (a major city) and Lincoln (a town) on I-80, with I-680 and US-75 nearby. */
const basemap = decodeBasemap({
  land: [],
  borders: [],
  places: {
    names: ['Lincoln NE', 'Omaha NE', 'St. Louis MO'],
    at: encodeLine([
      { latitude: 40.8, longitude: -96.67 },
      { latitude: 41.26, longitude: -95.94 },
      { latitude: 38.63, longitude: -90.2 },
    ]),
  },
  ranked: [[1, 2], [], []],
  roads: [
    ['I-80', [0, 1]],
    ['I-680', [1, 0]],
    ['US-75', [1, 2]],
  ],
  states: { codes: ['NE'], at: encodeLine([{ latitude: 41.5, longitude: -99.8 }]) },
})
const wishedTexts = (zoom: number) => labelWishes(basemap, zoom, 256 * 2 ** zoom).map(({ text }) => text)

describe('labels that have room', () => {
  test('overlap no other label', () => {
    fc.assert(
      fc.property(fc.array(anyWish, { maxLength: 60 }), (wishes) => {
        const placed = placedLabels(wishes, widthOf)
        for (const [at, one] of placed.entries()) {
          expect(placed.slice(at + 1).filter((other) => touches(one.box, other.box))).toEqual([])
        }
      }),
    )
  })

  test('are placed in order: later wishes never move an earlier label', () => {
    fc.assert(
      fc.property(fc.array(anyWish, { maxLength: 30 }), fc.array(anyWish, { maxLength: 30 }), (first, later) => {
        const alone = placedLabels(first, widthOf)
        expect(placedLabels([...first, ...later], widthOf).slice(0, alone.length)).toEqual(alone)
      }),
    )
  })

  test('are right of their dot, otherwise left of it, otherwise omitted', () => {
    const placed = placedLabels([wish('Omaha', 100, 100), wish('Lincoln', 98, 102), wish('York', 101, 98)], widthOf)
    expect(placed.map(({ text, textX }) => [text, textX])).toEqual([['Omaha', 106]])
    const apart = placedLabels([wish('Omaha', 100, 100), wish('Lincoln', 80, 102)], widthOf)
    expect(apart.map(({ textX }) => textX)).toEqual([106, 80 - 6 - 42])
  })

  test('of states and roads are centered on their point', () => {
    const [state] = placedLabels([wish('NE', 100, 100, 'state')], widthOf)
    expect(state).toMatchObject({ textX: 94 })
    expect([state?.box.left, state?.box.right].map((x) => Math.abs((x ?? 0) - 100))).toEqual([10, 10])
  })
})

describe('wished labels', () => {
  test('are more at a closer zoom, the most important first', () => {
    expect(wishedTexts(2)).toEqual([])
    expect(wishedTexts(4)).toEqual(['Omaha', 'St. Louis', 'NE'])
    expect(wishedTexts(7)).not.toContain('NE')
    expect(wishedTexts(7)).not.toContain('Lincoln')
    expect(wishedTexts(8).slice(0, 2)).toEqual(['Omaha', 'St. Louis'])
    expect(wishedTexts(8).at(-1)).toBe('Lincoln')
  })

  test('of a road are its shields; spurs and highways get theirs only at a closer zoom', () => {
    expect(new Set(wishedTexts(7))).toEqual(new Set(['Omaha', 'St. Louis']))
    expect(new Set(wishedTexts(8))).toEqual(new Set(['Omaha', 'St. Louis', 'US-75', 'Lincoln']))
    expect(wishedTexts(9)).toEqual(expect.arrayContaining(['I-80', 'I-680', 'US-75']))
  })

  test('of a road are repeated along it, and keep their distance on the road above a zoom limit', () => {
    const shields = (zoom: number) => wishedTexts(zoom).filter((text) => text === 'US-75').length
    expect(shields(11)).toBeGreaterThan(shields(9))
    expect(shields(14)).toBe(shields(12))
  })
})
