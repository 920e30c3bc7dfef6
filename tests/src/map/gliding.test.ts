import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Gliding } from '#src/map/gliding.ts'

const at = (lat: number, lon = -88) => [{ key: 'a', lat, lon }]

test('a moved vehicle glides to its new place within one update interval, and arrives', () => {
  const gliding = new Gliding(10_000)
  gliding.move(at(41), 0)
  gliding.move(at(41.1), 20_000)
  expect(gliding.at('a', 20_000)).toEqual({ lat: 41, lon: -88 })
  expect(gliding.at('a', 25_000)?.lat).toBeCloseTo(41.05, 9)
  expect(gliding.speed('a', 25_000)).toBeCloseTo(0.1 / 10_000, 12)
  expect([gliding.at('a', 30_000), gliding.speed('a', 30_000)]).toEqual([{ lat: 41.1, lon: -88 }, 0])
})

test('an update on the way redirects the glide from the shown place, and a repeated one changes nothing', () => {
  const gliding = new Gliding(10_000)
  gliding.move(at(41), 0)
  gliding.move(at(41.1), 0)
  gliding.move(at(41.1), 5_000)
  expect(gliding.at('a', 5_000)?.lat).toBeCloseTo(41.05, 9)
  gliding.move(at(41), 5_000)
  expect(gliding.at('a', 5_000)?.lat).toBeCloseTo(41.05, 9)
  expect(gliding.at('a', 10_000)?.lat).toBeCloseTo(41.025, 9)
})

test('a new or long lost vehicle jumps to its place; a removed one has none', () => {
  const gliding = new Gliding(10_000)
  gliding.move(at(41), 0)
  gliding.move(at(35), 0)
  expect(gliding.at('a', 0)).toEqual({ lat: 35, lon: -88 })
  gliding.move([{ key: 'b', lat: 1, lon: 1 }], 0)
  expect([gliding.at('a', 0), gliding.speed('a', 0), gliding.at('b', 0)]).toEqual([null, 0, { lat: 1, lon: 1 }])
})

test('no sequence of updates shows a vehicle outside the range of its reported places, and it always arrives', () => {
  const place = fc.double({ min: 40.9, max: 41, noNaN: true })
  fc.assert(
    fc.property(fc.array(fc.tuple(place, fc.integer({ min: 0, max: 15_000 })), { minLength: 1 }), (updates) => {
      const gliding = new Gliding(10_000)
      let now = 0
      for (const [lat, wait] of updates) {
        gliding.move(at(lat), now)
        now += wait
        const shown = gliding.at('a', now)?.lat ?? 0
        expect(shown).toBeGreaterThanOrEqual(40.9)
        expect(shown).toBeLessThanOrEqual(41)
      }
      expect(gliding.at('a', now + 10_000)?.lat).toBe(updates.at(-1)?.[0])
    }),
  )
})
