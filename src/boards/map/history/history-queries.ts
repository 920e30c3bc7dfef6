import * as z from 'zod/mini'
import { type DrivingPeriod, drivingPeriod, PERIODS_A_PAGE, telematicsEndpoints } from '#contract/boards/telematics.ts'
import { type Access, view } from '#contract/wire/access.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { type CallOptions, call } from '#src/api/call.ts'
import { deviceNow } from '#src/browser/company-clock.ts'
import { clipped, type TrackPoint } from '#src/map/track/track-point.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { type Declared, declare } from '#src/offline/reading/declared-query.ts'
import type { Known } from '#src/offline/reading/known.ts'
import type { DateRange } from '#src/ui/date-selector/range-choice.ts'
import type { HistorySubject } from './history-subject.ts'
import { assetPoint, packPoints, unpackPoints, vehiclePoint, vehiclesOf } from './path-points.ts'

/** Whose past whoever may view what. */
const NEEDED: Readonly<Record<HistorySubject['kind'], Access>> = {
  vehicle: view('trucks'),
  driver: view('drivers'),
  asset: view('trailers'),
}

interface Rows<Row> {
  readonly rows: readonly Row[]
}

const daysOf = ({ startDate, endDate }: DateRange) => ({ start_date: startDate, end_date: endDate })
const keptPeriods = z.object({ rows: z.array(drivingPeriod) })

/** Several answers as one: as old as the oldest, and from the device if one of them is. */
function together<Row>(answers: readonly Known<readonly Row[]>[]): Known<Rows<Row>> {
  return {
    data: { rows: answers.flatMap(({ data }) => data) },
    asOf: Math.min(deviceNow(), ...answers.map(({ asOf }) => asOf)),
    source: answers.some(({ source }) => source === 'cache') ? 'cache' : 'network',
  }
}

/** As the vendor reads it: days begin at midnight there. */
const CENTRAL_TIME = { 'x-time-zone': 'Central Time (US & Canada)' }
const periodsEndpoint = telematicsEndpoints.drivingPeriods
type PeriodsQuery = NonNullable<CallOptions<typeof periodsEndpoint>['query']>

/** All pages: for most, one. */
async function askPeriods(query: PeriodsQuery, fresh: boolean): Promise<Known<Rows<DrivingPeriod>>> {
  const pages: Known<readonly DrivingPeriod[]>[] = []
  for (let page = 1; ; page++) {
    const asked = { ...query, per_page: PERIODS_A_PAGE, page_no: page }
    const { data, asOf, source } = await call(periodsEndpoint, { query: asked, headers: CENTRAL_TIME, fresh })
    pages.push({ data: data.driving_periods.map(({ driving_period }) => driving_period), asOf, source })
    if (page * PERIODS_A_PAGE >= data.pagination.total) break
  }
  const all = together(pages)
  // One that begins meanwhile moves all others on: the last of a page is then the first of the next one, too.
  const once = new Map(all.data.rows.map((period) => [period.id, period]))
  return { ...all, data: { rows: [...once.values()] } }
}

/** When somebody drove, or a vehicle was driven, the latest first. Of an asset there is nothing to ask. */
export function drivingPeriodsOf({ kind, id }: HistorySubject, range: DateRange): Declared<Rows<DrivingPeriod>> {
  const query = { ...daysOf(range), [kind === 'driver' ? 'driver_ids' : 'vehicle_ids']: [id] }
  return declare<typeof periodsEndpoint, Rows<DrivingPeriod>>(
    { key: ['map', 'history', 'periods'], endpoint: periodsEndpoint, query, areas: [], access: NEEDED[kind] },
    {
      stored: { pack: (data) => data, unpack: (kept) => keptPeriods.safeParse(kept).data ?? null },
      ask: (before) => askPeriods(query, before !== undefined),
      make: null,
    },
  )
}

type Points = Known<readonly TrackPoint[]>

/** `driver`: whose way it is, if somebody's. */
async function askVehicle(id: number, range: DateRange, fresh: boolean, driver?: number): Promise<Points> {
  const asked = { params: { id }, query: { ...daysOf(range), driver_id: driver }, fresh }
  const { data, asOf, source } = await call(telematicsEndpoints.vehicleHistory, asked)
  return { data: data.vehicle_locations.map(({ vehicle_location }) => vehiclePoint(vehicle_location)), asOf, source }
}

async function askAsset(id: number, range: DateRange, fresh: boolean): Promise<Points> {
  const asked = { params: { id }, query: { ...daysOf(range), per_page: PERIODS_A_PAGE }, fresh }
  const { data, asOf, source } = await call(telematicsEndpoints.assetHistory, asked)
  return { data: data.breadcrumbs.map(assetPoint), asOf, source }
}

/** Where a driver was is where the vehicles were that they drove, as long as they did. */
async function askDriver(subject: HistorySubject, range: DateRange, fresh: boolean): Promise<Known<Rows<TrackPoint>>> {
  const periods = await queryClient.fetchQuery(drivingPeriodsOf(subject, range).options)
  const driven = vehiclesOf(periods.data.rows, range).map(async ({ id, spans, days }): Promise<Points> => {
    const { data, ...how } = await askVehicle(id, days, fresh, subject.id)
    return { ...how, data: clipped(data, spans) }
  })
  const { asOf, source } = periods
  const all = together([{ data: [], asOf, source }, ...(await Promise.all(driven))])
  // A driver goes from one vehicle to another and back.
  return { ...all, data: { rows: all.data.rows.toSorted((a, b) => a.at - b.at) } }
}

function askPath(subject: HistorySubject, range: DateRange, fresh: boolean): Promise<Known<Rows<TrackPoint>>> {
  if (subject.kind === 'driver') return askDriver(subject, range, fresh)
  const ask = subject.kind === 'vehicle' ? askVehicle : askAsset
  return ask(subject.id, range, fresh).then((points) => together([points]))
}

/** Where something or somebody was, the earliest first. */
export function pathOf(subject: HistorySubject, range: DateRange): Declared<Rows<TrackPoint>> {
  const { kind, id } = subject
  const endpoint: EndpointShape =
    kind === 'asset' ? telematicsEndpoints.assetHistory : telematicsEndpoints.vehicleHistory
  return declare<EndpointShape, Rows<TrackPoint>>(
    {
      key: ['map', 'history', 'path', kind],
      endpoint,
      params: { id },
      query: daysOf(range),
      areas: [],
      access: NEEDED[kind],
    },
    {
      stored: {
        // What is kept of this query is its own answers.
        pack: (data) => packPoints((data as Rows<TrackPoint>).rows),
        unpack: (kept) => {
          const rows = unpackPoints(kept)
          return rows && { rows }
        },
      },
      ask: (before) => askPath(subject, range, before !== undefined),
      make: null,
    },
  )
}
