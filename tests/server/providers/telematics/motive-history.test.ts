import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { motiveTelematics } from '#server/providers/telematics/motive/motive-telematics.ts'
import { type FakeMotive, fakeMotive } from '#tests/support/yard/fake-motive.ts'
import { HASTE, responding } from '#tests/support/yard/fake-vendor.ts'
import { aFix, anAssetFix } from '#tests/support/yard/motive-records.ts'

const NOW = new Date('2026-11-21T18:00:00Z')
const { signal } = new AbortController()

let motive: FakeMotive
beforeEach(async () => {
  motive = await fakeMotive()
})
afterEach(() => motive.close())

const source = () => motiveTelematics(motive.access, HASTE, () => NOW)
const vehicleHistory = (first: string, last: string, vehicle = 7) =>
  source().vehicleHistory(vehicle, { first, last, signal })
const assetHistory = (first: string, last: string, asset = 8) => source().assetHistory(asset, { first, last, signal })
const fixesAt = (...instants: string[]) => instants.map((located_at) => aFix({ located_at }))
const instants = (history: { readonly rows: readonly { readonly located_at: string }[] }) =>
  history.rows.map(({ located_at }) => located_at.replace(':00.000Z', ''))

describe('the location history of a vehicle', () => {
  test('is sorted by time and contains each instant once', async () => {
    const fixes = fixesAt(
      '2026-11-20T18:00:00Z',
      '2026-11-20T16:00:00Z',
      '2026-11-20T17:00:00Z',
      '2026-11-20T16:00:00Z',
    )
    motive.data.histories = new Map([[7, fixes]])
    const history = await vehicleHistory('2026-11-20', '2026-11-20')
    expect(instants(history)).toEqual(['2026-11-20T16:00', '2026-11-20T17:00', '2026-11-20T18:00'])
    expect(history.rows[0]).toMatchObject({ lat: 41.525, speed: 61.2, type: 'breadcrumb', odometer: 410_000.5 })
    expect(history.skipped).toBe(0)
    expect(motive.requests).toEqual(['/v3/vehicle_locations/7?start_date=2026-11-20&end_date=2026-11-21'])
  })

  test('is requested in ranges that the vendor accepts and returned as one list', async () => {
    motive.data.histories = new Map([
      [7, fixesAt('2026-11-20T18:00:00Z', '2026-01-01T18:00:00Z', '2026-06-15T18:00:00Z', '2025-12-31T18:00:00Z')],
    ])
    const history = await vehicleHistory('2026-01-01', '2026-11-20')
    expect(instants(history)).toEqual(['2026-01-01T18:00', '2026-06-15T18:00', '2026-11-20T18:00'])
    expect(motive.requests).toHaveLength(11)
    expect(motive.requests.toSorted()[0]).toBe('/v3/vehicle_locations/7?start_date=2026-01-01&end_date=2026-01-30')
  })

  test('contains only the requested company days', async () => {
    motive.data.histories = new Map([
      [7, fixesAt('2026-11-19T05:59:00Z', '2026-11-19T06:00:00Z', '2026-11-20T05:59:00Z', '2026-11-20T06:00:00Z')],
    ])
    expect(instants(await vehicleHistory('2026-11-19', '2026-11-19'))).toEqual(['2026-11-19T06:00', '2026-11-20T05:59'])
  })

  test('leaves out unreadable rows and counts them', async () => {
    const bad = [{ lat: 0, lon: 0 }, { lat: null, lon: null }, { located_at: null }, { lat: 120 }]
    const rows = bad.map((rest) => ({ vehicle_location: aFix(rest) }))
    const good = { vehicle_location: aFix({ located_at: '2026-11-20T17:00:00Z' }) }
    motive.trouble('/v3', responding({ vehicle_locations: [null, 7, ...rows, good] }))
    const history = await vehicleHistory('2026-11-20', '2026-11-20')
    expect(instants(history)).toEqual(['2026-11-20T17:00'])
    expect(history.skipped).toBe(6)
  })

  test('is empty for a vehicle or an asset that the vendor does not know', async () => {
    expect(await vehicleHistory('2026-08-01', '2026-11-20', 404)).toEqual({ rows: [], skipped: 0 })
    expect(await assetHistory('2026-08-01', '2026-11-20', 404)).toEqual({ rows: [], skipped: 0 })
  })

  test('is never partial: it fails if one of its ranges fails', async () => {
    motive.data.histories = new Map([[7, fixesAt('2026-11-20T18:00:00Z')]])
    motive.trouble('/v3', responding({ vehicle_locations: [] }), responding('', 500))
    await expect(vehicleHistory('2026-08-01', '2026-11-20')).rejects.toThrow(
      'The vendor answered 500, also when asked again.',
    )
  })
})

describe('the location history of an asset', () => {
  const crumbs = (...instants: string[]) =>
    instants.map((located_at) => anAssetFix({ located_at, moving: true, bearing: 12 }))

  test('is requested with the parameter names for assets and sorted by time', async () => {
    motive.data.trails = new Map([[8, crumbs('2026-11-20T18:00:00Z', '2026-11-20T06:00:00Z')]])
    const trail = await assetHistory('2026-11-20', '2026-11-20')
    expect(trail).toEqual({
      rows: ['06', '18'].map((hour) => ({
        located_at: `2026-11-20T${hour}:00:00.000Z`,
        lat: 41.86,
        lon: -87.65,
        moving: true,
        bearing: 12,
        battery_capacity: null,
        mode: null,
        formatted_address: '103 Synthetic St, Chicago, IL',
        unpowered_mode_update_frequency: null,
      })),
      skipped: 0,
    })
    expect(motive.requests[0]).toBe(
      '/v1/asset_locations/8?start_time=2026-11-20&end_time=2026-11-21&per_page=100&page_no=1',
    )
  })

  test('is complete whether or not the vendor splits it into pages', async () => {
    const many = crumbs(
      ...Array.from({ length: 250 }, (_, n) => new Date(1_795_000_000_000 + n * 60_000).toISOString()),
    )
    motive.data.trails = new Map([[8, many]])
    expect((await assetHistory('2026-11-17', '2026-11-20')).rows).toHaveLength(250)
    expect(motive.requests).toHaveLength(1)
    const page = (from: number) => responding({ breadcrumbs: many.slice(from, from + 100), pagination: { total: 250 } })
    motive.trouble('/v1/asset_locations', (request, answer) => {
      const pageNo = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page_no'))
      page((pageNo - 1) * 100)(request, answer)
    })
    expect((await assetHistory('2026-11-17', '2026-11-20')).rows).toHaveLength(250)
    expect(motive.requests).toHaveLength(4)
  })

  test('leaves out unreadable rows and counts them', async () => {
    motive.trouble(
      '/v1',
      responding({
        breadcrumbs: [...crumbs('2026-11-20T18:00:00Z'), anAssetFix({ lat: 'north' })],
        pagination: { total: 2 },
      }),
    )
    const trail = await assetHistory('2026-11-20', '2026-11-20')
    expect([trail.rows.length, trail.skipped]).toEqual([1, 1])
  })
})
