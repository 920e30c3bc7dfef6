import {
  type AssetLocation,
  type DrivingPeriod,
  MAX_HISTORY_DAYS,
  type VehicleLocation,
} from '#contract/boards/telematics.ts'
import { can, view } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { forbidden, invalidRequest, Problem } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { FeedFailure, type FeedRange } from '#server/providers/feed-source.ts'
import type { TelematicsPeriod, TelematicsRows, TelematicsSource } from '#server/providers/telematics/telematics.ts'
import { checkRange, type DayRange } from '#server/records/day-range.ts'
import { isFeedOf } from './feed-repository.ts'
import { findAssetFixes, findVehicleFixes } from './fix-repository.ts'

/** Timeout of a vendor request in milliseconds; users and the browser do not wait longer. */
const ANSWER_MS = 25_000
const RETRY_SECONDS = '30'

/** Context of a history request: the database, the user and the vendor. */
export interface HistoryRequest {
  readonly sql: Sql
  readonly user: CurrentUser
  readonly log: { warn(details: object, message: string): void }
  /** Null when no vendor is set up: then only the stored positions are available. */
  readonly source: TelematicsSource | null
}

interface RequestedDays {
  readonly start_date: string
  readonly end_date: string
}

function rangeOf({ start_date: first, end_date: last }: RequestedDays): DayRange {
  const range = { first, last }
  checkRange(range, 'end_date', MAX_HISTORY_DAYS)
  return range
}

/** The vendor to query, or null. The simulated vendor serves only the demo company it was set up for. */
async function vendorOf({ sql, source }: HistoryRequest): Promise<TelematicsSource | null> {
  if (source === null || !source.isSimulated) return source
  return (await isFeedOf(sql, source.vendor)) ? source : null
}

const isVendorFailure = (error: unknown) => error instanceof FeedFailure || (error as Error).name === 'TimeoutError'
const vendorUnavailable = (detail: string) => new Problem(503, { detail }, { 'retry-after': RETRY_SECONDS })

interface VendorQuery<Row> {
  readonly range: DayRange
  readonly fetchRows: (source: TelematicsSource, days: FeedRange) => Promise<TelematicsRows<Row>>
  /** The result when no vendor responds. `why` is the reason in plain words. */
  readonly fallback: (why: string) => Promise<readonly Row[]>
}

async function fetchFromVendor<Row>(
  request: HistoryRequest,
  { range, fetchRows, fallback }: VendorQuery<Row>,
): Promise<readonly Row[]> {
  const source = await vendorOf(request)
  if (source === null) return fallback('No telematics vendor is set up.')
  const { vendor } = source
  try {
    const { rows, skipped } = await fetchRows(source, { ...range, signal: AbortSignal.timeout(ANSWER_MS) })
    if (skipped > 0) request.log.warn({ vendor, skipped }, 'telematics told of something that makes no sense')
    return rows
  } catch (error) {
    if (!isVendorFailure(error)) throw error
    request.log.warn({ err: error, vendor }, 'a history could not be had from the vendor')
    return fallback(error instanceof FeedFailure ? error.message : 'The vendor took too long.')
  }
}

interface DriversAndVehicles {
  readonly drivers: readonly number[]
  readonly vehicles: readonly number[]
}

/**
 * Driving periods of drivers or vehicles. They are not stored here, so this throws 503 with a reason when the vendor
 * fails.
 */
const fetchPeriods = (
  request: HistoryRequest,
  range: DayRange,
  subjects: DriversAndVehicles,
): Promise<readonly TelematicsPeriod[]> =>
  fetchFromVendor(request, {
    range,
    fetchRows: (source, days) => source.drivingPeriods({ ...days, ...subjects }),
    fallback: (why) => Promise.reject(vendorUnavailable(why)),
  })

export interface RequestedPeriods extends RequestedDays {
  readonly driver_ids?: readonly number[] | undefined
  readonly vehicle_ids?: readonly number[] | undefined
}

const milesText = (miles: number | null) => (miles === null ? null : `${miles.toFixed(1)} mi`)

/**
 * All driving periods of drivers or vehicles in the range, latest first. Throws 403 when the user may not view the
 * requested drivers or vehicles, 400 when none are named or the range is invalid, 503 with a reason when the vendor
 * does not respond.
 */
export async function listPeriods(request: HistoryRequest, query: RequestedPeriods): Promise<readonly DrivingPeriod[]> {
  const { user } = request
  const { driver_ids: drivers = [], vehicle_ids: vehicles = [] } = query
  if (drivers.length + vehicles.length === 0) throw invalidRequest('Name drivers or vehicles.')
  if (drivers.length > 0 && !can(user, view('drivers'))) throw forbidden()
  if (vehicles.length > 0 && !can(user, view('trucks'))) throw forbidden()
  const periods = await fetchPeriods(request, rangeOf(query), { drivers, vehicles })
  return periods.map((period) => ({ ...period, distance: milesText(period.distance) }))
}

interface RequestedLocations extends RequestedDays {
  readonly driver_id?: number | undefined
}

/**
 * Positions of a vehicle. When the vendor does not respond, the stored positions are used. A user who may view drivers
 * but not trucks must name a driver, and gets only positions from that driver's driving periods. Throws like
 * `listPeriods`.
 */
export async function listVehicleLocations(
  request: HistoryRequest,
  id: number,
  query: RequestedLocations,
): Promise<readonly VehicleLocation[]> {
  const { user, sql } = request
  const { driver_id: driver } = query
  const isWhole = can(user, view('trucks'))
  if (!isWhole && (driver === undefined || !can(user, view('drivers')))) throw forbidden()
  const range = rangeOf(query)
  const vendorQuery = {
    fetchRows: (source: TelematicsSource, days: FeedRange) => source.vehicleHistory(id, days),
    range,
  }
  const locations = fetchFromVendor(request, { ...vendorQuery, fallback: () => findVehicleFixes(sql, id, range) })
  if (isWhole || driver === undefined) return locations
  const [reported, periods] = await Promise.all([
    locations,
    fetchPeriods(request, range, { drivers: [driver], vehicles: [] }),
  ])
  const ownPeriods = periods.filter(({ vehicle }) => vehicle?.id === id)
  return reported.filter((location) => ownPeriods.some((period) => isWithin(location, period)))
}

const isWithin = ({ located_at }: VehicleLocation, { start_time, end_time }: TelematicsPeriod) => {
  const at = Date.parse(located_at)
  return at >= Date.parse(start_time) && (end_time === null || at <= Date.parse(end_time))
}

/**
 * Positions of a trailer. When the vendor does not respond, the stored positions are used. Throws 403, and 400 for an
 * invalid range.
 */
export async function listAssetLocations(
  request: HistoryRequest,
  id: number,
  query: RequestedDays,
): Promise<readonly AssetLocation[]> {
  if (!can(request.user, view('trailers'))) throw forbidden()
  const range = rangeOf(query)
  return fetchFromVendor(request, {
    range,
    fetchRows: (source, days) => source.assetHistory(id, days),
    fallback: () => findAssetFixes(request.sql, id, range),
  })
}
