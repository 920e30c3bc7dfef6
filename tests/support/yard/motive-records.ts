/** A vehicle in Motive's list: by default a Kenworth from Illinois with a current driver. `rest` replaces fields. */
export const aListedVehicle = (id: number, rest: object = {}) => ({
  id,
  company_id: 7_000_001,
  number: `${id}`,
  status: 'active',
  vin: '1XKYD49X0LJ000001',
  make: 'Kenworth',
  model: 'T680',
  year: '2020',
  license_plate_state: 'IL',
  license_plate_number: `P${id}`,
  metric_units: false,
  permanent_driver: null,
  current_driver: { id: 9_000_001, first_name: 'Sam', last_name: 'Field', email: null, role: 'driver' },
  ...rest,
})

/** The location of a vehicle: by default on the road near Joliet. */
export const aFix = (rest: object = {}) => ({
  located_at: '2026-11-21T17:58:00Z',
  lat: 41.525,
  lon: -88.081,
  bearing: 90.5,
  speed: 61.2,
  type: 'breadcrumb',
  description: '1.2 mi SE of Joliet, IL',
  odometer: 410_000.5,
  engine_hours: 9000.25,
  fuel: 54_321.01,
  fuel_primary_remaining_percentage: 63.5,
  ...rest,
})

/** A vehicle in Motive's list of locations. */
export const aLocatedVehicle = (id: number, location: unknown = aFix(), rest: object = {}) => ({
  id,
  number: `${id}`,
  year: '2020',
  make: 'Kenworth',
  model: 'T680',
  vin: '1XKYD49X0LJ000001',
  current_driver: { id: 9_000_001, first_name: 'Sam', last_name: 'Field' },
  current_location: location,
  ...rest,
})

export const aListedAsset = (id: number, rest: object = {}) => ({
  id,
  name: `T${id}`,
  status: 'active',
  type: 'dry_van',
  vin: '1JJV532D0KL000001',
  make: 'Wabash',
  model: 'DuraPlate',
  ...rest,
})

export const anAssetFix = (rest: object = {}) => ({
  located_at: '2026-11-21T12:00:00Z',
  lat: 41.86,
  lon: -87.65,
  moving: false,
  address: '103 Synthetic St, Chicago, IL',
  ...rest,
})

export const aLocatedAsset = (id: number, location: unknown = anAssetFix(), rest: object = {}) => ({
  id,
  name: `T${id}`,
  asset_gateway: { id: id + 1, identifier: 'AG-1', last_location: location },
  ...rest,
})

export const aPeriod = (id: number, start_time: string, rest: object = {}) => ({
  id,
  start_time,
  end_time: new Date(Date.parse(start_time) + 2_845_000).toISOString(),
  status: 'complete',
  type: 'driving',
  duration: 2845,
  driver: { id: 9_000_001, first_name: 'Sam', last_name: 'Field', role: 'driver' },
  vehicle: { id: 8_000_001, number: '000011', make: 'Kenworth', metric_units: false },
  origin: '103 Synthetic St, City, MO 10003',
  origin_lat: 40.0011,
  origin_lon: -100.0011,
  destination: '104 Synthetic St, City, MO 10003',
  destination_lat: 40.0012,
  destination_lon: -100.0012,
  distance: '42.2 mi',
  ...rest,
})
