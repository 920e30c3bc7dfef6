import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { motiveTelematics } from '#server/providers/telematics/motive/motive-telematics.ts'
import { type FakeMotive, fakeMotive } from '#tests/support/yard/fake-motive.ts'
import { HASTE, responding } from '#tests/support/yard/fake-vendor.ts'
import {
  aFix,
  aListedAsset,
  aListedVehicle,
  aLocatedAsset,
  aLocatedVehicle,
  anAssetFix,
} from '#tests/support/yard/motive-records.ts'

const NOW = new Date('2026-11-21T18:00:00Z')
const { signal } = new AbortController()

let motive: FakeMotive
const source = () => motiveTelematics(motive.access, HASTE, () => NOW)
const vehicles = () => source().vehicles(signal)
const numbers = async () => (await vehicles()).rows.map(({ number }) => number)
beforeEach(async () => {
  motive = await fakeMotive()
})
afterEach(() => motive.close())

test('the Motive source is not simulated and is polled every 30 seconds', () => {
  expect(source()).toMatchObject({ vendor: 'motive', isSimulated: false, pollMs: 30_000 })
})

describe('a request', () => {
  test('carries the key only in its header, and asks for miles and Central time', async () => {
    await vehicles()
    await source().assets(signal)
    expect(motive.requests.toSorted()).toEqual([
      '/v1/asset_locations?per_page=100&page_no=1',
      '/v1/assets?per_page=100&page_no=1',
      '/v1/vehicles?per_page=100&page_no=1',
      '/v2/vehicle_locations?per_page=100&page_no=1',
    ])
    for (const headers of motive.headers) {
      expect(headers).toMatchObject({
        'x-api-key': motive.access.apiKey,
        'x-time-zone': 'Central Time (US & Canada)',
        'x-metric-units': 'false',
        accept: 'application/json',
      })
    }
    expect(motive.requests.join()).not.toContain(motive.access.apiKey)
  })
})

describe('a vehicle', () => {
  test('gets its plates and drivers from one list and its location from the other', async () => {
    const permanent_driver = { id: 9_000_002, first_name: 'Ann', last_name: 'Lake', status: 'active' }
    motive.data.vehicles = [aListedVehicle(8_000_001, { permanent_driver })]
    motive.data.locations = [aLocatedVehicle(8_000_001)]
    expect(await vehicles()).toEqual({
      rows: [
        {
          id: 8_000_001,
          number: '8000001',
          make: 'Kenworth',
          model: 'T680',
          vin: '1XKYD49X0LJ000001',
          license_plate_state: 'IL',
          license_plate_number: 'P8000001',
          permanent_driver: { id: 9_000_002, first_name: 'Ann', last_name: 'Lake' },
          current_driver: { id: 9_000_001, first_name: 'Sam', last_name: 'Field' },
          current_location: {
            located_at: '2026-11-21T17:58:00.000Z',
            lat: 41.525,
            lon: -88.081,
            speed: 61.2,
            bearing: 90.5,
            type: 'breadcrumb',
            description: '1.2 mi SE of Joliet, IL',
            odometer: 410_000.5,
            engine_hours: 9000.25,
            fuel_primary_remaining_percentage: 63.5,
          },
        },
      ],
      skipped: 0,
      isPartial: false,
    })
  })

  test('that is in only one of the lists is returned with what that list contains', async () => {
    motive.data.vehicles = [aListedVehicle(1)]
    motive.data.locations = [aLocatedVehicle(2)]
    const { rows, skipped } = await vehicles()
    expect(rows.map(({ number, license_plate_number }) => [number, license_plate_number])).toEqual([
      ['1', 'P1'],
      ['2', ''],
    ])
    expect(rows.map((row) => row.current_location?.lat ?? null)).toEqual([null, 41.525])
    expect(skipped).toBe(0)
  })

  test('is accepted under other wrapper names, or without a wrapper', async () => {
    motive.data.locations = [aLocatedVehicle(1)]
    motive.data.locationNames = ['vehicle_locations', 'vehicle_location']
    expect(await numbers()).toEqual(['1'])
    motive.trouble('/v2/vehicle_locations', responding({ vehicles: [aLocatedVehicle(2)] }))
    expect(await numbers()).toEqual(['2'])
  })

  test('that is parked for long is returned; a deactivated one is neither returned nor counted as skipped', async () => {
    motive.data.vehicles = ['active', 'inactive', 'deactivated', 'in_storage'].map((status, id) =>
      aListedVehicle(id + 1, { status }),
    )
    motive.data.locations = [
      aLocatedVehicle(3, aFix({ lat: 0, lon: 0 })),
      aLocatedVehicle(5, null, { status: 'deactivated' }),
    ]
    expect(await numbers()).toEqual(['1', '2', '4'])
    expect((await vehicles()).skipped).toBe(0)
  })

  test('without a current driver has none, even if the vehicle list still names one', async () => {
    motive.data.vehicles = [aListedVehicle(1), aListedVehicle(2)]
    motive.data.locations = [
      aLocatedVehicle(1, aFix(), { current_driver: null }),
      aLocatedVehicle(2, aFix(), { current_driver: undefined }),
    ]
    const { rows } = await vehicles()
    expect(rows.map((row) => row.current_driver?.last_name ?? null)).toEqual([null, 'Field'])
  })

  test('without a valid id is left out and counted', async () => {
    motive.data.vehicles = [null, 'truck', aListedVehicle(0), aListedVehicle(-4), { number: '7' }, aListedVehicle(1)]
    motive.data.locations = [[], aLocatedVehicle(1), { id: 'seven' }]
    const { rows, skipped } = await vehicles()
    expect(rows.map(({ id }) => id)).toEqual([1])
    expect(skipped).toBe(7)
  })

  test('that was never located has no location; an invalid location is dropped and counted', async () => {
    motive.data.locations = [
      aLocatedVehicle(1, null),
      aLocatedVehicle(2, null, { current_location: undefined }),
      aLocatedVehicle(3, aFix({ lat: null, lon: null })),
      aLocatedVehicle(4, aFix({ lat: 0, lon: 0 })),
      aLocatedVehicle(5, aFix({ lat: 91 })),
      aLocatedVehicle(6, aFix({ lon: -181 })),
      aLocatedVehicle(7, aFix({ located_at: '2026-11-21T18:05:01Z' })),
      aLocatedVehicle(8, aFix({ located_at: 'today' })),
      aLocatedVehicle(9, 'Joliet, IL'),
      aLocatedVehicle(10, aFix({ located_at: '2026-11-21T18:05:00Z' })),
    ]
    const { rows, skipped } = await vehicles()
    expect(rows).toHaveLength(10)
    expect(rows.filter((row) => row.current_location !== null).map(({ id }) => id)).toEqual([10])
    expect(skipped).toBe(6)
  })
})

describe('pages', () => {
  const fleet = Array.from({ length: 250 }, (_, n) => aListedVehicle(n + 1))
  const pagesOf = (path: string) =>
    motive.requests.filter((one) => one.startsWith(path)).map((one) => Number(/page_no=(\d+)/.exec(one)?.[1]))

  test('are requested up to the reported total, and no further', async () => {
    motive.data.vehicles = fleet
    motive.data.locations = fleet.map(({ id }) => aLocatedVehicle(id))
    const { rows } = await vehicles()
    expect(rows).toHaveLength(250)
    expect(rows.every((row) => row.current_location && row.license_plate_number)).toBe(true)
    expect(pagesOf('/v1/vehicles').toSorted()).toEqual([1, 2, 3])
    expect(pagesOf('/v2/vehicle_locations').toSorted()).toEqual([1, 2, 3])
  })

  test('are all requested if they are smaller than requested', async () => {
    motive.data.vehicles = fleet.slice(0, 90)
    motive.data.maxPerPage = 25
    expect(await numbers()).toHaveLength(90)
    expect(pagesOf('/v1/vehicles').toSorted()).toEqual([1, 2, 3, 4])
  })

  test('of a list without a total are requested until one is empty', async () => {
    motive.data.vehicles = fleet
    motive.data.includesTotal = false
    expect(await numbers()).toHaveLength(250)
    expect(pagesOf('/v1/vehicles')).toEqual([1, 2, 3, 4])
    expect(pagesOf('/v2/vehicle_locations')).toEqual([1])
  })

  test('end at a page that the vendor answers with 404', async () => {
    const full = responding({ vehicles: [aLocatedVehicle(1)] })
    motive.trouble('/v2/vehicle_locations', full, responding({ error_message: 'not found' }, 404))
    expect(await numbers()).toEqual(['1'])
  })

  test('that repeat end the list', async () => {
    motive.trouble('/v2/vehicle_locations', responding({ vehicles: [aLocatedVehicle(1), aLocatedVehicle(2)] }))
    expect(await numbers()).toEqual(['1', '2'])
    expect(pagesOf('/v2/vehicle_locations')).toEqual([1, 2])
  })

  test('beyond the limit are refused, with or without a reported total', async () => {
    const pagination = { per_page: 100, page_no: 1, total: 1_000_000_000 }
    motive.trouble('/v2/vehicle_locations', responding({ vehicles: [aLocatedVehicle(1)], pagination }))
    await expect(vehicles()).rejects.toThrow('The vendor’s pages do not end.')
    expect(pagesOf('/v2/vehicle_locations')).toEqual([1])
    motive.heal()
    let last = 0
    motive.trouble('/v2/vehicle_locations', (request, answer) =>
      responding({ vehicles: [aLocatedVehicle(++last)] })(request, answer),
    )
    await expect(vehicles()).rejects.toThrow('The vendor’s pages do not end.')
    expect(last).toBe(HASTE.mostPages)
  })

  test('that repeat a vehicle yield it once', async () => {
    const pagination = { per_page: 2, page_no: 1, total: 3 }
    const page = (...ids: number[]) => responding({ vehicles: ids.map((id) => aLocatedVehicle(id)), pagination })
    motive.trouble('/v2/vehicle_locations', page(1, 2), page(2))
    expect(await numbers()).toEqual(['1', '2'])
  })
})

describe('an asset', () => {
  const assets = () => source().assets(signal)

  test('gets its make from one list and its location from the other', async () => {
    motive.data.assets = [aListedAsset(10), aListedAsset(11, { status: 'deactivated' })]
    const fix = { bearing: 181.5, battery_capacity: 82, mode: 'unpowered', unpowered_mode_update_frequency: 720 }
    motive.data.assetLocations = [aLocatedAsset(10, anAssetFix(fix)), aLocatedAsset(12, null)]
    const { rows, skipped } = await assets()
    expect(rows[0]).toEqual({
      id: 10,
      name: 'T10',
      make: 'Wabash',
      model: 'DuraPlate',
      type: 'dry_van',
      vin: '1JJV532D0KL000001',
      status: 'active',
      last_location: {
        located_at: '2026-11-21T12:00:00.000Z',
        lat: 41.86,
        lon: -87.65,
        moving: false,
        bearing: 181.5,
        battery_capacity: 82,
        mode: 'unpowered',
        formatted_address: '103 Synthetic St, Chicago, IL',
        unpowered_mode_update_frequency: 720,
      },
    })
    expect(rows.slice(1).map(({ id, status, make, last_location }) => [id, status, make, last_location])).toEqual([
      [11, 'deactivated', 'Wabash', null],
      [12, '', '', null],
    ])
    expect(skipped).toBe(0)
  })

  test('is located by any of the fields known to contain a location', async () => {
    const fix = anAssetFix({ formatted_address: 'Gary, IN', moving: true })
    motive.data.assetLocations = [
      { id: 1, asset_gateway: { current_location: fix, battery_capacity: 40, mode: 'powered' } },
      { id: 2, asset_gateway: { last_location: null }, current_location: fix },
      { id: 3, last_location: fix },
      { id: 4, asset_gateway: null },
    ]
    const { rows } = await assets()
    expect(rows.map((row) => row.last_location?.formatted_address ?? null)).toEqual([
      'Gary, IN',
      'Gary, IN',
      'Gary, IN',
      null,
    ])
    expect(rows[0]?.last_location).toMatchObject({ moving: true, battery_capacity: 40, mode: 'powered', bearing: null })
  })

  test('with an invalid location is returned without it, and counted like a row that is not an asset', async () => {
    motive.data.assetLocations = [aLocatedAsset(1, anAssetFix({ lat: 0, lon: 0 })), { name: 'T2' }]
    const { rows, skipped } = await assets()
    expect(rows.map(({ id, last_location }) => [id, last_location])).toEqual([[1, null]])
    expect(skipped).toBe(2)
  })
})

describe('when one of the two lists fails', () => {
  test.each([
    ['is not allowed', responding({}, 403)],
    ['is down', responding('', 500)],
    ['is not a list', responding({ vehicles: {} })],
  ])('and the one with plates %s, locations are returned with their own fields', async (_name, play) => {
    motive.data.locations = [aLocatedVehicle(1)]
    motive.data.assetLocations = [aLocatedAsset(2)]
    motive.trouble('/v1/vehicles', play)
    motive.trouble('/v1/assets', play)
    expect((await vehicles()).rows).toMatchObject([{ number: '1', license_plate_number: '', current_location: {} }])
    expect((await source().assets(signal)).rows).toMatchObject([{ name: 'T2', make: '', last_location: {} }])
  })

  test('and it is the one with locations, the whole request fails', async () => {
    motive.trouble('/v2/vehicle_locations', responding({ error_message: 'not found' }, 404))
    await expect(vehicles()).rejects.toThrow('The vendor refused the question (404).')
    motive.heal()
    motive.data.vehicles = [aListedVehicle(1)]
    motive.trouble('/v2/vehicle_locations', responding('', 500))
    motive.trouble('/v1/asset_locations', responding('', 502))
    await expect(vehicles()).rejects.toThrow('The vendor answered 500, also when asked again.')
    await expect(source().assets(signal)).rejects.toThrow('The vendor answered 502, also when asked again.')
  })
})
