import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storePositions } from '#server/modules/telematics/poll-service.ts'
import { moveVehicle } from '#server/modules/telematics/position-repository.ts'
import { FeedFailure } from '#server/providers/feed-source.ts'
import {
  aFix,
  anAsset,
  anAssetFix,
  aPeriod,
  aTelematicsVendor,
  aVehicle,
} from '#tests/support/builders/a-telematics.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { assignUnit, hire, hireDriver } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'

const vendor = aTelematicsVendor()
let site: TestApp
let maria: Caller
let driver: number

const VEHICLES = '/api/gomotive/vehicles/'
const PERIODS = '/api/gomotive/request_gomotive_api/v1/driving_periods/'
const WEEK = 'start_date=2026-11-15&end_date=2026-11-21'

beforeAll(async () => {
  site = await testApp({ telematics: vendor.source })
})
beforeEach(async () => {
  await emptyTables(site.db)
  Object.assign(vendor.data, { periods: [], fixes: [], assetFixes: [], skipped: 0 })
  Object.assign(vendor.requests, { polls: 0, periods: [], histories: [] })
  maria = await site.as(await hire(site.db, { view: ['drivers', 'trailers', 'trucks'] }))
  driver = await hireDriver(site.db)
  await assignUnit(site.db, driver, 'truck', '1042')
  await assignUnit(site.db, driver, 'trailer', 'TL-1')
  await site.db.script(
    null,
    `update units set gomotive_id = 730001 where id = '1042'; update units set gomotive_id = 910001 where id = 'TL-1';
     update drivers set gomotive_id = 1180000; insert into telematics_feed (vendor) values ('somebody')`,
  )
})
afterAll(() => site.close())

const terrence = () => ({ id: driver, first_name: 'Terrence', last_name: 'Boone' })

describe('the map', () => {
  test('shows vehicles with the matching truck, its driver and its trailer', async () => {
    await storePositions(site.db, { vehicles: [aVehicle(), aVehicle({ id: 9, current_location: null })], assets: [] })
    expect((await maria('GET', VEHICLES)).body).toEqual({
      vehicles: [
        { vehicle: { ...aVehicle({ id: 9, current_location: null }), unit: null } },
        { vehicle: { ...aVehicle(), unit: { id: '1042', driver: terrence(), trailer: 'TL-1' } } },
      ],
    })
  })

  test('shows trailers with the matching trailer and its driver', async () => {
    await storePositions(site.db, { vehicles: [], assets: [anAsset(), anAsset({ id: 3, last_location: null })] })
    const { last_location: _, ...asset } = anAsset()
    expect((await maria('GET', '/api/gomotive/assets/')).body).toEqual({
      assets: [
        { asset: { ...asset, id: 3, asset_gateway: { last_location: null }, unit: null } },
        {
          asset: { ...asset, asset_gateway: { last_location: anAssetFix() }, unit: { id: 'TL-1', driver: terrence() } },
        },
      ],
    })
  })

  test('shows a driver at the vehicle they are signed on to, otherwise at their truck, and a driver without either nowhere', async () => {
    const alone = await hireDriver(site.db, { first_name: 'Wanda', last_name: 'Ortiz' })
    const read = async () =>
      (await maria('GET', '/api/gomotive/drivers/')).body.drivers.map((one: { driver: unknown }) => one.driver)
    const own = {
      id: driver,
      gomotive_id: 1_180_000,
      first_name: 'Terrence',
      last_name: 'Boone',
      truck: '1042',
      trailer: 'TL-1',
    }
    const wanda = { id: alone, gomotive_id: null, first_name: 'Wanda', last_name: 'Ortiz', truck: null, trailer: null }
    const nowhere = { vehicle: null, current_location: null }
    expect(await read()).toEqual([
      { ...own, ...nowhere },
      { ...wanda, ...nowhere },
    ])
    await storePositions(site.db, { vehicles: [aVehicle()], assets: [] })
    expect((await read())[0]).toEqual({ ...own, vehicle: { id: 730_001, number: '1042' }, current_location: aFix() })
    const borrowed = aVehicle({
      id: 9,
      number: '77',
      current_driver: { id: 1_180_000, first_name: 'Terry', last_name: 'Boone' },
      current_location: aFix({ lat: 30 }),
    })
    await storePositions(site.db, { vehicles: [borrowed], assets: [] })
    expect((await read())[0]).toEqual({ ...own, vehicle: { id: 9, number: '77' }, current_location: aFix({ lat: 30 }) })
  })

  test('shows users only what they may view, and is refused to other users', async () => {
    await storePositions(site.db, { vehicles: [aVehicle()], assets: [anAsset()] })
    const counts = async (view: readonly ('drivers' | 'trailers' | 'trucks')[]) => {
      const caller = await site.as(await hire(site.db, { view }))
      const lists = await Promise.all(
        ['vehicles', 'drivers', 'assets'].map((list) => caller('GET', `/api/gomotive/${list}/`)),
      )
      return lists.map(({ body }, at) => body[['vehicles', 'drivers', 'assets'][at] ?? ''].length)
    }
    expect(await counts(['trucks'])).toEqual([1, 0, 0])
    expect(await counts(['drivers'])).toEqual([0, 1, 0])
    expect(await counts(['trailers'])).toEqual([0, 0, 1])
    const other = await site.as(await hire(site.db, { view: ['schedule', 'dispatchers', 'maintenance'] }))
    expect((await other('GET', VEHICLES)).status).toBe(403)
  })

  test('returns 304 until something moves or a record changes, and compresses for clients that accept it', async () => {
    await storePositions(site.db, { vehicles: [aVehicle()], assets: [] })
    const etag = String((await maria('GET', VEHICLES)).headers.etag)
    const again = () => maria('GET', VEHICLES, { headers: { 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    // Reported again, but not moved.
    await storePositions(site.db, { vehicles: [aVehicle()], assets: [] })
    expect((await again()).status).toBe(304)
    const joan = await site.as(await hire(site.db, { role: 'administrator' }))
    await joan('PATCH', '/api/trucks/1042/', { body: { driver: null } })
    expect((await again()).body.vehicles[0].vehicle.unit).toEqual({ id: '1042', driver: null, trailer: null })
    await storePositions(site.db, {
      vehicles: [aVehicle({ current_location: aFix({ located_at: '2026-11-21T14:59:40.000Z' }) })],
      assets: [],
    })
    const packed = await site.app.inject({
      url: VEHICLES,
      headers: {
        authorization: `Bearer ${await site.accessFor(await hire(site.db, { view: ['trucks'] }))}`,
        'accept-encoding': 'br',
      },
    })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Authorization, Accept-Encoding' })
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe((await maria('GET', VEHICLES)).text)
  })

  test('returns what has moved in each list since the last read', async () => {
    const driven = aVehicle({ id: 9, number: '77', current_location: aFix({ lat: 30 }) })
    await storePositions(site.db, { vehicles: [aVehicle(), driven], assets: [anAsset()] })
    const read = async (query: string) => (await maria('GET', `/api/gomotive/positions/?${query}`)).body
    const first = await read('of=vehicles')
    expect(first).toHaveProperty('as_of')
    expect(first.positions).toEqual([
      { id: 9, vehicle: null, location: aFix({ lat: 30 }) },
      { id: 730_001, vehicle: null, location: aFix() },
    ])
    await site.db.script(null, `update telematics_vehicles set changed_at = now() - interval '1 minute'`)
    const moved = aFix({ lat: 31, located_at: '2026-11-21T14:59:40.000Z' })
    await storePositions(site.db, { vehicles: [aVehicle({ current_location: moved })], assets: [] })
    const since = encodeURIComponent(first.as_of)
    expect((await read(`of=vehicles&since=${since}`)).positions).toEqual([
      { id: 730_001, vehicle: null, location: moved },
    ])
    expect((await read(`of=drivers&since=${since}`)).positions).toEqual([
      { id: driver, vehicle: 730_001, location: moved },
    ])
    expect((await read('of=assets')).positions).toEqual([{ id: 910_001, vehicle: null, location: anAssetFix() }])
    expect(await read('of=planes')).toHaveProperty('of')
    expect(await read('of=assets&since=yesterday')).toHaveProperty('since')
    const trucker = await site.as(await hire(site.db, { view: ['trucks'] }))
    expect((await trucker('GET', '/api/gomotive/positions/?of=drivers')).status).toBe(403)
  })

  test('reads what has moved once for all users with the same request, until something moves', async () => {
    await storePositions(site.db, { vehicles: [aVehicle()], assets: [] })
    const ann = await site.as(await hire(site.db, { view: ['trucks'] }))
    const read = async (caller: Caller) => (await caller('GET', '/api/gomotive/positions/?of=vehicles')).body
    const first = await read(maria)
    expect(first.as_of).toMatch(/0\.000Z$/)
    // A change that is not announced.
    await site.db.script(null, `update telematics_vehicles set location = location || '{"lat": 30}'`)
    expect(await read(ann)).toEqual(first)
    const moved = aVehicle({ current_location: aFix({ lat: 31, located_at: '2026-11-21T14:59:40.000Z' }) })
    await storePositions(site.db, { vehicles: [moved], assets: [] })
    expect((await read(ann)).positions).toMatchObject([{ location: { lat: 31 } }])
  })

  test('returns what has moved by a webhook too', async () => {
    await storePositions(site.db, { vehicles: [aVehicle()], assets: [] })
    await site.db.script(null, `update telematics_vehicles set changed_at = now() - interval '1 minute'`)
    const since = encodeURIComponent((await maria('GET', '/api/gomotive/positions/?of=vehicles')).body.as_of)
    const moved = aFix({ lat: 31, located_at: '2026-11-21T14:59:40.000Z' })
    expect(await moveVehicle(site.db, 730_001, moved)).toBe(true)
    expect((await maria('GET', `/api/gomotive/positions/?of=vehicles&since=${since}`)).body.positions).toMatchObject([
      { id: 730_001, location: moved },
    ])
  })

  test('shows from which vendor positions come, and why none come', async () => {
    await site.db.script(null, `update telematics_feed set failure = 'The vendor took too long.'`)
    expect((await maria('GET', '/api/gomotive/feed/')).body).toEqual({
      vendor: 'somebody',
      tried_at: null,
      succeeded_at: null,
      failure: 'The vendor took too long.',
      as_of: expect.stringMatching(/^20.*Z$/),
    })
    await site.db.script(null, 'delete from telematics_feed')
    expect((await maria('GET', '/api/gomotive/feed/')).body).toMatchObject({ vendor: null, failure: null })
  })
})

describe('driving periods', () => {
  test('come from the vendor in pages, with distances in the specified text form', async () => {
    vendor.data.periods = [aPeriod(), aPeriod({ id: 2, end_time: null, distance: null, status: 'in_progress' })]
    const first = await maria('GET', `${PERIODS}?vehicle_ids=730001&${WEEK}&per_page=1`)
    expect(first.body).toEqual({
      driving_periods: [{ driving_period: { ...aPeriod(), distance: '180.2 mi' } }],
      pagination: { per_page: 1, page_no: 1, total: 2 },
    })
    const second = await maria('GET', `${PERIODS}?driver_ids=1180000,5&${WEEK}&per_page=1&page_no=2`)
    expect(second.body.driving_periods).toMatchObject([{ driving_period: { id: 2, end_time: null, distance: null } }])
    expect(vendor.requests.periods).toMatchObject([
      { vehicles: [730_001], drivers: [], first: '2026-11-15', last: '2026-11-21' },
      { vehicles: [], drivers: [1_180_000, 5] },
    ])
  })

  test('are refused by field without drivers or vehicles, for an invalid range, and with malformed ids', async () => {
    const refused = async (query: string) => (await maria('GET', `${PERIODS}?${query}`)).body
    expect(await refused(WEEK)).toEqual({ non_field_errors: ['Name drivers or vehicles.'] })
    expect(await refused('vehicle_ids=1&start_date=2025-10-18&end_date=2026-11-21')).toEqual({
      end_date: ['At most 92 days at a time.'],
    })
    expect(await refused('vehicle_ids=1&start_date=2026-11-22&end_date=2026-11-21')).toEqual({
      end_date: ['The end must not be before the beginning.'],
    })
    expect(await refused(`vehicle_ids=1;drop&${WEEK}`)).toHaveProperty('vehicle_ids')
    expect(await refused('vehicle_ids=1')).toMatchObject({ start_date: ['This field is required.'] })
    expect(vendor.requests.periods).toEqual([])
  })

  test('return 503 with the reason when the vendor does not answer', async () => {
    vendor.data.periods = new FeedFailure('The vendor did not answer in time.')
    const answer = await maria('GET', `${PERIODS}?vehicle_ids=730001&${WEEK}`)
    expect([answer.status, answer.body, answer.headers['retry-after']]).toEqual([
      503,
      { detail: 'The vendor did not answer in time.' },
      '30',
    ])
  })

  test('and location histories need permission to view their drivers, trucks or trailers', async () => {
    const trucker = await site.as(await hire(site.db, { view: ['trucks'] }))
    expect((await trucker('GET', `${PERIODS}?driver_ids=1180000&${WEEK}`)).status).toBe(403)
    expect((await trucker('GET', `${PERIODS}?vehicle_ids=730001&${WEEK}`)).status).toBe(200)
    expect((await trucker('GET', `/api/gomotive/asset_location_history/910001/?${WEEK}`)).status).toBe(403)
    const yard = await site.as(await hire(site.db, { view: ['trailers'] }))
    expect((await yard('GET', `/api/gomotive/vehicle_location_history/730001/?${WEEK}`)).status).toBe(403)
    expect((await yard('GET', `/api/gomotive/asset_location_history/910001/?${WEEK}&per_page=100`)).status).toBe(200)
  })
})

describe('a location history', () => {
  const history = (query = WEEK) => maria('GET', `/api/gomotive/vehicle_location_history/730001/?${query}`)

  test('comes from the vendor', async () => {
    vendor.data.fixes = [aFix()]
    vendor.data.assetFixes = [anAssetFix()]
    expect((await history()).body).toEqual({ vehicle_locations: [{ vehicle_location: aFix() }] })
    const trailer = await maria('GET', `/api/gomotive/asset_location_history/910001/?${WEEK}`)
    expect(trailer.body).toEqual({ breadcrumbs: [anAssetFix()] })
    expect(vendor.requests.histories).toMatchObject([
      { id: 730_001, first: '2026-11-15', last: '2026-11-21' },
      { id: 910_001 },
    ])
  })

  test('comes from the stored positions when the vendor does not answer', async () => {
    await storePositions(site.db, { vehicles: [aVehicle()], assets: [anAsset()] })
    vendor.data.fixes = new FeedFailure('The vendor could not be reached.')
    vendor.data.assetFixes = new FeedFailure('The vendor could not be reached.')
    expect((await history()).body.vehicle_locations).toEqual([{ vehicle_location: { ...aFix(), description: '' } }])
    expect((await history('start_date=2026-11-19&end_date=2026-11-20')).body.vehicle_locations).toEqual([])
    const trailer = await maria('GET', `/api/gomotive/asset_location_history/910001/?${WEEK}`)
    expect(trailer.body.breadcrumbs).toMatchObject([{ lat: 41.87811, moving: true, battery_capacity: 88 }])
  })

  test('of a vehicle is limited to a driver’s own periods for a user who may not view trucks', async () => {
    const staff = await site.as(await hire(site.db, { view: ['drivers'] }))
    const historyFor = (query: string) => staff('GET', `/api/gomotive/vehicle_location_history/730001/?${WEEK}${query}`)
    const [before, begun, within, after] = ['14:04', '14:05', '15:10', '17:21'].map((time) =>
      aFix({ located_at: `2026-11-20T${time}:00.000Z` }),
    )
    vendor.data.fixes = [before, begun, within, after].filter((fix) => fix !== undefined)
    vendor.data.periods = [aPeriod(), aPeriod({ id: 2, vehicle: { id: 9, number: '77' }, end_time: null })]
    expect((await historyFor('')).status).toBe(403)
    expect((await historyFor('&driver_id=1180000')).body.vehicle_locations).toEqual([
      { vehicle_location: begun },
      { vehicle_location: within },
    ])
    expect(vendor.requests.periods).toMatchObject([{ drivers: [1_180_000], vehicles: [] }])
    vendor.data.periods = [aPeriod({ end_time: null })]
    expect((await historyFor('&driver_id=1180000')).body.vehicle_locations).toHaveLength(3)
    vendor.data.periods = []
    expect((await historyFor('&driver_id=1180000')).body).toEqual({ vehicle_locations: [] })
    vendor.data.periods = new FeedFailure('The vendor could not be reached.')
    expect((await historyFor('&driver_id=1180000')).status).toBe(503)
    const both = await maria('GET', `/api/gomotive/vehicle_location_history/730001/?${WEEK}&driver_id=1180000`)
    expect(both.body.vehicle_locations).toHaveLength(4)
  })

  test('from the simulator is only shown to the company for which it was set up', async () => {
    const company = await testApp({ telematics: { ...vendor.source, vendor: 'simulator', isSimulated: true } })
    try {
      vendor.data.fixes = [aFix()]
      const ann = await company.as(await hire(company.db, { view: ['trucks'] }))
      const locations = async () =>
        (await ann('GET', `/api/gomotive/vehicle_location_history/730001/?${WEEK}`)).body.vehicle_locations
      const periods = () => ann('GET', `${PERIODS}?vehicle_ids=730001&${WEEK}`)
      expect([await locations(), (await periods()).status]).toEqual([[], 503])
      await company.db.script(null, `insert into telematics_feed (vendor) values ('simulator')`)
      expect([(await locations()).length, (await periods()).status]).toEqual([1, 200])
    } finally {
      await company.close()
    }
  })

  test('is refused by field for too many days, an invalid driver or an invalid vehicle', async () => {
    expect((await history('start_date=2025-01-01&end_date=2026-11-21')).body).toEqual({
      end_date: ['At most 92 days at a time.'],
    })
    expect((await history(`${WEEK}&driver_id=me`)).body).toEqual({ driver_id: ['Enter a valid id.'] })
    const path = '/api/gomotive/vehicle_location_history/..%2Fusers/'
    expect((await maria('GET', `${path}?${WEEK}`)).body).toEqual({ id: ['Enter a valid id.'] })
  })
})
