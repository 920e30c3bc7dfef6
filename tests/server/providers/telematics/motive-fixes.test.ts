import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assetFixOf, vehicleFixOf } from '#server/providers/telematics/motive/motive-fix.ts'
import { aFix, anAssetFix } from '#tests/support/yard/motive-records.ts'

const NOW = new Date('2026-11-21T18:00:00Z')
const fixOf = (rest: object) => vehicleFixOf(aFix(rest), NOW)

test('the engine’s own counters take precedence over values continued from a typed reading', () => {
  const both = { odometer: 1000, true_odometer: 123_456.789, engine_hours: 10, true_engine_hours: 9876.54 }
  expect(fixOf(both)).toMatchObject({ odometer: 123_456.789, engine_hours: 9876.54 })
  expect(fixOf({ ...both, true_odometer: null, true_engine_hours: null })).toMatchObject({
    odometer: 1000,
    engine_hours: 10,
  })
})

test.each([
  ['speed', [-1, 201, 'fast', null, Number.NaN], [0, 200, 61.2]],
  ['odometer', [-1, 10_000_001, null], [0, 10_000_000]],
  ['fuel_primary_remaining_percentage', [-0.1, 100.1, 54_321, null], [0, 100]],
  ['engine_hours', [-1, 1e9, null], [0, 9876.54]],
] as const)('an impossible %s becomes null, and the rest of the fix is kept', (name, unknown, known) => {
  for (const value of unknown) expect(fixOf({ [name]: value })).toMatchObject({ [name]: null, lat: 41.525 })
  for (const value of known) expect(fixOf({ [name]: value })).toMatchObject({ [name]: value })
})

test.each([
  [0, 0],
  [359.9, 359.9],
  [360, 0],
  [450, 90],
  [-90, 270],
  [null, null],
  ['N', null],
])('the bearing %o is read as %o', (told, bearing) => {
  expect(fixOf({ bearing: told })?.bearing).toBe(bearing)
})

test('unknown types are kept; descriptions are cut and lose characters that cannot be stored', () => {
  expect(fixOf({ type: 'teleported' })?.type).toBe('teleported')
  expect(fixOf({ type: null })?.type).toBeNull()
  expect(fixOf({ type: '' })?.type).toBeNull()
  expect(fixOf({ description: 'Jol\0iet'.repeat(100) })?.description).toBe('Joliet'.repeat(100).slice(0, 200))
  expect(fixOf({ description: null })?.description).toBe('')
})

test('an instant with a time offset is converted to UTC', () => {
  expect(fixOf({ located_at: '2026-11-21T11:58:00-06:00' })?.located_at).toBe('2026-11-21T17:58:00.000Z')
})

test('any input becomes either null or a fix that is on Earth, not in the future, and plausible', () => {
  const wild = fc.oneof(fc.double(), fc.integer(), fc.string(), fc.constant(null), fc.jsonValue())
  const near = (least: number, most: number) => fc.oneof(fc.double({ min: least, max: most, noNaN: true }), wild)
  const row = fc.record(
    {
      located_at: fc.oneof(
        fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
        wild,
      ),
      lat: near(-95, 95),
      lon: near(-190, 190),
      speed: near(-10, 300),
      bearing: near(-800, 800),
      odometer: near(-10, 2e7),
      fuel_primary_remaining_percentage: near(-10, 110),
      type: wild,
      description: wild,
      moving: wild,
      battery_capacity: near(-10, 110),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(row, (row) => {
      for (const fix of [vehicleFixOf(row, NOW), assetFixOf(row, NOW)]) {
        if (fix === null) continue
        expect(Math.abs(fix.lat)).toBeLessThanOrEqual(90)
        expect(Math.abs(fix.lon)).toBeLessThanOrEqual(180)
        expect(Math.abs(fix.lat) + Math.abs(fix.lon)).toBeGreaterThan(0)
        expect(Date.parse(fix.located_at)).toBeLessThanOrEqual(NOW.getTime() + 300_000)
        if (fix.bearing !== null) expect(fix.bearing >= 0 && fix.bearing < 360).toBe(true)
        if ('speed' in fix && fix.speed !== null) expect(fix.speed >= 0 && fix.speed <= 200).toBe(true)
        if ('mode' in fix && fix.battery_capacity !== null) expect(fix.battery_capacity).toBeLessThanOrEqual(100)
      }
    }),
  )
})

test('an asset’s gateway fills in values that the location lacks', () => {
  const gateway = { battery_capacity: 77, mode: 'unpowered', unpowered_mode_update_frequency: 720 }
  expect(assetFixOf(anAssetFix({ battery_capacity: 50 }), NOW, gateway)).toMatchObject({
    battery_capacity: 50,
    mode: 'unpowered',
    unpowered_mode_update_frequency: 720,
  })
  expect(assetFixOf(anAssetFix({ battery_capacity: 101 }), NOW)).toMatchObject({
    battery_capacity: null,
    mode: null,
    unpowered_mode_update_frequency: null,
  })
})
