import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { motiveTelematics } from '#server/providers/telematics/motive/motive-telematics.ts'
import { type FakeMotive, fakeMotive } from '#tests/support/yard/fake-motive.ts'
import { answering, HASTE } from '#tests/support/yard/fake-vendor.ts'
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

test('it is nobody’s invention, and worth asking twice a minute', () => {
  expect(source()).toMatchObject({ vendor: 'motive', isSimulated: false, pollMs: 30_000 })
})

describe('a question', () => {
  test('carries the key in its header and nowhere else, and asks for miles and the company’s time', async () => {
    await vehicles()
    await source().assets(signal)
    expect(motive.asked.toSorted()).toEqual([
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
    expect(motive.asked.join()).not.toContain(motive.access.apiKey)
  })
})

describe('a vehicle', () => {
  test('has its plates and drivers from one list and its location from the other', async () => {
    const permanent_driver = { id: 9_000_002, first_name: 'Ann', last_name: 'Lake', status: 'active' }
    motive.books.vehicles = [aListedVehicle(8_000_001, { permanent_driver })]
    motive.books.locations = [aLocatedVehicle(8_000_001)]
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

  test('of one list alone is told as far as it is known', async () => {
    motive.books.vehicles = [aListedVehicle(1)]
    motive.books.locations = [aLocatedVehicle(2)]
    const { rows, skipped } = await vehicles()
    expect(rows.map(({ number, license_plate_number }) => [number, license_plate_number])).toEqual([
      ['1', 'P1'],
      ['2', ''],
    ])
    expect(rows.map((row) => row.current_location?.lat ?? null)).toEqual([null, 41.525])
    expect(skipped).toBe(0)
  })

  test('may come in another wrapping, or in none', async () => {
    motive.books.locations = [aLocatedVehicle(1)]
    motive.books.locationNames = ['vehicle_locations', 'vehicle_location']
    expect(await numbers()).toEqual(['1'])
    motive.trouble('/v2/vehicle_locations', answering({ vehicles: [aLocatedVehicle(2)] }))
    expect(await numbers()).toEqual(['2'])
  })

  test('that is parked for long is told; one that left the company is not, nor what is wrong with it', async () => {
    motive.books.vehicles = ['active', 'inactive', 'deactivated', 'in_storage'].map((status, id) =>
      aListedVehicle(id + 1, { status }),
    )
    motive.books.locations = [
      aLocatedVehicle(3, aFix({ lat: 0, lon: 0 })),
      aLocatedVehicle(5, null, { status: 'deactivated' }),
    ]
    expect(await numbers()).toEqual(['1', '2', '4'])
    expect((await vehicles()).skipped).toBe(0)
  })

  test('that somebody got out of has no driver, whatever the slower list says', async () => {
    motive.books.vehicles = [aListedVehicle(1), aListedVehicle(2)]
    motive.books.locations = [
      aLocatedVehicle(1, aFix(), { current_driver: null }),
      aLocatedVehicle(2, aFix(), { current_driver: undefined }),
    ]
    const { rows } = await vehicles()
    expect(rows.map((row) => row.current_driver?.last_name ?? null)).toEqual([null, 'Field'])
  })

  test('without a number is none: it is left out and counted', async () => {
    motive.books.vehicles = [null, 'truck', aListedVehicle(0), aListedVehicle(-4), { number: '7' }, aListedVehicle(1)]
    motive.books.locations = [[], aLocatedVehicle(1), { id: 'seven' }]
    const { rows, skipped } = await vehicles()
    expect(rows.map(({ id }) => id)).toEqual([1])
    expect(skipped).toBe(7)
  })

  test('never located has no location; one that is nowhere has none either, and that is counted', async () => {
    motive.books.locations = [
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
    motive.asked.filter((one) => one.startsWith(path)).map((one) => Number(/page_no=(\d+)/.exec(one)?.[1]))

  test('are asked for as far as the total says, and no further', async () => {
    motive.books.vehicles = fleet
    motive.books.locations = fleet.map(({ id }) => aLocatedVehicle(id))
    const { rows } = await vehicles()
    expect(rows).toHaveLength(250)
    expect(rows.every((row) => row.current_location && row.license_plate_number)).toBe(true)
    expect(pagesOf('/v1/vehicles').toSorted()).toEqual([1, 2, 3])
    expect(pagesOf('/v2/vehicle_locations').toSorted()).toEqual([1, 2, 3])
  })

  test('smaller than they were asked to be are all asked for', async () => {
    motive.books.vehicles = fleet.slice(0, 90)
    motive.books.mostPerPage = 25
    expect(await numbers()).toHaveLength(90)
    expect(pagesOf('/v1/vehicles').toSorted()).toEqual([1, 2, 3, 4])
  })

  test('of a list whose total is not told go on until one is empty', async () => {
    motive.books.vehicles = fleet
    motive.books.tellsTotal = false
    expect(await numbers()).toHaveLength(250)
    expect(pagesOf('/v1/vehicles')).toEqual([1, 2, 3, 4])
    expect(pagesOf('/v2/vehicle_locations')).toEqual([1])
  })

  test('end also before one that is not there', async () => {
    const full = answering({ vehicles: [aLocatedVehicle(1)] })
    motive.trouble('/v2/vehicle_locations', full, answering({ error_message: 'not found' }, 404))
    expect(await numbers()).toEqual(['1'])
  })

  test('that come again end the list', async () => {
    motive.trouble('/v2/vehicle_locations', answering({ vehicles: [aLocatedVehicle(1), aLocatedVehicle(2)] }))
    expect(await numbers()).toEqual(['1', '2'])
    expect(pagesOf('/v2/vehicle_locations')).toEqual([1, 2])
  })

  test('of which there are more than there can be are given up, told or not', async () => {
    const pagination = { per_page: 100, page_no: 1, total: 1_000_000_000 }
    motive.trouble('/v2/vehicle_locations', answering({ vehicles: [aLocatedVehicle(1)], pagination }))
    await expect(vehicles()).rejects.toThrow('The vendor’s pages do not end.')
    expect(pagesOf('/v2/vehicle_locations')).toEqual([1])
    motive.heal()
    let last = 0
    motive.trouble('/v2/vehicle_locations', (request, answer) =>
      answering({ vehicles: [aLocatedVehicle(++last)] })(request, answer),
    )
    await expect(vehicles()).rejects.toThrow('The vendor’s pages do not end.')
    expect(last).toBe(HASTE.mostPages)
  })

  test('between which a vehicle moves on tell of it once', async () => {
    const pagination = { per_page: 2, page_no: 1, total: 3 }
    const page = (...ids: number[]) => answering({ vehicles: ids.map((id) => aLocatedVehicle(id)), pagination })
    motive.trouble('/v2/vehicle_locations', page(1, 2), page(2))
    expect(await numbers()).toEqual(['1', '2'])
  })
})

describe('an asset', () => {
  const assets = () => source().assets(signal)

  test('has its make from one list and its location from the other', async () => {
    motive.books.assets = [aListedAsset(10), aListedAsset(11, { status: 'deactivated' })]
    const told = { bearing: 181.5, battery_capacity: 82, mode: 'unpowered', unpowered_mode_update_frequency: 720 }
    motive.books.assetLocations = [aLocatedAsset(10, anAssetFix(told)), aLocatedAsset(12, null)]
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

  test('is where any of the places says that are known to hold a location', async () => {
    const fix = anAssetFix({ formatted_address: 'Gary, IN', moving: true })
    motive.books.assetLocations = [
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

  test('that is nowhere is told without a location, and that is counted like a row that is none', async () => {
    motive.books.assetLocations = [aLocatedAsset(1, anAssetFix({ lat: 0, lon: 0 })), { name: 'T2' }]
    const { rows, skipped } = await assets()
    expect(rows.map(({ id, last_location }) => [id, last_location])).toEqual([[1, null]])
    expect(skipped).toBe(2)
  })
})

describe('where one of two lists fails', () => {
  test.each([
    ['is not allowed', answering({}, 403)],
    ['is down', answering('', 500)],
    ['is no list', answering({ vehicles: {} })],
  ])('and it is the one with plates that %s, locations are told with what they carry', async (_name, play) => {
    motive.books.locations = [aLocatedVehicle(1)]
    motive.books.assetLocations = [aLocatedAsset(2)]
    motive.trouble('/v1/vehicles', play)
    motive.trouble('/v1/assets', play)
    expect((await vehicles()).rows).toMatchObject([{ number: '1', license_plate_number: '', current_location: {} }])
    expect((await source().assets(signal)).rows).toMatchObject([{ name: 'T2', make: '', last_location: {} }])
  })

  test('and it is the one with locations, all fails', async () => {
    motive.trouble('/v2/vehicle_locations', answering({ error_message: 'not found' }, 404))
    await expect(vehicles()).rejects.toThrow('The vendor refused the question (404).')
    motive.heal()
    motive.books.vehicles = [aListedVehicle(1)]
    motive.trouble('/v2/vehicle_locations', answering('', 500))
    motive.trouble('/v1/asset_locations', answering('', 502))
    await expect(vehicles()).rejects.toThrow('The vendor answered 500, also when asked again.')
    await expect(source().assets(signal)).rejects.toThrow('The vendor answered 502, also when asked again.')
  })
})
