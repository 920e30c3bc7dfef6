import * as z from 'zod/mini'
import { driverUnitNumbers, unitId, unitNumbers } from '#contract/units/unit-names.ts'
import { MAP_ACCESS, open } from '#contract/wire/access.ts'
import { reportDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { idList, wholeNumber } from '#contract/wire/page.ts'
import { instant, serverId } from '#contract/wire/record.ts'

/** The most bytes in the body of a webhook call. */
export const MAX_WEBHOOK_BYTES = 256 * 1024

/** The most days in one request for a location history. */
export const MAX_HISTORY_DAYS = 92
/** Driving periods per page: the default and the maximum. */
export const DEFAULT_PERIODS_PER_PAGE = 100
export const MAX_PERIODS_PER_PAGE = 1000

/** A person at the telematics vendor. Our driver has this id as `gomotive_id`. */
const vendorPerson = z.object({ id: z.int(), first_name: z.string(), last_name: z.string() })
export type VendorPerson = z.output<typeof vendorPerson>

/** Degrees. */
const coordinates = { lat: z.number(), lon: z.number() }

/**
 * The location of a vehicle. `speed` in miles per hour, `bearing` in degrees clockwise from north, `odometer` in miles,
 * `engine_hours` in hours, fuel in percent. Null: the vendor sent no value.
 */
export const vehicleLocation = z.object({
  ...coordinates,
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

/** A driver of ours: id and name. */
const driverName = z.object({ id: serverId, first_name: z.string(), last_name: z.string() })

/**
 * A vehicle of the telematics vendor, with our truck, the truck's driver and trailer. `unit` is null for an unknown
 * vehicle.
 */
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

/**
 * The location of a trailer. `battery_capacity` of its gateway in percent, `bearing` in degrees clockwise from north,
 * `unpowered_mode_update_frequency` in minutes.
 */
export const assetLocation = z.object({
  ...coordinates,
  located_at: instant,
  moving: z.boolean(),
  bearing: z.nullable(z.number()),
  battery_capacity: z.nullable(z.number()),
  mode: z.nullable(z.string()),
  formatted_address: z.string(),
  unpowered_mode_update_frequency: z.nullable(z.number()),
})
export type AssetLocation = z.output<typeof assetLocation>

/** A trailer of the telematics vendor, with our trailer. `unit` is null for an unknown trailer. */
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

/**
 * A driver of ours, with the vehicle that the vendor reports for the driver, otherwise that of the driver's truck, or
 * null.
 */
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
 * A drive between two stops. `duration` in seconds, `distance` as text (`42.2 mi`). `end_time` is null during the
 * drive. `driver` and `vehicle` are the vendor's.
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

/**
 * The state of the position feed. `failure`: why the last attempt failed, as text; null after a success. `as_of`: when
 * the server sent this response.
 */
export const telematicsFeed = z.object({
  vendor: z.nullable(z.string()),
  tried_at: z.nullable(instant),
  succeeded_at: z.nullable(instant),
  failure: z.nullable(z.string()),
  as_of: instant,
})
export type TelematicsFeed = z.output<typeof telematicsFeed>

/** The lists of the map. */
export const MAP_LISTS = ['vehicles', 'drivers', 'assets'] as const
export type MapList = (typeof MAP_LISTS)[number]

/** The current location of one item of a list. `vehicle`: for a driver, the id of the vehicle at that location. */
const position = z.object({
  id: z.int(),
  vehicle: z.nullable(z.int()),
  location: z.union([vehicleLocation, assetLocation]),
})
export type MapPosition = z.output<typeof position>

/** The most drivers or vehicles in one request for driving periods. */
const MAX_IDS = 100
const dayRange = { start_date: reportDay, end_date: reportDay }
const vendorId = z.pipe(z.string().check(z.regex(/^\d{1,15}$/, 'Enter a valid id.')), z.transform(Number))
const vendorParam = z.object({ id: vendorId })

export const telematicsEndpoints = {
  vehicles: endpoint({
    name: 'telematics.vehicles',
    summary: 'The telematics vendor’s vehicles with their last positions.',
    method: 'GET',
    path: '/api/gomotive/vehicles/',
    access: MAP_ACCESS,
    reply: z.object({ vehicles: z.array(z.object({ vehicle })) }),
  }),
  assets: endpoint({
    name: 'telematics.assets',
    summary: 'The telematics vendor’s trailers with their last positions.',
    method: 'GET',
    path: '/api/gomotive/assets/',
    access: MAP_ACCESS,
    reply: z.object({ assets: z.array(z.object({ asset })) }),
  }),
  drivers: endpoint({
    name: 'telematics.drivers',
    summary: 'Drivers with the last positions of their vehicles.',
    method: 'GET',
    path: '/api/gomotive/drivers/',
    access: MAP_ACCESS,
    reply: z.object({ drivers: z.array(z.object({ driver: mappedDriver })) }),
  }),
  positions: endpoint({
    name: 'telematics.positions',
    summary:
      'The positions of those that have moved since an instant of the server’s clock, or of all. The ids are those of their list.',
    method: 'GET',
    path: '/api/gomotive/positions/',
    access: MAP_ACCESS,
    /**
     * `since`: the `as_of` of the previous response. `as_of` is 15 to 25 seconds before the response, so an item that
     * moved in that time may be in both responses.
     */
    query: z.object({ of: z.enum(MAP_LISTS), since: z.optional(instant) }),
    reply: z.object({ as_of: instant, positions: z.array(position) }),
  }),
  feed: endpoint({
    name: 'telematics.feed',
    summary: 'The vendors of positions, and the time of their last success.',
    method: 'GET',
    path: '/api/gomotive/feed/',
    access: MAP_ACCESS,
    reply: telematicsFeed,
  }),
  drivingPeriods: endpoint({
    name: 'telematics.drivingPeriods',
    summary:
      'The driving periods of drivers or vehicles, with origin and destination, the latest first. The ids are the vendor’s.',
    method: 'GET',
    path: '/api/gomotive/request_gomotive_api/v1/driving_periods/',
    access: MAP_ACCESS,
    query: z.object({
      ...dayRange,
      driver_ids: z.optional(idList(MAX_IDS)),
      vehicle_ids: z.optional(idList(MAX_IDS)),
      per_page: z._default(wholeNumber(1, MAX_PERIODS_PER_PAGE), DEFAULT_PERIODS_PER_PAGE),
      page_no: z._default(wholeNumber(1, 100_000), 1),
    }),
    reply: z.object({
      driving_periods: z.array(z.object({ driving_period: drivingPeriod })),
      pagination: z.object({ per_page: z.int(), page_no: z.int(), total: z.int() }),
    }),
  }),
  vehicleHistory: endpoint({
    name: 'telematics.vehicleHistory',
    summary:
      'The positions of a vehicle in a range of days (first and last day included), the earliest first. The id is the vendor’s.',
    method: 'GET',
    path: '/api/gomotive/vehicle_location_history/:id/',
    access: MAP_ACCESS,
    params: vendorParam,
    /**
     * `driver_id`: the driver whose route is shown. Users who may not view trucks only get the parts that this driver
     * drove.
     */
    query: z.object({ ...dayRange, driver_id: z.optional(vendorId) }),
    reply: z.object({ vehicle_locations: z.array(z.object({ vehicle_location: vehicleLocation })) }),
  }),
  assetHistory: endpoint({
    name: 'telematics.assetHistory',
    summary:
      'The positions of a trailer in a range of days (first and last day included), the earliest first. The id is the vendor’s.',
    method: 'GET',
    path: '/api/gomotive/asset_location_history/:id/',
    access: MAP_ACCESS,
    params: vendorParam,
    /** `per_page`: sent by the app for servers with pages. This server sends all locations and ignores it. */
    query: z.object({ ...dayRange, per_page: z.optional(wholeNumber(1, MAX_PERIODS_PER_PAGE)) }),
    reply: z.object({ breadcrumbs: z.array(assetLocation) }),
  }),
  webhook: endpoint({
    name: 'telematics.webhook',
    summary: 'Receives the vendor’s webhook, signed with the shared secret; 404 when no secret is configured.',
    method: 'POST',
    path: '/api/gomotive/webhook/',
    access: open,
    headers: z.object({ 'x-kt-webhook-signature': z.optional(z.string()) }),
    bytes: 'signed',
    reply: z.object({ status: z.literal('ok') }),
  }),
}
