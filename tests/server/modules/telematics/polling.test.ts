import { hash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { requestPoll } from '#server/modules/telematics/feed-repository.ts'
import { doTelematicsChores, pollTelematics } from '#server/modules/telematics/poll-service.ts'
import { FeedFailure } from '#server/providers/feed-source.ts'
import { aFix, anAsset, aTelematicsVendor, aVehicle } from '#tests/support/builders/a-telematics.ts'
import { NOW } from '#tests/support/server/app.ts'
import { assignUnit, hireDriver } from '#tests/support/server/company.ts'
import { jobDesk, neverAborted } from '#tests/support/yard/job-desk.ts'

const SECOND = 1000
const HOUR = 3_600_000
const DAY = 24 * HOUR

const desk = jobDesk()
const at = (ms: number) => new Date(NOW.getTime() + ms).toISOString()
type Vendor = ReturnType<typeof aTelematicsVendor>
/** After `ms`, the vendor reports the one vehicle again, with this fix, and is polled. */
async function reportFix(vendor: Vendor, ms: number, fix: Parameters<typeof aFix>[0]) {
  desk.advance(ms)
  vendor.data.vehicles = [aVehicle({ current_location: aFix({ located_at: desk.now.toISOString(), ...fix }) })]
  await pollTelematics(desk.parts(), vendor.source, neverAborted)
}
const rows = (text: string) => desk.db.query(`test.${hash('sha1', text)}`, text)

describe('positions', () => {
  test('are stored with each new fix in the history, and the last known one stays when none is reported', async () => {
    const vendor = aTelematicsVendor({ vehicles: [aVehicle()], assets: [anAsset()] })
    await pollTelematics(desk.parts(), vendor.source, neverAborted)
    await reportFix(vendor, 30 * SECOND, { lat: 41.6 })
    vendor.data.vehicles = [aVehicle({ number: '1042B', current_location: null })]
    desk.advance(30 * SECOND)
    await pollTelematics(desk.parts(), vendor.source, neverAborted)
    expect(await rows('select number, location from telematics_vehicles')).toEqual([
      { number: '1042B', location: aFix({ located_at: at(30 * SECOND), lat: 41.6 }) },
    ])
    expect(await rows('select vehicle_id, lat, speed, odometer, fuel from vehicle_fixes order by located_at')).toEqual([
      { vehicle_id: 730_001, lat: 41.5252, speed: 62, odometer: 412_000, fuel: 71 },
      { vehicle_id: 730_001, lat: 41.6, speed: 62, odometer: 412_000, fuel: 71 },
    ])
    expect(await rows('select asset_id, moving, battery_capacity from asset_fixes')).toEqual([
      { asset_id: 910_001, moving: true, battery_capacity: 88 },
    ])
  })

  test('only move forward: a late report does not take them back', async () => {
    const vendor = aTelematicsVendor({ vehicles: [aVehicle()] })
    await pollTelematics(desk.parts(), vendor.source, neverAborted)
    desk.advance(60 * SECOND)
    vendor.data.vehicles = [aVehicle({ current_location: aFix({ located_at: at(-HOUR), lat: 40 }) })]
    await pollTelematics(desk.parts(), vendor.source, neverAborted)
    expect(await rows('select location from telematics_vehicles')).toEqual([{ location: aFix() }])
  })

  test('of a stationary vehicle add nothing to its history', async () => {
    const vendor = aTelematicsVendor({ vehicles: [aVehicle()] })
    await pollTelematics(desk.parts(), vendor.source, neverAborted)
    await reportFix(vendor, 30 * SECOND, { speed: 0, type: 'vehicle_stopped' })
    await reportFix(vendor, 30 * SECOND, { speed: 0, type: 'vehicle_stopped' })
    expect(await rows('select type from vehicle_fixes order by located_at')).toEqual([
      { type: 'vehicle_moving' },
      { type: 'vehicle_stopped' },
    ])
    expect(await rows('select located_at from telematics_vehicles')).toMatchObject([{ located_at: expect.anything() }])
  })

  test('are polled at the vendor’s interval, by one process', async () => {
    const vendor = aTelematicsVendor({ vehicles: [aVehicle()] })
    await pollTelematics(desk.parts(), vendor.source, neverAborted)
    await pollTelematics(desk.parts(), vendor.source, neverAborted)
    desk.advance(20 * SECOND)
    await pollTelematics(desk.parts(), vendor.source, neverAborted)
    expect(vendor.requests.polls).toBe(1)
    desk.advance(10 * SECOND)
    await Promise.all([1, 2, 3].map(() => pollTelematics(desk.parts(), vendor.source, neverAborted)))
    expect(vendor.requests.polls).toBe(2)
  })

  test('are polled early when the vendor has announced something, but not during another poll', async () => {
    const vendor = aTelematicsVendor({ vehicles: [aVehicle()] })
    await pollTelematics(desk.parts(), vendor.source, neverAborted)
    await requestPoll(desk.db, 'somebody')
    desk.advance(9 * SECOND)
    await pollTelematics(desk.parts(), vendor.source, neverAborted)
    expect(vendor.requests.polls).toBe(1)
    desk.advance(SECOND)
    const slow = aTelematicsVendor()
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const vehicles = () => answered.then(() => ({ rows: [aVehicle({ number: 'slow' })], skipped: 0 }))
    const polling = pollTelematics(desk.parts(), { ...slow.source, vehicles }, neverAborted)
    await expect.poll(() => rows('select vendor from telematics_feed where settled_at < tried_at')).toHaveLength(1)
    await requestPoll(desk.db, 'somebody')
    desk.advance(60 * SECOND)
    await pollTelematics(desk.parts(), vendor.source, neverAborted)
    expect(vendor.requests.polls).toBe(1)
    answer()
    await polling
    await pollTelematics(desk.parts(), vendor.source, neverAborted)
    expect(vendor.requests.polls).toBe(2)
  })

  test('of a slow poll are dropped when a later poll has stored newer ones', async () => {
    const vendor = aTelematicsVendor({ vehicles: [aVehicle({ number: 'now' })] })
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const vehicles = () => answered.then(() => ({ rows: [aVehicle({ number: 'before' })], skipped: 0 }))
    const polling = pollTelematics(desk.parts(), { ...vendor.source, vehicles }, neverAborted)
    await expect.poll(() => rows('select vendor from telematics_feed where tried_at is not null')).toHaveLength(1)
    desk.advance(240 * SECOND)
    await expect
      .poll(async () => {
        await pollTelematics(desk.parts(), vendor.source, neverAborted)
        return rows('select number from telematics_vehicles')
      })
      .toEqual([{ number: 'now' }])
    answer()
    await polling
    expect(await rows('select number from telematics_vehicles')).toEqual([{ number: 'now' }])
    expect(await rows('select failure from telematics_feed')).toEqual([{ failure: null }])
  })

  test('of a partial response take nothing away', async () => {
    const vendor = aTelematicsVendor({ vehicles: [aVehicle(), aVehicle({ id: 2, number: '7' })] })
    await pollTelematics(desk.parts(), vendor.source, neverAborted)
    desk.advance(30 * SECOND)
    const partial = async () => ({ rows: [aVehicle({ make: '', vin: '' })], skipped: 0, isPartial: true })
    await pollTelematics(desk.parts(), { ...vendor.source, vehicles: partial }, neverAborted)
    expect(await rows('select number, make, vin, is_told from telematics_vehicles order by id')).toEqual([
      { number: '7', make: 'Freightliner', vin: '1FUJGLDR8PL101234', is_told: true },
      { number: '1042', make: 'Freightliner', vin: '1FUJGLDR8PL101234', is_told: true },
    ])
    expect(desk.warnings).toMatchObject([{ message: expect.stringContaining('a part of the vendor’s lists') }])
  })

  test('stay when the vendor does not answer, and the reason is stored', async () => {
    const vendor = aTelematicsVendor({ vehicles: [aVehicle()] })
    await pollTelematics(desk.parts(), vendor.source, neverAborted)
    desk.advance(30 * SECOND)
    vendor.data.vehicles = new FeedFailure('The vendor does not accept the key.')
    await pollTelematics(desk.parts(), vendor.source, neverAborted)
    expect(await rows('select vendor, succeeded_at, failure from telematics_feed')).toMatchObject([
      { vendor: 'somebody', failure: 'The vendor does not accept the key.' },
    ])
    expect(await rows('select id from telematics_vehicles where is_told')).toHaveLength(1)
    await reportFix(vendor, 30 * SECOND, {})
    expect(await rows('select failure from telematics_feed')).toEqual([{ failure: null }])
  })

  test('that could not be read are counted in the log', async () => {
    const vendor = aTelematicsVendor({ vehicles: [aVehicle()], skipped: 2 })
    await pollTelematics(desk.parts(), vendor.source, neverAborted)
    expect(desk.warnings).toMatchObject([{ details: { skipped: 4 } }])
  })

  test('of vehicles that the vendor no longer reports are hidden, and return with them', async () => {
    const vendor = aTelematicsVendor({ vehicles: [aVehicle(), aVehicle({ id: 2, number: '7' })] })
    await pollTelematics(desk.parts(), vendor.source, neverAborted)
    await reportFix(vendor, 30 * SECOND, {})
    const reported = 'select id from telematics_vehicles where is_told order by id'
    expect(await rows(reported)).toEqual([{ id: 730_001 }])
    desk.advance(30 * SECOND)
    vendor.data.vehicles = [aVehicle(), aVehicle({ id: 2, number: '7' })]
    await pollTelematics(desk.parts(), vendor.source, neverAborted)
    expect(await rows(reported)).toEqual([{ id: 2 }, { id: 730_001 }])
  })

  test('of the former vendor are removed when another one is set up; the simulator is not polled for another company', async () => {
    await pollTelematics(desk.parts(), aTelematicsVendor({ vehicles: [aVehicle()] }).source, neverAborted)
    const other = aTelematicsVendor({ vehicles: [aVehicle({ id: 5 })] })
    await pollTelematics(desk.parts(), { ...other.source, vendor: 'another' }, neverAborted)
    expect(await rows('select id from telematics_vehicles')).toEqual([{ id: 5 }])
    expect(await rows('select vehicle_id from vehicle_fixes')).toEqual([{ vehicle_id: 5 }])
    desk.advance(HOUR)
    const madeUp = aTelematicsVendor({ vehicles: [aVehicle()] }, { isSimulated: true })
    await pollTelematics(desk.parts(), madeUp.source, neverAborted)
    expect(madeUp.requests.polls).toBe(0)
  })
})

describe('location histories', () => {
  test('keep each fix for a day, then one per minute for 90 days', async () => {
    const vendor = aTelematicsVendor({ vehicles: [aVehicle()] })
    await pollTelematics(desk.parts(), vendor.source, neverAborted)
    const note = (ms: number) =>
      desk.db.query(
        'test.fix',
        'insert into vehicle_fixes (vehicle_id, located_at, lat, lon) values (730001, $1, 41, -88)',
        [at(ms)],
      )
    for (const ms of [0, 10, 20, 60, 65].map((seconds) => -2 * DAY + seconds * SECOND)) await note(ms)
    await note(-DAY + HOUR)
    await note(-DAY + HOUR + 10 * SECOND)
    await note(-91 * DAY)
    await doTelematicsChores(desk.parts())
    const storedFixes = 'select located_at from vehicle_fixes order by located_at'
    const recent = [at(-30 * SECOND)]
    const old = [-2 * DAY, -2 * DAY + 60 * SECOND].map(at)
    const instants = async () =>
      (await desk.db.query<{ located_at: string }>('test.kept', storedFixes)).map((row) =>
        new Date(row.located_at).toISOString(),
      )
    expect(await instants()).toEqual([...old, at(-DAY + HOUR), at(-DAY + HOUR + 10 * SECOND), ...recent])
    desk.advance(2 * HOUR)
    await doTelematicsChores(desk.parts())
    expect(await instants()).toEqual([...old, at(-DAY + HOUR), ...recent])
    // A fix that remains because a process ended while it thinned out the history.
    await note(-DAY + HOUR + 20 * SECOND)
    desk.advance(HOUR)
    await doTelematicsChores(desk.parts())
    expect(await instants()).toEqual([...old, at(-DAY + HOUR), ...recent])
  })
})

describe('miles', () => {
  const miles = () =>
    rows(`select unit_id as id, date::text, miles::float8 from unit_miles
      union all select driver_id::text, date::text, miles::float8 from driver_miles order by id, date`)
  let driver: number
  beforeEach(async () => {
    driver = await hireDriver(desk.db)
    await assignUnit(desk.db, driver, 'truck', '1042')
    await assignUnit(desk.db, driver, 'trailer', 'TL-1')
    await rows(`update units set gomotive_id = 730001, miles_driven = 411000 where id = '1042'`)
  })
  const count = async () => {
    desk.advance(300 * SECOND)
    await doTelematicsChores(desk.parts())
  }

  test('of a truck, its trailer and its driver come from the odometer, each mile counted once', async () => {
    const vendor = aTelematicsVendor()
    await reportFix(vendor, 0, { odometer: 412_000 })
    await count()
    expect(await miles()).toEqual([])
    await reportFix(vendor, HOUR, { odometer: 412_060.125 })
    await count()
    await count()
    await reportFix(vendor, HOUR, { odometer: 412_061.25 })
    await count()
    expect(await miles()).toEqual(
      [
        { id: String(driver), date: '2026-11-21', miles: 61.25 },
        { id: '1042', date: '2026-11-21', miles: 61.25 },
        { id: 'TL-1', date: '2026-11-21', miles: 61.25 },
      ].sort((a, b) => (a.id < b.id ? -1 : 1)),
    )
    expect(await rows('select id, miles_driven::float8 from units order by id')).toEqual([
      { id: '1042', miles_driven: 412_061.25 },
      { id: 'TL-1', miles_driven: 61.25 },
    ])
  })

  test('count for the company’s day, and after a long silence are spread over all its days', async () => {
    const vendor = aTelematicsVendor()
    // 23:30 in Chicago.
    await reportFix(vendor, 14.5 * HOUR, { odometer: 412_000 })
    await count()
    await reportFix(vendor, HOUR, { odometer: 412_040 })
    await count()
    await reportFix(vendor, 48 * HOUR, { odometer: 413_000 })
    await count()
    expect((await miles()).filter((row) => row.id === '1042')).toEqual([
      { id: '1042', date: '2026-11-22', miles: 40 },
      { id: '1042', date: '2026-11-23', miles: 480 },
      { id: '1042', date: '2026-11-24', miles: 480 },
    ])
  })

  test('are not counted when an odometer jumps or is replaced', async () => {
    const vendor = aTelematicsVendor()
    await reportFix(vendor, 0, { odometer: 412_000 })
    await count()
    await reportFix(vendor, HOUR, { odometer: 420_000 })
    await count()
    await reportFix(vendor, HOUR, { odometer: 419_990 })
    await count()
    await reportFix(vendor, HOUR, { odometer: 5 })
    await count()
    await reportFix(vendor, HOUR, { odometer: 55 })
    await count()
    expect((await miles()).filter((row) => row.id === '1042')).toEqual([{ id: '1042', date: '2026-11-21', miles: 50 }])
    expect(await rows(`select miles_driven::float8 from units where id = '1042'`)).toEqual([{ miles_driven: 412_050 }])
  })
})
