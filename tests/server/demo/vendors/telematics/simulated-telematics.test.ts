import { describe, expect, test } from 'vitest'
import { simulatedTelematics } from '#server/demo/vendors/telematics/simulated-telematics.ts'
import { makeAndModel } from '#server/demo/vendors/telematics/vehicle-words.ts'
import {
  company,
  LOADED_ON,
  simulatedFleet,
  type TelematicsFleet,
  telematicsFleet,
} from '#tests/support/yard/simulated-fleet.ts'

const signal = new AbortController().signal
/** 11 a.m. in Chicago, on a Saturday. */
const NOON = new Date('2026-11-21T17:00:00Z')
const HOUR_MS = 3_600_000

function aSource(now = NOON, fleet: TelematicsFleet = telematicsFleet()) {
  const { trips, plan } = simulatedFleet()
  return simulatedTelematics({
    trucks: async () => fleet.trucks,
    trailers: async () => fleet.trailers,
    itinerary: trips,
    leftAt: plan.leftAt,
    clock: () => now,
  })
}
const later = (hours: number) => new Date(NOON.getTime() + hours * HOUR_MS)
const fleet = telematicsFleet()
const movingVehicles = async (now?: Date) =>
  (await aSource(now).vehicles(signal)).rows.filter(({ current_location }) => (current_location?.speed ?? 0) > 0)
const today = { first: LOADED_ON, last: LOADED_ON, signal }

describe('the vehicles of the simulator', () => {
  test('are all trucks, with their number, VIN, model and driver', async () => {
    const { rows, skipped } = await aSource().vehicles(signal)
    expect([rows.length, skipped]).toEqual([fleet.trucks.length, 0])
    for (const [index, row] of rows.entries()) {
      const truck = fleet.trucks[index]
      expect(row).toMatchObject({ id: truck?.gomotive_id, number: truck?.unit_number, vin: truck?.vin })
      expect(`${row.make} ${row.model}`).toBe(truck?.transport_model)
      expect(row.current_driver?.id ?? null).toBe(truck?.driver?.gomotive_id ?? null)
    }
  })

  test('drive by day with drivers on the road, and stand still by night', async () => {
    const onTheRoad = company.drivers.filter(({ status }) => status === 'on_the_road').map((one) => one.gomotive_id)
    const rolling = await movingVehicles()
    expect(rolling.length).toBeGreaterThan(15)
    for (const { current_driver } of rolling) expect(onTheRoad).toContain(current_driver?.id)
    expect(await movingVehicles(later(14))).toEqual([])
  })

  test('have a location in words that names a town', async () => {
    for (const { current_location } of (await aSource().vehicles(signal)).rows) {
      expect(current_location?.description).toMatch(/^(\d+\.\d mi [NESW]{1,2} of )?[A-Z].+, [A-Z]{2}$/)
    }
  })

  test('have no driver when the vendor has no id for the driver', async () => {
    const [truck] = fleet.trucks
    const driver = { id: 1, gomotive_id: null, first_name: 'A', last_name: 'B' }
    const one = { trucks: truck ? [{ ...truck, driver }] : [], trailers: [] }
    const [row] = (await aSource(NOON, one).vehicles(signal)).rows
    expect(row?.current_driver).toBeNull()
    expect(row?.current_location?.type).not.toBe('')
  })

  test('are not read once the request is aborted', async () => {
    await expect(aSource().vehicles(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
  })
})

describe('the assets of the simulator', () => {
  test('are all trailers; a pulled trailer is where its truck is and moves with it', async () => {
    const source = aSource()
    const [{ rows: vehicles }, { rows: assets }] = [await source.vehicles(signal), await source.assets(signal)]
    expect(assets).toHaveLength(fleet.trailers.length)
    let pulled = 0
    for (const [index, { last_location }] of assets.entries()) {
      const truck = fleet.trucks.find(({ id }) => id === fleet.trailers[index]?.truck)
      const fix = vehicles.find(({ id }) => id === truck?.gomotive_id)?.current_location
      if (!fix || !last_location) continue
      pulled++
      expect(last_location).toMatchObject({ lat: fix.lat, lon: fix.lon, moving: (fix.speed ?? 0) > 0 })
    }
    expect(pulled).toBeGreaterThan(40)
  })

  test('have a location exactly when they have a gateway', async () => {
    const { plan } = simulatedFleet()
    const without = fleet.trailers.filter(({ id }) => plan.leftAt(id) === null).map(({ gomotive_id }) => gomotive_id)
    expect(without.length).toBeGreaterThan(0)
    const silent = (await aSource().assets(signal)).rows.filter(({ last_location }) => last_location === null)
    expect(silent.map(({ id }) => id)).toEqual(without)
    expect((await aSource().assetHistory(without[0] ?? 0, today)).rows).toEqual([])
  })

  test('are where they were left, and report it every four hours', async () => {
    const { plan } = simulatedFleet()
    const { rows } = await aSource().assets(signal)
    const standing = fleet.trailers.filter(({ truck }) => truck === null)
    expect(standing.length).toBeGreaterThan(5)
    for (const { id, gomotive_id } of standing) {
      const found = rows.find((row) => row.id === gomotive_id)?.last_location
      expect(found === null).toBe(plan.leftAt(id) === null)
      if (!found) continue
      expect(found.lat).toBeCloseTo(plan.leftAt(id)?.latitude ?? 0, 5)
      expect(found).toMatchObject({ moving: false, located_at: '2026-11-21T16:00:00.000Z' })
    }
  })

  test('have the trailer’s type, and are deactivated when it is for sale', async () => {
    const { rows } = await aSource().assets(signal)
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['dry_van', 'reefer', 'flatbed']))
    for (const [index, { status }] of rows.entries()) {
      expect(status).toBe(fleet.trailers[index]?.status === 'for_sale' ? 'deactivated' : 'active')
    }
  })

  test('stand in the yard when the plan does not know them', async () => {
    const [trailer] = fleet.trailers
    const unknown = { trucks: [], trailers: trailer ? [{ ...trailer, id: 'TL-9999', truck: null }] : [] }
    const [row] = (await aSource(NOON, unknown).assets(signal)).rows
    expect(row?.last_location).toMatchObject({ formatted_address: 'Joliet, IL', moving: false })
  })
})

describe('driving periods', () => {
  const ofAll = { ...today, drivers: [], vehicles: [] }

  test('are sorted latest first, with unique ids that stay the same the next day', async () => {
    const { rows } = await aSource().drivingPeriods({ ...ofAll, first: '2026-11-01' })
    expect(rows.length).toBeGreaterThan(1000)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(rows.every(({ id }) => Number.isSafeInteger(id))).toBe(true)
    const starts = rows.map(({ start_time }) => start_time)
    expect(starts).toEqual(starts.toSorted().toReversed())
    const tomorrow = await aSource(later(24)).drivingPeriods({ ...ofAll, first: '2026-11-01', last: '2026-11-20' })
    const over = rows.filter(({ start_time }) => start_time < '2026-11-21T06:00')
    expect(tomorrow.rows).toEqual(over)
  })

  test('in progress are those of the vehicles that drive right now', async () => {
    const { rows } = await aSource().drivingPeriods(ofAll)
    const open = rows.filter(({ end_time }) => end_time === null)
    expect(new Set(open.map(({ vehicle }) => vehicle?.id))).toEqual(
      new Set((await movingVehicles()).map(({ id }) => id)),
    )
    for (const row of open) expect(row).toMatchObject({ status: 'in_progress', destination: '', destination_lat: null })
  })

  test('can be filtered by driver and by vehicle', async () => {
    const { rows } = await aSource().drivingPeriods(ofAll)
    const [one] = rows
    const ask = async (asked: { drivers?: number[]; vehicles?: number[] }) =>
      (await aSource().drivingPeriods({ ...ofAll, ...asked })).rows
    expect(await ask({ drivers: [one?.driver?.id ?? 0] })).toEqual(
      rows.filter((row) => row.driver?.id === one?.driver?.id),
    )
    expect(await ask({ vehicles: [one?.vehicle?.id ?? 0] })).toEqual(
      rows.filter((row) => row.vehicle?.id === one?.vehicle?.id),
    )
    expect(await ask({ drivers: [5] })).toEqual([])
  })

  test('have the truck’s current driver only from the day on which the driver got the truck', async () => {
    const truck = fleet.trucks.find(({ driver }) => driver !== null)
    const driver = { id: 999, gomotive_id: 77, first_name: 'New', last_name: 'Hand' }
    const handed = { trucks: truck ? [{ ...truck, driver, status_date_from: '2026-11-20' }] : [], trailers: [] }
    const asked = { ...ofAll, first: '2026-11-10' }
    for (const { driver: shown, start_time } of (await aSource(NOON, handed).drivingPeriods(asked)).rows) {
      expect(shown?.id ?? null).toBe(start_time >= '2026-11-20T06:00' ? 77 : null)
    }
  })

  test('end on the day on which a truck lost its driver', async () => {
    const truck = fleet.trucks.find(({ driver }) => driver !== null)
    const parked = { trucks: truck ? [{ ...truck, driver: null, status_date_from: '2026-11-15' }] : [], trailers: [] }
    const { rows } = await aSource(NOON, parked).drivingPeriods({ ...ofAll, first: '2026-11-01' })
    expect(rows.length).toBeGreaterThan(5)
    expect(rows.every(({ start_time, driver }) => start_time < '2026-11-15T06:00' && driver === null)).toBe(true)
  })
})

describe('history', () => {
  test('of a vehicle is sorted earliest first and ends now', async () => {
    const [one] = await movingVehicles()
    const { rows } = await aSource().vehicleHistory(one?.id ?? 0, { ...today, first: '2026-11-19', last: '2026-11-30' })
    const times = rows.map(({ located_at }) => located_at)
    expect(times).toEqual(times.toSorted())
    expect(times[0]).toBe('2026-11-19T06:00:00.000Z')
    expect((times.at(-1) ?? '') <= NOON.toISOString() && (times.at(-1) ?? '') > '2026-11-21T16:57').toBe(true)
  })

  test('of an asset has the places of its truck, and says when it moved with it', async () => {
    const [one] = await movingVehicles()
    const truck = fleet.trucks.find(({ gomotive_id }) => gomotive_id === one?.id)
    const [trailer] = fleet.trailers.filter((other) => other.truck === truck?.id)
    const { rows } = await aSource().assetHistory(trailer?.gomotive_id ?? 0, { ...today, first: '2026-11-19' })
    const { motion } = simulatedFleet()
    for (const { located_at, lat, lon, moving } of rows) {
      const { latitude, longitude, speed } = motion.exactlyAt(truck?.id ?? '', Date.parse(located_at))
      expect({ lat, lon, moving }, located_at).toEqual({ lat: latitude, lon: longitude, moving: speed > 0 })
    }
    expect(rows.filter(({ moving }) => moving).length).toBeGreaterThan(5)
    expect(rows.some(({ moving }) => !moving)).toBe(true)
  })

  test('of an unknown id is empty, and reaches back about half a year at most', async () => {
    expect((await aSource().vehicleHistory(4, today)).rows).toEqual([])
    expect((await aSource().assetHistory(4, today)).rows).toEqual([])
    const vehicle = fleet.trucks[0]?.gomotive_id ?? 0
    const { rows } = await aSource().vehicleHistory(vehicle, { ...today, first: '0001-01-01' })
    expect((rows[0]?.located_at ?? '') > '2026-05-01').toBe(true)
  })
})

test('a make of two words is split from the model correctly', () => {
  expect(makeAndModel('Great Dane Champion')).toEqual({ make: 'Great Dane', model: 'Champion' })
  expect(makeAndModel('Kenworth T680')).toEqual({ make: 'Kenworth', model: 'T680' })
  expect(makeAndModel('')).toEqual({ make: '', model: '' })
})
