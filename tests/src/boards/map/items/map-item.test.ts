import { expect, test } from 'vitest'
import type { Asset, MappedDriver, Vehicle, VehicleLocation } from '#contract/boards/telematics.ts'
import { assetSubject, driverSubject, mapItemOf, vehicleSubject } from '#src/boards/map/items/map-item.ts'
import { compassOf, factsOf } from '#src/boards/map/items/map-item-facts.ts'
import { marksOf, stateWords } from '#src/boards/map/items/map-marks.ts'
import { ageRings, isLate } from '#src/boards/map/items/position-age.ts'
import { byName, byStatus, matchingSubjects } from '#src/boards/map/items/sorted-items.ts'
import { mapSearch } from '#src/boards/map/map-search.ts'
import { viewOf, viewText } from '#src/boards/map/map-view.ts'

const location: VehicleLocation = {
  lat: 41.5,
  lon: -88,
  located_at: '2026-11-21T15:00:00.000Z',
  speed: 62.4,
  type: 'vehicle_moving',
  bearing: 271,
  description: '3.2 mi W of Joliet, IL',
  odometer: 412_000.5,
  engine_hours: 9210.4,
  fuel_primary_remaining_percentage: 70.6,
}
const terrence = { id: 7, first_name: 'Terrence', last_name: 'Boone' }
const aVehicle = (vehicle: Partial<Vehicle> = {}): Vehicle => ({
  id: 730_001,
  number: '1042',
  make: 'Freightliner',
  model: 'Freightliner Cascadia',
  vin: '',
  license_plate_state: 'IL',
  license_plate_number: 'P123456',
  permanent_driver: null,
  current_driver: null,
  current_location: location,
  unit: { id: '1042', driver: terrence, trailer: 'TL-1001' },
  ...vehicle,
})
const aDriver = (driver: Partial<MappedDriver> = {}): MappedDriver => ({
  ...terrence,
  gomotive_id: 1,
  truck: '1042',
  trailer: null,
  vehicle: { id: 730_001, number: '1042' },
  current_location: location,
  ...driver,
})
const anAsset: Asset = {
  id: 9,
  name: 'TL-1001',
  make: 'Utility',
  model: '4000D-X',
  type: 'reefer',
  vin: '',
  status: 'active',
  asset_gateway: { last_location: null },
  unit: null,
}
const NOW = Date.parse('2026-11-21T15:01:00Z')
const CLOCK = { now: NOW, isLate: false }
const vehicleItem = (row: Vehicle, live?: VehicleLocation, clock = CLOCK) =>
  mapItemOf(vehicleSubject(row), live && { id: row.id, vehicle: null, location: live }, clock)
const driverItem = (row: MappedDriver) => mapItemOf(driverSubject(row), undefined, CLOCK)
const assetItem = (row: Asset) => mapItemOf(assetSubject(row), undefined, CLOCK)
const titles = (items: readonly { readonly title: string }[]) => items.map(({ title }) => title)

test('a vehicle is found by its unit, its driver, its trailer and its plate', () => {
  const items = [
    vehicleItem(aVehicle()),
    vehicleItem(aVehicle({ id: 2, number: '77', unit: null, license_plate_number: '' })),
  ]
  for (const find of ['1042', 'boone', 'terrence BOONE', 'tl-1001', 'p1234', '']) {
    expect(titles(matchingSubjects(items, find)), find).toContain('1042')
  }
  expect(titles(matchingSubjects(items, 'boone'))).toEqual(['1042'])
  expect(matchingSubjects(items, 'nobody')).toEqual([])
})

test('a vehicle shows its current driver, else the driver who has the truck, else the usual driver', () => {
  const other = { id: 1, first_name: 'Wanda', last_name: 'Ortiz' }
  const noteOf = (vehicle: Partial<Vehicle>) => vehicleItem(aVehicle(vehicle)).note
  expect(noteOf({ current_driver: other })).toBe('Wanda Ortiz')
  expect(noteOf({ permanent_driver: other })).toBe('Terrence Boone')
  expect(noteOf({ permanent_driver: other, unit: null })).toBe('Wanda Ortiz')
  expect(noteOf({ unit: null })).toBe('No driver')
})

test('lists are sorted from A to Z with numbers as numbers, or with moving vehicles first', () => {
  const still = { ...location, speed: 0 }
  const items = [
    vehicleItem(aVehicle({ id: 1, number: '100' })),
    vehicleItem(aVehicle({ id: 2, number: '9', current_location: still })),
    vehicleItem(aVehicle({ id: 3, number: 'A1', current_location: null })),
    vehicleItem(aVehicle({ id: 4, number: '20', current_location: { ...location, speed: null, type: null } })),
  ]
  expect(titles(byName(items))).toEqual(['9', '20', '100', 'A1'])
  expect(titles(byStatus(byName(items)))).toEqual(['100', '9', '20', 'A1'])
})

test('a vehicle is at its latest position, from the list or from a later live position', () => {
  const later = { ...location, located_at: '2026-11-21T15:00:10.000Z', lat: 42, speed: 0 }
  expect(vehicleItem(aVehicle(), later)).toMatchObject({ location: later, state: 'stop', speed: 0 })
  expect(vehicleItem(aVehicle({ current_location: later }), location)).toMatchObject({ location: later })
  expect(vehicleItem(aVehicle({ current_location: null }), later)).toMatchObject({ location: later })
  expect(factsOf(vehicleItem(aVehicle(), later))).toContainEqual({ name: 'Speed', value: '0 mph' })
})

test('a driver who changed vehicles does not follow the former vehicle', () => {
  const gone = { ...location, located_at: '2026-11-21T15:10:00.000Z', lat: 30 }
  const driver = driverSubject(aDriver({ vehicle: { id: 2, number: '77' } }))
  expect(mapItemOf(driver, { id: 7, vehicle: 730_001, location: gone }, CLOCK).location).toEqual(location)
  expect(mapItemOf(driver, { id: 7, vehicle: 2, location: gone }, CLOCK).location).toEqual(gone)
})

test('what has no known position is in the list and not on the map', () => {
  const items = [vehicleItem(aVehicle({ current_location: null })), assetItem(anAsset), driverItem(aDriver())]
  expect(items.map(({ state }) => state)).toEqual(['not_known', 'not_known', 'moving'])
  expect(marksOf(items)).toMatchObject([{ key: 'driver-7', shape: 'arrow', color: 'green', bearing: 271 }])
  expect(driverItem(aDriver({ vehicle: null, truck: null, current_location: null }))).toMatchObject({
    state: 'stale',
    note: 'No vehicle',
  })
})

test('the card shows speed, fuel, odometer, engine hours, driver and trailer, and a dash for unknown values', () => {
  const facts = (item: Parameters<typeof factsOf>[0]) =>
    Object.fromEntries(factsOf(item).map(({ name, value }) => [name, value]))
  expect(facts(vehicleItem(aVehicle()))).toEqual({
    Driver: 'Terrence Boone',
    Trailer: 'TL-1001',
    Speed: '62 mph',
    Heading: 'W',
    Fuel: '71 %',
    Odometer: '412,000.5 mi',
    'Engine hours': '9,210',
    Model: 'Freightliner Cascadia',
    Plate: 'P123456 · IL',
  })
  expect(facts(vehicleItem(aVehicle({ current_location: null, unit: null })))).toMatchObject({
    Speed: '—',
    Driver: '—',
  })
  expect(facts(assetItem(anAsset))).toMatchObject({ Type: 'Drybox', Model: 'Utility 4000D-X', 'Gateway battery': '—' })
  expect([0, 44, 337.4, 359, -90, 720].map(compassOf)).toEqual(['N', 'NE', 'NW', 'N', 'W', 'N'])
})

test('the address keeps the view, and ignores invalid values', () => {
  expect(viewOf(viewText({ lat: 41.53, lon: -88.08, zoom: 9 }))).toEqual({ lat: 41.53, lon: -88.08, zoom: 9 })
  const odd = { tab: 'planes', sort: 7, at: 3, view: 'x'.repeat(41), from: 'soon', period: 'a', follow: 3 }
  expect(mapSearch.parse(odd)).toEqual({ tab: 'vehicles', sort: 'name', find: '' })
  for (const view of ['here', '1,2', '1,2,', ',,', '99.0,-88,5', 'NaN,1,2']) expect(viewOf(view), view).toBeNull()
  expect(mapSearch.parse({ at: 'driver-7', view: '41.53,-88.08,9' })).toMatchObject({ at: 'driver-7' })
})

test('an exact name is found before names that only contain the words', () => {
  const trailer = aVehicle({ id: 2, number: '11', unit: { id: '11', driver: null, trailer: '1042' } })
  const items = [vehicleItem(trailer), vehicleItem(aVehicle())]
  expect(titles(matchingSubjects(items, '1042'))).toEqual(['1042', '11'])
  expect(titles(matchingSubjects(items, '"1042"'))).toEqual(['1042', '11'])
  expect(titles(matchingSubjects(items, '104'))).toEqual(['11', '1042'])
})

test('a position has a ring from four hours on, two from a day on, three from forty hours on', () => {
  const hours = (age: number) => ageRings('stop', NOW - age * 3_600_000, CLOCK)
  expect([0, 3.9, 4, 23, 24, 39, 40, 400].map(hours)).toEqual([0, 0, 1, 1, 2, 2, 3, 3])
})

test('the position of a moving vehicle is old after ten minutes, and every position is when the vendor has been silent for five', () => {
  const minutes = (age: number, clock = CLOCK) => ageRings('moving', NOW - age * 60_000, clock)
  expect([0, 9.9, 10, 239, 240].map((age) => minutes(age))).toEqual([0, 0, 1, 1, 1])
  expect([0, 9.9, 10, 30 * 60].map((age) => minutes(age, { now: NOW, isLate: true }))).toEqual([1, 1, 1, 2])
  const late = (minutes: number, isOnline: boolean) => isLate(NOW - minutes * 60_000, NOW, isOnline)
  expect([5, 5.1].map((minutes) => late(minutes, true))).toEqual([false, true])
  expect([1, 1.1].map((minutes) => late(minutes, false))).toEqual([false, true])
})

test('an old position shows in the words and the mark', () => {
  const look = (clock: typeof CLOCK) => {
    const item = vehicleItem(aVehicle(), undefined, clock)
    return [stateWords(item), marksOf([item])[0]?.rings]
  }
  expect(look(CLOCK)).toEqual(['Moving', 0])
  expect(look({ ...CLOCK, now: NOW + 10 * 60_000 })).toEqual(['Was moving', 1])
  expect(look({ ...CLOCK, isLate: true })).toEqual(['Was moving', 1])
  expect((['stop', 'stationary', 'stale'] as const).map((state) => stateWords({ state, rings: 1 }))).toEqual([
    'Was stopped',
    'Was stationary',
    'Stale',
  ])
  const facts = (isLate: boolean) => factsOf(vehicleItem(aVehicle(), undefined, { ...CLOCK, isLate }))
  expect([facts(false), facts(true)].map((all) => all.find(({ name }) => /speed/i.test(name))?.name)).toEqual([
    'Speed',
    'Last speed',
  ])
  expect(vehicleItem(aVehicle({ current_location: null }), undefined, { ...CLOCK, isLate: true }).rings).toBe(0)
})
