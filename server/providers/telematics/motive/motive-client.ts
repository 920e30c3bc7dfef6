import { isDeepStrictEqual } from 'node:util'
import { FeedFailure } from '#server/providers/feed-source.ts'
import { runInParallel } from '#server/providers/http-feed/run-in-parallel.ts'
import type { VendorAddress } from '#server/providers/http-feed/vendor-call.ts'
import { createVendorFetch, PATIENCE, type Patience, VendorNotFound } from '#server/providers/http-feed/vendor-fetch.ts'
import { integerAt, rowsAt } from '#server/providers/http-feed/vendor-rows.ts'

/**
 * Motive allows 10 parallel requests for one vehicle's history. It publishes no other parallel limit and no limit per
 * minute. A month of driving periods of a whole fleet has been observed to take 18 seconds, and once more than 30.
 */
export const MOTIVE_PATIENCE: Patience = {
  ...PATIENCE,
  answerMs: 60_000,
  paceMs: 0,
  attempts: 3,
  maxParallel: 10,
  mostFailures: 5,
  restMs: 60_000,
}

/** Motive's maximum page size. */
const PER_PAGE = 100

/** Names and values of a query, in order. A name may occur several times. */
export type Query = readonly (readonly [name: string, value: string])[]

export interface MotiveRequest {
  /** Appended to the base URL. Begins with the API version. */
  readonly path: string
  readonly query: Query
  readonly signal: AbortSignal
}
/**
 * A request for a list. `places` are the possible paths of the list in the response; the first path that holds a list
 * is used.
 */
export interface ListRequest extends MotiveRequest {
  readonly places: readonly [string, ...string[]]
}

export interface MotiveClient {
  /** The rows of a single response. */
  rows(request: ListRequest): Promise<readonly unknown[]>
  /** The rows of all pages. */
  pages(request: ListRequest): Promise<readonly unknown[]>
}

interface Page {
  readonly rows: readonly unknown[]
  /** Total number of rows of all pages; null when not reported. */
  readonly total: number | null
}
type FetchPage = (page: number, signal: AbortSignal) => Promise<Page>

/** Fetches pages until one is empty or repeats the one before. A first page larger than requested is the only page. */
async function fetchUntilRepeated(
  first: Page,
  fetchPage: FetchPage,
  signal: AbortSignal,
  mostPages: number,
): Promise<readonly unknown[]> {
  const all = [...first.rows]
  if (first.rows.length > PER_PAGE) return all
  let before = first.rows
  for (let page = 2; before.length > 0; page++) {
    if (page > mostPages) throw new FeedFailure('The vendor’s pages do not end.')
    const { rows } = await fetchPage(page, signal)
    if (isDeepStrictEqual(rows, before)) return all
    for (const row of rows) all.push(row)
    before = rows
  }
  return all
}

async function fetchAllPages(
  fetchPage: FetchPage,
  signal: AbortSignal,
  mostPages: number,
): Promise<readonly unknown[]> {
  const first = await fetchPage(1, signal)
  const { rows, total } = first
  if (total === null) return fetchUntilRepeated(first, fetchPage, signal, mostPages)
  // The first page shows the real page size, which can differ from the requested one.
  const pages = rows.length === 0 ? 1 : Math.ceil(total / rows.length)
  if (pages > mostPages) throw new FeedFailure('The vendor’s pages do not end.')
  const further = Array.from({ length: Math.max(0, pages - 1) }, (_, n) => n + 2)
  const others = await runInParallel(signal, (signal) => further.map((page) => fetchPage(page, signal)))
  return [rows, ...others.map((page) => page.rows)].flat()
}

/** A client for Motive: US units, company time, all pages. Its calls throw a `FeedFailure`, or the signal's reason. */
export function motiveClient({ baseUrl, apiKey }: VendorAddress, patience: Patience): MotiveClient {
  const fetchJson = createVendorFetch(patience)
  const headers = {
    accept: 'application/json',
    'x-api-key': apiKey,
    'x-time-zone': 'Central Time (US & Canada)',
    'x-metric-units': 'false',
  }
  const send = async ({ path, query, signal }: MotiveRequest) => {
    const url = new URL(`${baseUrl}${path}`)
    for (const [name, value] of query) url.searchParams.append(name, value)
    return await fetchJson({ url, headers, signal })
  }
  return {
    rows: async (request) => rowsAt(await send(request), ...request.places),
    pages: async (request) => {
      const fetchPage: FetchPage = async (page, signal) => {
        const query = [...request.query, ['per_page', `${PER_PAGE}`], ['page_no', `${page}`]] as const
        try {
          const answer = await send({ ...request, query, signal })
          return { rows: rowsAt(answer, ...request.places), total: integerAt(answer, 'pagination.total') }
        } catch (error) {
          if (page === 1 || !(error instanceof VendorNotFound)) throw error
          return { rows: [], total: null }
        }
      }
      return await fetchAllPages(fetchPage, request.signal, patience.mostPages)
    },
  }
}
