import * as z from 'zod/mini'
import { driverUnitNumbers, unitId, unitNumbers } from '#contract/units/unit-names.ts'
import { MAP_ACCESS, open } from '#contract/wire/access.ts'
import { reportDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { idList, wholeNumber } from '#contract/wire/page.ts'
import { instant, serverId } from '#contract/wire/record.ts'

/** The most bytes of a webhook. */
export const WEBHOOK_BYTES = 256 * 1024

/** The most days of a history that are told at once. */
export const MAX_HISTORY_DAYS = 92
/** Rows a page of driving periods, unless said and at most. */
export const PERIODS_A_PAGE = 100
export const MAX_PERIODS_A_PAGE = 1000

/** A person as the telematics vendor knows them; a driver here carries the id as `gomotive_id`. */
const vendorPerson = z.object({ id: z.int(), first_name: z.string(), last_name: z.string() })
export type VendorPerson = z.output<typeof vendorPerson>

/** Where something was, in degrees. */
const place = { lat: z.number(), lon: z.number() }

/** Where a vehicle was: miles an hour, degrees clockwise from north, miles, hours, percent; null for what was not told. */
export const vehicleLocation = z.object({
  ...place,
  located_at: instant,
  speed: z.nullable(z.number()),
  type: z.nullable(z.string()),
  bearing: z.nullable(z.number()),
  description: z.string(),
  odometer: z.nullable(z.number()),
  engine_hours: z.nullable(z.number()),
  fuel_primary_remaining_percentage: z.nullable(z.number()),
})
export type VehicleLocation = z.output<typeof vehicleLocation>

/** A driver's name and number here. */
const driverName = z.object({ id: serverId, first_name: z.string(), last_name: z.string() })

/** A vehicle as telematics tells it, with the truck that it is here, and who and what that truck has. */
export const vehicle = z.object({
  id: z.int(),
  number: z.string(),
  model: z.string(),
  make: z.string(),
  vin: z.string(),
  license_plate_state: z.string(),
  license_plate_number: z.string(),
  permanent_driver: z.nullable(vendorPerson),
  current_driver: z.nullable(vendorPerson),
  current_location: z.nullable(vehicleLocation),
  unit: z.nullable(
    z.object({
      id: unitId,
      ...unitNumbers,
      driver: z.nullable(driverName),
      trailer: z.nullable(unitId),
      trailer_number: driverUnitNumbers.trailer_number,
    }),
  ),
})
export type Vehicle = z.output<typeof vehicle>

/** Where a trailer was: `battery_capacity` of its gateway in percent, `unpowered_mode_update_frequency` in minutes. */
export const assetLocation = z.object({
  ...place,
  located_at: instant,
  moving: z.boolean(),
  bearing: z.nullable(z.number()),
  battery_capacity: z.nullable(z.number()),
  mode: z.nullable(z.string()),
  formatted_address: z.string(),
  unpowered_mode_update_frequency: z.nullable(z.number()),
})
export type AssetLocation = z.output<typeof assetLocation>

/** A trailer as telematics tells it, with the trailer that it is here. */
export const asset = z.object({
  id: z.int(),
  name: z.string(),
  make: z.string(),
  model: z.string(),
  type: z.string(),
  vin: z.string(),
  status: z.string(),
  asset_gateway: z.object({ last_location: z.nullable(assetLocation) }),
  unit: z.nullable(z.object({ id: unitId, ...unitNumbers, driver: z.nullable(driverName) })),
})
export type Asset = z.output<typeof asset>

/** A driver here, with the vehicle that telematics has them in, else the one of their truck; null for neither. */
export const mappedDriver = z.object({
  id: serverId,
  gomotive_id: z.nullable(z.int()),
  first_name: z.string(),
  last_name: z.string(),
  truck: z.nullable(unitId),
  trailer: z.nullable(unitId),
  ...driverUnitNumbers,
  vehicle: z.nullable(z.object({ id: z.int(), number: z.string() })),
  current_location: z.nullable(vehicleLocation),
})
export type MappedDriver = z.output<typeof mappedDriver>

/**
 * One run from standing to standing: seconds, and miles as `42.2 mi`. While it is under way its end is not known; `vehicle`
 * is the vendor's.
 */
export const drivingPeriod = z.object({
  id: z.int(),
  start_time: instant,
  end_time: z.nullable(instant),
  status: z.string(),
  duration: z.number(),
  distance: z.nullable(z.string()),
  driver: z.nullable(vendorPerson),
  vehicle: z.nullable(z.object({ id: z.int(), number: z.string() })),
  origin: z.string(),
  origin_lat: z.nullable(z.number()),
  origin_lon: z.nullable(z.number()),
  destination: z.string(),
  destination_lat: z.nullable(z.number()),
  destination_lon: z.nullable(z.number()),
})
export type DrivingPeriod = z.output<typeof drivingPeriod>

/** How positions come in; `failure` tells in words why the last try brought none, `as_of` when the server tells it. */
export const telematicsFeed = z.object({
  vendor: z.nullable(z.string()),
  tried_at: z.nullable(instant),
  succeeded_at: z.nullable(instant),
  failure: z.nullable(z.string()),
  as_of: instant,
})
export type TelematicsFeed = z.output<typeof telematicsFeed>

/** The lists of the map. */
export const MAPPED = ['vehicles', 'drivers', 'assets'] as const
export type Mapped = (typeof MAPPED)[number]

/** Where one of a list is now; `vehicle`: of a driver, which one that is the place of. */
const position = z.object({
  id: z.int(),
  vehicle: z.nullable(z.int()),
  location: z.union([vehicleLocation, assetLocation]),
})
export type MapPosition = z.output<typeof position>

/** The most drivers or vehicles whose periods are told at once. */
const MAX_ASKED = 100
const days = { start_date: reportDay, end_date: reportDay }
const vendorId = z.pipe(z.string().check(z.regex(/^\d{1,15}$/, 'Enter a valid id.')), z.transform(Number))
const vendorParam = z.object({ id: vendorId })

export const telematicsEndpoints = {
  vehicles: endpoint({
    name: 'telematics.vehicles',
    summary: 'Vehicles as telematics knows them, and where they last were.',
    method: 'GET',
    path: '/api/gomotive/vehicles/',
    access: MAP_ACCESS,
    reply: z.object({ vehicles: z.array(z.object({ vehicle })) }),
  }),
  assets: endpoint({
    name: 'telematics.assets',
    summary: 'Trailers as telematics knows them, and where they last were.',
    method: 'GET',
    path: '/api/gomotive/assets/',
    access: MAP_ACCESS,
    reply: z.object({ assets: z.array(z.object({ asset })) }),
  }),
  drivers: endpoint({
    name: 'telematics.drivers',
    summary: 'Drivers, and where the vehicle that they are in last was.',
    method: 'GET',
    path: '/api/gomotive/drivers/',
    access: MAP_ACCESS,
    reply: z.object({ drivers: z.array(z.object({ driver: mappedDriver })) }),
  }),
  positions: endpoint({
    name: 'telematics.positions',
    summary: 'Where those are who have moved since an instant of the server’s, or all; ids as their list has them.',
    method: 'GET',
    path: '/api/gomotive/positions/',
    access: MAP_ACCESS,
    /** `since`: the `as_of` of the answer before. What moved at that very moment may be told twice. */
    query: z.object({ of: z.enum(MAPPED), since: z.optional(instant) }),
    reply: z.object({ as_of: instant, positions: z.array(position) }),
  }),
  feed: endpoint({
    name: 'telematics.feed',
    summary: 'From whom positions come, and when that last went well.',
    method: 'GET',
    path: '/api/gomotive/feed/',
    access: MAP_ACCESS,
    reply: telematicsFeed,
  }),
  drivingPeriods: endpoint({
    name: 'telematics.drivingPeriods',
    summary: 'When drivers or vehicles drove, and from where to where, the latest first; ids are the vendor’s.',
    method: 'GET',
    path: '/api/gomotive/request_gomotive_api/v1/driving_periods/',
    access: MAP_ACCESS,
    query: z.object({
      ...days,
      driver_ids: z.optional(idList(MAX_ASKED)),
      vehicle_ids: z.optional(idList(MAX_ASKED)),
      per_page: z._default(wholeNumber(1, MAX_PERIODS_A_PAGE), PERIODS_A_PAGE),
      page_no: z._default(wholeNumber(1, 100_000), 1),
    }),
    reply: z.object({
      driving_periods: z.array(z.object({ driving_period: drivingPeriod })),
      pagination: z.object({ per_page: z.int(), page_no: z.int(), total: z.int() }),
    }),
  }),
  vehicleHistory: endpoint({
    name: 'telematics.vehicleHistory',
    summary: 'Where a vehicle was in a range of days, both included, the earliest first; the id is the vendor’s.',
    method: 'GET',
    path: '/api/gomotive/vehicle_location_history/:id/',
    access: MAP_ACCESS,
    params: vendorParam,
    /** `driver_id`: whose way it is. Who may not view trucks is told what that driver drove alone. */
    query: z.object({ ...days, driver_id: z.optional(vendorId) }),
    reply: z.object({ vehicle_locations: z.array(z.object({ vehicle_location: vehicleLocation })) }),
  }),
  assetHistory: endpoint({
    name: 'telematics.assetHistory',
    summary: 'Where a trailer was in a range of days, both included, the earliest first; the id is the vendor’s.',
    method: 'GET',
    path: '/api/gomotive/asset_location_history/:id/',
    access: MAP_ACCESS,
    params: vendorParam,
    /** `per_page`: sent for hosts that page; here all of them come. */
    query: z.object({ ...days, per_page: z.optional(wholeNumber(1, MAX_PERIODS_A_PAGE)) }),
    reply: z.object({ breadcrumbs: z.array(assetLocation) }),
  }),
  webhook: endpoint({
    name: 'telematics.webhook',
    summary: 'Takes what the vendor tells by itself, signed with the secret that both know; 404 where there is none.',
    method: 'POST',
    path: '/api/gomotive/webhook/',
    access: open,
    headers: z.object({ 'x-kt-webhook-signature': z.optional(z.string()) }),
    bytes: 'signed',
    reply: z.object({ status: z.literal('ok') }),
  }),
}
