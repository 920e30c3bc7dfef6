import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { VendorAddress } from '#server/providers/http-feed/vendor-call.ts'
import { type Play, responding } from './fake-vendor.ts'

type Row = Readonly<Record<string, unknown>>

/** Motive's data, and the format of its responses. */
export interface MotiveData {
  vehicles: readonly unknown[]
  /** The rows of `/v2/vehicle_locations`. */
  locations: readonly unknown[]
  /** The names of the list and of each row in that response. */
  locationNames: readonly [string, string]
  assets: readonly unknown[]
  assetLocations: readonly unknown[]
  periods: readonly Row[]
  /** The location history by vehicle id. */
  histories: ReadonlyMap<number, readonly Row[]>
  /** The breadcrumbs by asset id. */
  trails: ReadonlyMap<number, readonly Row[]>
  /** The largest page, even if a request wants more rows. */
  maxPerPage: number
  /** Whether responses contain the pagination with the total number of rows. */
  includesTotal: boolean
}

export interface FakeMotive {
  readonly access: VendorAddress
  readonly data: MotiveData
  /** The requests so far, decoded: `/v1/vehicles?per_page=100&page_no=1`. */
  readonly requests: string[]
  readonly headers: IncomingMessage['headers'][]
  /** The largest number of requests that were open at the same time. */
  mostAtOnce(): number
  /** Requests whose path starts with `path` get these responses, one after the other. The last one repeats. */
  trouble(path: string, ...plays: Play[]): void
  /** Ends all trouble. */
  heal(): void
  /** From now on requests wait until `release`. */
  hold(): { readonly waiting: () => number; readonly release: () => void }
  close(): Promise<void>
}

const KEY = 'a-key-of-motive'
const DAY_MS = 86_400_000

function requestedRange(query: URLSearchParams, from: string, to: string) {
  const [first = '', last = ''] = [query.get(from) ?? '', query.get(to) ?? '']
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS
  return { days, has: (instant: unknown) => `${instant}`.slice(0, 10) >= first && `${instant}`.slice(0, 10) <= last }
}

const refuse = (error_message: string) => responding({ error_message }, 400)

function pageOf(data: MotiveData, rows: readonly unknown[], names: readonly [string, string], query: URLSearchParams) {
  const per_page = Math.min(Number(query.get('per_page') ?? 25), data.maxPerPage)
  const page_no = Number(query.get('page_no') ?? 1)
  const shown = rows.slice((page_no - 1) * per_page, page_no * per_page)
  const pagination = data.includesTotal ? { pagination: { per_page, page_no, total: rows.length } } : {}
  return responding({ [names[0]]: shown.map((row) => ({ [names[1]]: row })), ...pagination })
}

function periodsResponse(data: MotiveData, query: URLSearchParams): Play {
  const { days, has } = requestedRange(query, 'start_date', 'end_date')
  if (days > 30) return refuse('Date range cannot be greater than 30 days')
  const isAmong = (name: string, record: unknown) =>
    !query.has(name) || query.getAll(name).includes(`${(record as Row | null)?.id}`)
  const rows = data.periods
    .filter(({ start_time }) => has(start_time))
    .filter(({ driver, vehicle }) => isAmong('driver_ids[]', driver) && isAmong('vehicle_ids[]', vehicle))
    .toSorted((a, b) => (`${a.start_time}` < `${b.start_time}` ? 1 : -1))
  return pageOf(data, rows, ['driving_periods', 'driving_period'], query)
}

function historyResponse(rows: readonly Row[] | undefined, query: URLSearchParams): Play {
  const { days, has } = requestedRange(query, 'start_date', 'end_date')
  if (rows === undefined) return responding({ error_message: 'not found' }, 404)
  if (days > 92) return refuse('Date range cannot be greater than 3 months')
  const shown = rows.filter(({ located_at }) => has(located_at))
  return responding({ vehicle_locations: shown.map((row) => ({ vehicle_location: row })) })
}

function trailResponse(id: number, rows: readonly Row[] | undefined, query: URLSearchParams): Play {
  const { has } = requestedRange(query, 'start_time', 'end_time')
  if (rows === undefined) return responding({ error_message: 'not found' }, 404)
  return responding({ asset: { id }, breadcrumbs: rows.filter(({ located_at }) => has(located_at)) })
}

function answerOf(data: MotiveData, { pathname, searchParams }: URL): Play {
  const [, list = '', id] = /^\/api(\/v\d\/\w+)(?:\/(\d+))?$/.exec(pathname) ?? []
  const route = id === undefined ? list : `${list}/{id}`
  const number = Number(id)
  if (route === '/v1/vehicles') return pageOf(data, data.vehicles, ['vehicles', 'vehicle'], searchParams)
  if (route === '/v2/vehicle_locations') return pageOf(data, data.locations, data.locationNames, searchParams)
  if (route === '/v1/assets') return pageOf(data, data.assets, ['assets', 'asset'], searchParams)
  if (route === '/v1/asset_locations') return pageOf(data, data.assetLocations, ['assets', 'asset'], searchParams)
  if (route === '/v1/driving_periods') return periodsResponse(data, searchParams)
  if (route === '/v3/vehicle_locations/{id}') return historyResponse(data.histories.get(number), searchParams)
  if (route === '/v1/asset_locations/{id}') return trailResponse(number, data.trails.get(number), searchParams)
  return responding({ error_message: 'not found' }, 404)
}

const emptyData = (): MotiveData => ({
  vehicles: [],
  locations: [],
  locationNames: ['vehicles', 'vehicle'],
  assets: [],
  assetLocations: [],
  periods: [],
  histories: new Map(),
  trails: new Map(),
  maxPerPage: 100,
  includesTotal: true,
})

/**
 * Motive's HTTP service on this machine, as documented: pages, rows wrapped twice, limits of ranges. A test can cause
 * trouble.
 */
export async function fakeMotive(): Promise<FakeMotive> {
  const data = emptyData()
  const requests: string[] = []
  const headers: IncomingMessage['headers'][] = []
  let troubles: { readonly path: string; readonly plays: Play[] }[] = []
  let heldRequests: (() => void)[] | null = null
  let [underWay, most] = [0, 0]

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://motive.example')
    const plays = troubles.find(({ path }) => url.pathname.startsWith(`/api${path}`))?.plays ?? []
    const isKnown = request.headers['x-api-key'] === KEY
    const [play = isKnown ? answerOf(data, url) : responding({ error_message: 'invalid API key' }, 401)] = plays
    if (plays.length > 1) plays.shift()
    play(request, response)
  }
  const server = createServer((request, response) => {
    requests.push(decodeURIComponent(request.url ?? '').replace(/^\/api/, ''))
    headers.push(request.headers)
    most = Math.max(most, ++underWay)
    response.on('close', () => underWay--)
    if (heldRequests) heldRequests.push(() => answer(request, response))
    else answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    access: { baseUrl: `http://127.0.0.1:${port}/api`, apiKey: KEY },
    data,
    requests,
    headers,
    mostAtOnce: () => most,
    trouble: (path, ...plays) => {
      troubles.push({ path, plays })
    },
    heal: () => {
      troubles = []
    },
    hold: () => {
      const waiting: (() => void)[] = []
      heldRequests = waiting
      const release = () => {
        heldRequests = null
        for (const letGo of waiting.splice(0)) letGo()
      }
      return { waiting: () => waiting.length, release }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
