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
import type { TelematicsPeriod, TelematicsSource, Told } from '#server/providers/telematics/telematics.ts'
import { checkRange, type DayRange } from '#server/records/day-range.ts'
import { isFeedOf } from './feed-repository.ts'
import { findAssetFixes, findVehicleFixes } from './fix-repository.ts'

/** Longer than this nobody waits, and neither does the browser. */
const ANSWER_MS = 25_000
const RETRY_SECONDS = '30'

/** Who asks, and of whom. */
export interface Asking {
  readonly sql: Sql
  readonly user: CurrentUser
  readonly log: { warn(details: object, message: string): void }
  /** Null where no vendor is set up: then there is what was kept. */
  readonly source: TelematicsSource | null
}

interface AskedDays {
  readonly start_date: string
  readonly end_date: string
}

function rangeOf({ start_date: first, end_date: last }: AskedDays): DayRange {
  const range = { first, last }
  checkRange(range, 'end_date', MAX_HISTORY_DAYS)
  return range
}

/** Who is asked: one that is made up is none of a company that it was not made up for. */
async function vendorOf({ sql, source }: Asking): Promise<TelematicsSource | null> {
  if (source === null || !source.isMadeUp) return source
  return (await isFeedOf(sql, source.vendor)) ? source : null
}

const isVendors = (error: unknown) => error instanceof FeedFailure || (error as Error).name === 'TimeoutError'
const unanswered = (detail: string) => new Problem(503, { detail }, { 'retry-after': RETRY_SECONDS })

interface Question<Row> {
  readonly range: DayRange
  readonly ask: (source: TelematicsSource, days: FeedRange) => Promise<Told<Row>>
  /** What is told where nobody answers; `why` in plain words. */
  readonly otherwise: (why: string) => Promise<readonly Row[]>
}

async function askVendor<Row>(asking: Asking, { range, ask, otherwise }: Question<Row>): Promise<readonly Row[]> {
  const source = await vendorOf(asking)
  if (source === null) return otherwise('No telematics vendor is set up.')
  const { vendor } = source
  try {
    const { rows, skipped } = await ask(source, { ...range, signal: AbortSignal.timeout(ANSWER_MS) })
    if (skipped > 0) asking.log.warn({ vendor, skipped }, 'telematics told of something that makes no sense')
    return rows
  } catch (error) {
    if (!isVendors(error)) throw error
    asking.log.warn({ err: error, vendor }, 'a history could not be had from the vendor')
    return otherwise(error instanceof FeedFailure ? error.message : 'The vendor took too long.')
  }
}

interface Driven {
  readonly drivers: readonly number[]
  readonly vehicles: readonly number[]
}

/** When drivers or vehicles drove: nothing of it is kept here. Throws 503 with words when the vendor does not answer. */
const periodsOf = (asking: Asking, range: DayRange, driven: Driven): Promise<readonly TelematicsPeriod[]> =>
  askVendor(asking, {
    range,
    ask: (source, days) => source.drivingPeriods({ ...days, ...driven }),
    otherwise: (why) => Promise.reject(unanswered(why)),
  })

export interface AskedPeriods extends AskedDays {
  readonly driver_ids?: readonly number[] | undefined
  readonly vehicle_ids?: readonly number[] | undefined
}

const milesText = (miles: number | null) => (miles === null ? null : `${miles.toFixed(1)} mi`)

/**
 * When drivers or vehicles drove, the latest first, all of the range at once. Throws 403 where the person may not view whom
 * they ask for, 400 for nobody and for days that can't be had, 503 with words when the vendor does not answer.
 */
export async function listPeriods(asking: Asking, asked: AskedPeriods): Promise<readonly DrivingPeriod[]> {
  const { user } = asking
  const { driver_ids: drivers = [], vehicle_ids: vehicles = [] } = asked
  if (drivers.length + vehicles.length === 0) throw invalidRequest('Name drivers or vehicles.')
  if (drivers.length > 0 && !can(user, view('drivers'))) throw forbidden()
  if (vehicles.length > 0 && !can(user, view('trucks'))) throw forbidden()
  const periods = await periodsOf(asking, rangeOf(asked), { drivers, vehicles })
  return periods.map((period) => ({ ...period, distance: milesText(period.distance) }))
}

interface AskedLocations extends AskedDays {
  readonly driver_id?: number | undefined
}

/**
 * Where a vehicle was. When the vendor does not answer it is what was kept here. Who may view drivers but not trucks must say
 * whose way they ask for: they are told where the vehicle was while that driver drove it. Throws as `listPeriods`.
 */
export async function listVehicleLocations(
  asking: Asking,
  id: number,
  asked: AskedLocations,
): Promise<readonly VehicleLocation[]> {
  const { user, sql } = asking
  const { driver_id: driver } = asked
  const isWhole = can(user, view('trucks'))
  if (!isWhole && (driver === undefined || !can(user, view('drivers')))) throw forbidden()
  const range = rangeOf(asked)
  const question = { ask: (source: TelematicsSource, days: FeedRange) => source.vehicleHistory(id, days), range }
  const locations = askVendor(asking, { ...question, otherwise: () => findVehicleFixes(sql, id, range) })
  if (isWhole || driver === undefined) return locations
  const [told, periods] = await Promise.all([locations, periodsOf(asking, range, { drivers: [driver], vehicles: [] })])
  const theirs = periods.filter(({ vehicle }) => vehicle?.id === id)
  return told.filter((location) => theirs.some((period) => isWithin(location, period)))
}

const isWithin = ({ located_at }: VehicleLocation, { start_time, end_time }: TelematicsPeriod) => {
  const at = Date.parse(located_at)
  return at >= Date.parse(start_time) && (end_time === null || at <= Date.parse(end_time))
}

/** Where a trailer was. When the vendor does not answer it is what was kept here. Throws 403, and 400 for bad days. */
export async function listAssetLocations(
  asking: Asking,
  id: number,
  asked: AskedDays,
): Promise<readonly AssetLocation[]> {
  if (!can(asking.user, view('trailers'))) throw forbidden()
  const range = rangeOf(asked)
  return askVendor(asking, {
    range,
    ask: (source, days) => source.assetHistory(id, days),
    otherwise: () => findAssetFixes(asking.sql, id, range),
  })
}
