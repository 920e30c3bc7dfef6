import * as z from 'zod/mini'
import {
  DEFAULT_PERIODS_PER_PAGE,
  type DrivingPeriod,
  drivingPeriod,
  telematicsEndpoints,
} from '#contract/boards/telematics.ts'
import { type Access, view } from '#contract/wire/access.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { type CallOptions, call } from '#src/api/call.ts'
import { deviceNow } from '#src/browser/company-clock.ts'
import { clipped, type TrackPoint } from '#src/map/track/track-point.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { type DeclaredQuery, declareQuery } from '#src/offline/reading/declared-query.ts'
import type { QueryData } from '#src/offline/reading/query-data.ts'
import type { DateRange } from '#src/ui/date-selector/range-choice.ts'
import type { HistorySubject } from './history-subject.ts'
import { assetPoint, packPoints, unpackPoints, vehiclePoint, vehiclesOf } from './path-points.ts'

/** The access needed for each kind of history. */
const REQUIRED_ACCESS: Readonly<Record<HistorySubject['kind'], Access>> = {
  vehicle: view('trucks'),
  driver: view('drivers'),
  asset: view('trailers'),
}

interface HistoryRows<Row> {
  readonly rows: readonly Row[]
}

const daysOf = ({ startDate, endDate }: DateRange) => ({ start_date: startDate, end_date: endDate })
const keptPeriods = z.object({ rows: z.array(drivingPeriod) })

/** Combines several responses into one: as old as the oldest one, and from the device if any of them is. */
function combine<Row>(answers: readonly QueryData<readonly Row[]>[]): QueryData<HistoryRows<Row>> {
  return {
    data: { rows: answers.flatMap(({ data }) => data) },
    asOf: Math.min(deviceNow(), ...answers.map(({ asOf }) => asOf)),
    source: answers.some(({ source }) => source === 'cache') ? 'cache' : 'network',
  }
}

/** The time zone header for the vendor: days begin at midnight in that zone. */
const CENTRAL_TIME = { 'x-time-zone': 'Central Time (US & Canada)' }
const periodsEndpoint = telematicsEndpoints.drivingPeriods
type PeriodsQuery = NonNullable<CallOptions<typeof periodsEndpoint>['query']>

/** Requests all pages; usually there is one. */
async function fetchPeriods(query: PeriodsQuery, fresh: boolean): Promise<QueryData<HistoryRows<DrivingPeriod>>> {
  const pages: QueryData<readonly DrivingPeriod[]>[] = []
  for (let page = 1; ; page++) {
    const pageQuery = { ...query, per_page: DEFAULT_PERIODS_PER_PAGE, page_no: page }
    const { data, asOf, source } = await call(periodsEndpoint, { query: pageQuery, headers: CENTRAL_TIME, fresh })
    pages.push({ data: data.driving_periods.map(({ driving_period }) => driving_period), asOf, source })
    if (page * DEFAULT_PERIODS_PER_PAGE >= data.pagination.total) break
  }
  const all = combine(pages)
  // A period that begins during the requests shifts the pages, so the last period of a page may repeat on the next one.
  const once = new Map(all.data.rows.map((period) => [period.id, period]))
  return { ...all, data: { rows: [...once.values()] } }
}

/** The driving periods of a driver or a vehicle, the latest first. Assets have none. */
export function drivingPeriodsOf(
  { kind, id }: HistorySubject,
  range: DateRange,
): DeclaredQuery<HistoryRows<DrivingPeriod>> {
  const query = { ...daysOf(range), [kind === 'driver' ? 'driver_ids' : 'vehicle_ids']: [id] }
  return declareQuery<typeof periodsEndpoint, HistoryRows<DrivingPeriod>>(
    { key: ['map', 'history', 'periods'], endpoint: periodsEndpoint, query, areas: [], access: REQUIRED_ACCESS[kind] },
    {
      storage: { pack: (data) => data, unpack: (storedData) => keptPeriods.safeParse(storedData).data ?? null },
      fetchData: (before) => fetchPeriods(query, before !== undefined),
      derive: null,
    },
  )
}

type Points = QueryData<readonly TrackPoint[]>

/** Requests the path of a vehicle. `driver`: only while this driver drove it. */
async function fetchVehicle(id: number, range: DateRange, fresh: boolean, driver?: number): Promise<Points> {
  const options = { params: { id }, query: { ...daysOf(range), driver_id: driver }, fresh }
  const { data, asOf, source } = await call(telematicsEndpoints.vehicleHistory, options)
  return { data: data.vehicle_locations.map(({ vehicle_location }) => vehiclePoint(vehicle_location)), asOf, source }
}

async function fetchAsset(id: number, range: DateRange, fresh: boolean): Promise<Points> {
  const options = { params: { id }, query: { ...daysOf(range), per_page: DEFAULT_PERIODS_PER_PAGE }, fresh }
  const { data, asOf, source } = await call(telematicsEndpoints.assetHistory, options)
  return { data: data.breadcrumbs.map(assetPoint), asOf, source }
}

/** The path of a driver: the paths of their vehicles during their driving periods. */
async function fetchDriver(
  subject: HistorySubject,
  range: DateRange,
  fresh: boolean,
): Promise<QueryData<HistoryRows<TrackPoint>>> {
  const periods = await queryClient.fetchQuery(drivingPeriodsOf(subject, range).options)
  const driven = vehiclesOf(periods.data.rows, range).map(async ({ id, spans, days }): Promise<Points> => {
    const { data, ...how } = await fetchVehicle(id, days, fresh, subject.id)
    return { ...how, data: clipped(data, spans) }
  })
  const { asOf, source } = periods
  const all = combine([{ data: [], asOf, source }, ...(await Promise.all(driven))])
  // A driver may change to another vehicle and back, so the points are sorted.
  return { ...all, data: { rows: all.data.rows.toSorted((a, b) => a.at - b.at) } }
}

function fetchPath(
  subject: HistorySubject,
  range: DateRange,
  fresh: boolean,
): Promise<QueryData<HistoryRows<TrackPoint>>> {
  if (subject.kind === 'driver') return fetchDriver(subject, range, fresh)
  const ask = subject.kind === 'vehicle' ? fetchVehicle : fetchAsset
  return ask(subject.id, range, fresh).then((points) => combine([points]))
}

/** The path of a driver, vehicle or asset, the earliest point first. */
export function pathOf(subject: HistorySubject, range: DateRange): DeclaredQuery<HistoryRows<TrackPoint>> {
  const { kind, id } = subject
  const endpoint: EndpointShape =
    kind === 'asset' ? telematicsEndpoints.assetHistory : telematicsEndpoints.vehicleHistory
  return declareQuery<EndpointShape, HistoryRows<TrackPoint>>(
    {
      key: ['map', 'history', 'path', kind],
      endpoint,
      params: { id },
      query: daysOf(range),
      areas: [],
      access: REQUIRED_ACCESS[kind],
    },
    {
      storage: {
        // Only responses of this query are stored under it.
        pack: (data) => packPoints((data as HistoryRows<TrackPoint>).rows),
        unpack: (storedData) => {
          const rows = unpackPoints(storedData)
          return rows && { rows }
        },
      },
      fetchData: (before) => fetchPath(subject, range, before !== undefined),
      derive: null,
    },
  )
}
