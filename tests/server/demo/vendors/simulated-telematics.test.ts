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
/** Eleven in the morning in Chicago, on a Saturday. */
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
const moving = async (now?: Date) =>
  (await aSource(now).vehicles(signal)).rows.filter(({ current_location }) => (current_location?.speed ?? 0) > 0)
const today = { first: LOADED_ON, last: LOADED_ON, signal }

describe('the vehicles of the simulator', () => {
  test('are all trucks, with what is written on them and who drives them', async () => {
    const { rows, skipped } = await aSource().vehicles(signal)
    expect([rows.length, skipped]).toEqual([fleet.trucks.length, 0])
    for (const [index, row] of rows.entries()) {
      const truck = fleet.trucks[index]
      expect(row).toMatchObject({ id: truck?.gomotive_id, number: truck?.unit_number, vin: truck?.vin })
      expect(`${row.make} ${row.model}`).toBe(truck?.transport_model)
      expect(row.current_driver?.id ?? null).toBe(truck?.driver?.gomotive_id ?? null)
    }
  })

  test('drive by day with whoever is on the road, and stand by night', async () => {
    const onTheRoad = company.drivers.filter(({ status }) => status === 'on_the_road').map((one) => one.gomotive_id)
    const rolling = await moving()
    expect(rolling.length).toBeGreaterThan(15)
    for (const { current_driver } of rolling) expect(onTheRoad).toContain(current_driver?.id)
    expect(await moving(later(14))).toEqual([])
  })

  test('are told where they are in words, of which town it is', async () => {
    for (const { current_location } of (await aSource().vehicles(signal)).rows) {
      expect(current_location?.description).toMatch(/^(\d+\.\d mi [NESW]{1,2} of )?[A-Z].+, [A-Z]{2}$/)
    }
  })

  test('are none of which the vendor knows no number, and nobody whom it does not know', async () => {
    const [truck] = fleet.trucks
    const driver = { id: 1, gomotive_id: null, first_name: 'A', last_name: 'B' }
    const one = { trucks: truck ? [{ ...truck, driver }] : [], trailers: [] }
    const [row] = (await aSource(NOON, one).vehicles(signal)).rows
    expect(row?.current_driver).toBeNull()
    expect(row?.current_location?.type).not.toBe('')
  })

  test('are asked no further once the asking is broken off', async () => {
    await expect(aSource().vehicles(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
  })
})

describe('the assets of the simulator', () => {
  test('are all trailers; those with a truck are where it is, and move when it does', async () => {
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

  test('tell where they are if they have a gateway', async () => {
    const { plan } = simulatedFleet()
    const without = fleet.trailers.filter(({ id }) => plan.leftAt(id) === null).map(({ gomotive_id }) => gomotive_id)
    expect(without.length).toBeGreaterThan(0)
    const silent = (await aSource().assets(signal)).rows.filter(({ last_location }) => last_location === null)
    expect(silent.map(({ id }) => id)).toEqual(without)
    expect((await aSource().assetHistory(without[0] ?? 0, today)).rows).toEqual([])
  })

  test('stand where they were left, and tell so every four hours', async () => {
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

  test('have the type that they have here, and are off the books when they are for sale', async () => {
    const { rows } = await aSource().assets(signal)
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['dry_van', 'reefer', 'flatbed']))
    for (const [index, { status }] of rows.entries()) {
      expect(status).toBe(fleet.trailers[index]?.status === 'for_sale' ? 'deactivated' : 'active')
    }
  })

  test('that the plan does not know stand in the yard', async () => {
    const [trailer] = fleet.trailers
    const unknown = { trucks: [], trailers: trailer ? [{ ...trailer, id: 'TL-9999', truck: null }] : [] }
    const [row] = (await aSource(NOON, unknown).assets(signal)).rows
    expect(row?.last_location).toMatchObject({ formatted_address: 'Joliet, IL', moving: false })
  })
})

describe('driving periods', () => {
  const everybody = { ...today, drivers: [], vehicles: [] }

  test('are the latest first, each with a number of its own that it keeps', async () => {
    const { rows } = await aSource().drivingPeriods({ ...everybody, first: '2026-11-01' })
    expect(rows.length).toBeGreaterThan(1000)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(rows.every(({ id }) => Number.isSafeInteger(id))).toBe(true)
    const starts = rows.map(({ start_time }) => start_time)
    expect(starts).toEqual(starts.toSorted().toReversed())
    const tomorrow = await aSource(later(24)).drivingPeriods({ ...everybody, first: '2026-11-01', last: '2026-11-20' })
    const over = rows.filter(({ start_time }) => start_time < '2026-11-21T06:00')
    expect(tomorrow.rows).toEqual(over)
  })

  test('under way are of those who drive right now', async () => {
    const { rows } = await aSource().drivingPeriods(everybody)
    const open = rows.filter(({ end_time }) => end_time === null)
    expect(new Set(open.map(({ vehicle }) => vehicle?.id))).toEqual(new Set((await moving()).map(({ id }) => id)))
    for (const row of open) expect(row).toMatchObject({ status: 'in_progress', destination: '', destination_lat: null })
  })

  test('are of the drivers, or the vehicles, that one asks for', async () => {
    const { rows } = await aSource().drivingPeriods(everybody)
    const [one] = rows
    const ask = async (asked: { drivers?: number[]; vehicles?: number[] }) =>
      (await aSource().drivingPeriods({ ...everybody, ...asked })).rows
    expect(await ask({ drivers: [one?.driver?.id ?? 0] })).toEqual(
      rows.filter((row) => row.driver?.id === one?.driver?.id),
    )
    expect(await ask({ vehicles: [one?.vehicle?.id ?? 0] })).toEqual(
      rows.filter((row) => row.vehicle?.id === one?.vehicle?.id),
    )
    expect(await ask({ drivers: [5] })).toEqual([])
  })

  test('are whose truck it was: of who has it since yesterday those from before are not', async () => {
    const truck = fleet.trucks.find(({ driver }) => driver !== null)
    const driver = { id: 999, gomotive_id: 77, first_name: 'New', last_name: 'Hand' }
    const handed = { trucks: truck ? [{ ...truck, driver, status_date_from: '2026-11-20' }] : [], trailers: [] }
    const asked = { ...everybody, first: '2026-11-10' }
    for (const { driver: told, start_time } of (await aSource(NOON, handed).drivingPeriods(asked)).rows) {
      expect(told?.id ?? null).toBe(start_time >= '2026-11-20T06:00' ? 77 : null)
    }
  })

  test('end with the day on which a truck lost its driver', async () => {
    const truck = fleet.trucks.find(({ driver }) => driver !== null)
    const parked = { trucks: truck ? [{ ...truck, driver: null, status_date_from: '2026-11-15' }] : [], trailers: [] }
    const { rows } = await aSource(NOON, parked).drivingPeriods({ ...everybody, first: '2026-11-01' })
    expect(rows.length).toBeGreaterThan(5)
    expect(rows.every(({ start_time, driver }) => start_time < '2026-11-15T06:00' && driver === null)).toBe(true)
  })
})

describe('history', () => {
  test('of a vehicle is the earliest first, and ends now', async () => {
    const [one] = await moving()
    const { rows } = await aSource().vehicleHistory(one?.id ?? 0, { ...today, first: '2026-11-19', last: '2026-11-30' })
    const times = rows.map(({ located_at }) => located_at)
    expect(times).toEqual(times.toSorted())
    expect(times[0]).toBe('2026-11-19T06:00:00.000Z')
    expect((times.at(-1) ?? '') <= NOON.toISOString() && (times.at(-1) ?? '') > '2026-11-21T16:57').toBe(true)
  })

  test('of an asset is that of its truck', async () => {
    const [one] = await moving()
    const truck = fleet.trucks.find(({ gomotive_id }) => gomotive_id === one?.id)
    const [trailer] = fleet.trailers.filter((other) => other.truck === truck?.id)
    const { rows } = await aSource().assetHistory(trailer?.gomotive_id ?? 0, today)
    const there = (await aSource().vehicleHistory(one?.id ?? 0, today)).rows.map(({ lat, lon }) => `${lat} ${lon}`)
    expect(rows.length).toBeGreaterThan(5)
    for (const { lat, lon, moving: isMoving } of rows.filter((row) => !row.moving)) {
      expect(there).toContain(`${lat} ${lon}`)
      expect(isMoving).toBe(false)
    }
  })

  test('of what the vendor does not know is none, and no more than half a year is remembered', async () => {
    expect((await aSource().vehicleHistory(4, today)).rows).toEqual([])
    expect((await aSource().assetHistory(4, today)).rows).toEqual([])
    const vehicle = fleet.trucks[0]?.gomotive_id ?? 0
    const { rows } = await aSource().vehicleHistory(vehicle, { ...today, first: '0001-01-01' })
    expect((rows[0]?.located_at ?? '') > '2026-05-01').toBe(true)
  })
})

test('makes of two words keep both', () => {
  expect(makeAndModel('Great Dane Champion')).toEqual({ make: 'Great Dane', model: 'Champion' })
  expect(makeAndModel('Kenworth T680')).toEqual({ make: 'Kenworth', model: 'T680' })
  expect(makeAndModel('')).toEqual({ make: '', model: '' })
})
