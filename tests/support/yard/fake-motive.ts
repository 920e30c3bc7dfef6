import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { VendorAddress } from '#server/providers/http-feed/vendor-call.ts'
import { answering, type Play } from './fake-vendor.ts'

type Row = Readonly<Record<string, unknown>>

/** What it knows, and how it tells it. */
export interface MotiveBooks {
  vehicles: readonly unknown[]
  /** Of `/v2/vehicle_locations`, and under which names it tells them. */
  locations: readonly unknown[]
  locationNames: readonly [string, string]
  assets: readonly unknown[]
  assetLocations: readonly unknown[]
  periods: readonly Row[]
  /** Of the one vehicle, the one asset: by its number. */
  histories: ReadonlyMap<number, readonly Row[]>
  trails: ReadonlyMap<number, readonly Row[]>
  /** However many rows are asked for. */
  mostPerPage: number
  /** How many rows there are is told. */
  tellsTotal: boolean
}

export interface FakeMotive {
  readonly access: VendorAddress
  readonly books: MotiveBooks
  /** The questions so far, as people write them: `/v1/vehicles?per_page=100&page_no=1`. */
  readonly asked: string[]
  readonly headers: IncomingMessage['headers'][]
  /** How many questions were on their way at the same moment, at most. */
  mostAtOnce(): number
  /** The next questions whose path begins so are answered with these, one after the other; the last one for good. */
  trouble(path: string, ...plays: Play[]): void
  /** No trouble any more. */
  heal(): void
  /** Questions wait from now on until they are let go. */
  hold(): { readonly waiting: () => number; readonly release: () => void }
  close(): Promise<void>
}

const KEY = 'a-key-of-motive'
const DAY_MS = 86_400_000

function daysAsked(query: URLSearchParams, from: string, to: string) {
  const [first = '', last = ''] = [query.get(from) ?? '', query.get(to) ?? '']
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS
  return { days, has: (instant: unknown) => `${instant}`.slice(0, 10) >= first && `${instant}`.slice(0, 10) <= last }
}

const refuse = (error_message: string) => answering({ error_message }, 400)

function pageOf(
  books: MotiveBooks,
  rows: readonly unknown[],
  names: readonly [string, string],
  query: URLSearchParams,
) {
  const per_page = Math.min(Number(query.get('per_page') ?? 25), books.mostPerPage)
  const page_no = Number(query.get('page_no') ?? 1)
  const shown = rows.slice((page_no - 1) * per_page, page_no * per_page)
  const pagination = books.tellsTotal ? { pagination: { per_page, page_no, total: rows.length } } : {}
  return answering({ [names[0]]: shown.map((row) => ({ [names[1]]: row })), ...pagination })
}

function periodsTold(books: MotiveBooks, query: URLSearchParams): Play {
  const { days, has } = daysAsked(query, 'start_date', 'end_date')
  if (days > 30) return refuse('Date range cannot be greater than 30 days')
  const isAmong = (name: string, record: unknown) =>
    !query.has(name) || query.getAll(name).includes(`${(record as Row | null)?.id}`)
  const rows = books.periods
    .filter(({ start_time }) => has(start_time))
    .filter(({ driver, vehicle }) => isAmong('driver_ids[]', driver) && isAmong('vehicle_ids[]', vehicle))
    .toSorted((a, b) => (`${a.start_time}` < `${b.start_time}` ? 1 : -1))
  return pageOf(books, rows, ['driving_periods', 'driving_period'], query)
}

function historyTold(rows: readonly Row[] | undefined, query: URLSearchParams): Play {
  const { days, has } = daysAsked(query, 'start_date', 'end_date')
  if (rows === undefined) return answering({ error_message: 'not found' }, 404)
  if (days > 92) return refuse('Date range cannot be greater than 3 months')
  const shown = rows.filter(({ located_at }) => has(located_at))
  return answering({ vehicle_locations: shown.map((row) => ({ vehicle_location: row })) })
}

function trailTold(id: number, rows: readonly Row[] | undefined, query: URLSearchParams): Play {
  const { has } = daysAsked(query, 'start_time', 'end_time')
  if (rows === undefined) return answering({ error_message: 'not found' }, 404)
  return answering({ asset: { id }, breadcrumbs: rows.filter(({ located_at }) => has(located_at)) })
}

function answerOf(books: MotiveBooks, { pathname, searchParams }: URL): Play {
  const [, list = '', id] = /^\/api(\/v\d\/\w+)(?:\/(\d+))?$/.exec(pathname) ?? []
  const of = id === undefined ? list : `${list}/{id}`
  const number = Number(id)
  if (of === '/v1/vehicles') return pageOf(books, books.vehicles, ['vehicles', 'vehicle'], searchParams)
  if (of === '/v2/vehicle_locations') return pageOf(books, books.locations, books.locationNames, searchParams)
  if (of === '/v1/assets') return pageOf(books, books.assets, ['assets', 'asset'], searchParams)
  if (of === '/v1/asset_locations') return pageOf(books, books.assetLocations, ['assets', 'asset'], searchParams)
  if (of === '/v1/driving_periods') return periodsTold(books, searchParams)
  if (of === '/v3/vehicle_locations/{id}') return historyTold(books.histories.get(number), searchParams)
  if (of === '/v1/asset_locations/{id}') return trailTold(number, books.trails.get(number), searchParams)
  return answering({ error_message: 'not found' }, 404)
}

const noBooks = (): MotiveBooks => ({
  vehicles: [],
  locations: [],
  locationNames: ['vehicles', 'vehicle'],
  assets: [],
  assetLocations: [],
  periods: [],
  histories: new Map(),
  trails: new Map(),
  mostPerPage: 100,
  tellsTotal: true,
})

/** Motive on this machine, as far as it is documented: in pages, wrapped twice, with its limits, and in trouble when a test says so. */
export async function fakeMotive(): Promise<FakeMotive> {
  const books = noBooks()
  const asked: string[] = []
  const headers: IncomingMessage['headers'][] = []
  let troubles: { readonly path: string; readonly plays: Play[] }[] = []
  let held: (() => void)[] | null = null
  let [underWay, most] = [0, 0]

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://motive.example')
    const plays = troubles.find(({ path }) => url.pathname.startsWith(`/api${path}`))?.plays ?? []
    const isKnown = request.headers['x-api-key'] === KEY
    const [play = isKnown ? answerOf(books, url) : answering({ error_message: 'invalid API key' }, 401)] = plays
    if (plays.length > 1) plays.shift()
    play(request, response)
  }
  const server = createServer((request, response) => {
    asked.push(decodeURIComponent(request.url ?? '').replace(/^\/api/, ''))
    headers.push(request.headers)
    most = Math.max(most, ++underWay)
    response.on('close', () => underWay--)
    if (held) held.push(() => answer(request, response))
    else answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    access: { baseUrl: `http://127.0.0.1:${port}/api`, apiKey: KEY },
    books,
    asked,
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
      held = waiting
      const release = () => {
        held = null
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
