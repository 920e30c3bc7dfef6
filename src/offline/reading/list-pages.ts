import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type Page } from '#contract/wire/page.ts'
import { addressOf } from '#src/api/call.ts'
import type { QueryData, SourcedData, TaggedResponse } from './query-data.ts'
import { revalidate } from './revalidate.ts'

/** The loaded part of a list, from its beginning. */
export interface ListData<Row> {
  readonly rows: readonly Row[]
  /** Rows of the whole list, counted by the server. */
  readonly count: number
  /** Address of the next page; null when the whole list is loaded. */
  readonly next: string | null
}

/** The call that fetches a list. */
export interface ListSource<Row> {
  readonly endpoint: EndpointShape
  readonly params: Readonly<Record<string, string | number>>
  readonly query: Readonly<Record<string, unknown>>
  readonly keyOf: (row: Row) => string
}

/**
 * Maximum number of loaded rows that are stored for a list, so that they can be read back quickly. When the user
 * scrolls further, the rest is requested, or read from the whole stored copy.
 */
export const MAX_STORED_ROWS = 500

/** Rows per page of a list's calls. */
export const pageSizeOf = (source: { readonly query: Readonly<Record<string, unknown>> }) =>
  typeof source.query.limit === 'number' ? source.query.limit : DEFAULT_PAGE_SIZE

interface PageRequest {
  /** Address of the page; null for the first one. */
  readonly next: string | null
  readonly limit?: number
  /** Requires a response from the server itself, not from a cache. */
  readonly fresh?: boolean
  readonly signal?: AbortSignal
}

/** The query parameters of a page's address, by name. */
function nextPageQuery({ repeatedParams = [] }: EndpointShape, params: URLSearchParams) {
  return Object.fromEntries(
    [...params.keys()].map((name) => [name, repeatedParams.includes(name) ? params.getAll(name) : params.get(name)]),
  )
}

/** The query of a page. See `PageRequest`. */
function queryOfPage<Row>(source: ListSource<Row>, next: string | null, limit = pageSizeOf(source)) {
  const { endpoint, query } = source
  const pageQuery = next === null ? {} : nextPageQuery(endpoint, new URL(next, 'http://page').searchParams)
  return { ...query, ...pageQuery, limit }
}

/** The address of a page: its path and query. */
export const pageAddress = <Row>(source: ListSource<Row>, next: string | null, limit?: number): string =>
  addressOf(source.endpoint, { params: source.params, query: queryOfPage(source, next, limit) })

/**
 * Fetches one page. `lastResponse`: the server's last tagged response for it. Throws an `ApiError`, and the signal's
 * reason.
 */
export function fetchPage<Row>(
  source: ListSource<Row>,
  request: PageRequest,
  lastResponse: TaggedResponse<Page<Row>> | null = null,
): Promise<QueryData<Page<Row>>> {
  const { endpoint, params } = source
  const { next, limit, ...options } = request
  // The reply is parsed by the endpoint's schema: a `pageOf` with the row type of `source`.
  const dataOf = (page: unknown) => page as Page<Row>
  return revalidate(endpoint, { params, query: queryOfPage(source, next, limit), ...options }, { lastResponse, dataOf })
}

function appendPage<Row>(
  { keyOf }: ListSource<Row>,
  before: SourcedData<ListData<Row>>,
  page: SourcedData<Page<Row>>,
): SourcedData<ListData<Row>> {
  // A row that moved from one page to the next may come twice.
  const loadedKeys = new Set(before.data.rows.map(keyOf))
  const newRows = page.data.results.filter((row) => !loadedKeys.has(keyOf(row)))
  return {
    data: { rows: [...before.data.rows, ...newRows], count: page.data.count, next: page.data.next },
    // The list is as old as its oldest page.
    asOf: Math.min(before.asOf, page.asOf),
    source: before.source === 'cache' ? 'cache' : page.source,
  }
}

/**
 * Fetches a list from its beginning, with at least as many rows as are `loaded`, so that no row disappears from the
 * screen. One call brings up to 1,000 rows; only longer lists need more calls. `lastResponse`: the last tagged response
 * to the first call. When rows are loaded already, they must be replaced by a response from the server itself, not from
 * a cache.
 */
export async function fetchList<Row>(
  source: ListSource<Row>,
  loaded: number,
  lastResponse: TaggedResponse<ListData<Row>> | null,
): Promise<QueryData<ListData<Row>>> {
  const size = pageSizeOf(source)
  const limit = Math.min(MAX_PAGE_SIZE, Math.max(size, Math.ceil(loaded / size) * size))
  const options = { limit, fresh: loaded > 0 }
  const before = lastResponse && { data: pageOfList(lastResponse.data), etag: lastResponse.etag }
  const first = await fetchPage(source, { next: null, ...options }, before)
  const data = lastResponse && first.data === before?.data ? lastResponse.data : listOfPage(first.data)
  const tagged = first.lastResponse ? { lastResponse: { data, etag: first.lastResponse.etag } } : {}
  let list: QueryData<ListData<Row>> = { data, asOf: first.asOf, source: first.source, ...tagged }
  while (list.data.rows.length < loaded && list.data.next !== null) {
    list = appendPage(source, list, await fetchPage(source, { next: list.data.next, ...options }))
  }
  return list
}

/** Fetches the next page and appends it to `list`, the loaded part. The age and source of the result are the page's. */
export async function fetchMore<Row>(source: ListSource<Row>, list: ListData<Row>): Promise<QueryData<ListData<Row>>> {
  const before: QueryData<ListData<Row>> = { data: list, asOf: Number.POSITIVE_INFINITY, source: 'network' }
  return appendPage(source, before, await fetchPage(source, { next: list.next }))
}

/** A list of which one page is loaded. */
export const listOfPage = <Row>({ results, count, next }: Page<Row>): ListData<Row> => ({ rows: results, count, next })

const pageOfList = <Row>({ rows, ...list }: ListData<Row>): Page<Row> => ({ ...list, previous: null, results: rows })

/** Whether all loaded rows of a list are stored. */
export const isStoredWhole = (data: unknown) => (data as ListData<unknown>).rows.length <= MAX_STORED_ROWS

/** The stored form of a list: a page, so that the endpoint's own schema can check it when it is read back. */
export function packList(data: unknown): unknown {
  const list = data as ListData<unknown>
  if (isStoredWhole(list)) return pageOfList(list)
  return pageOfList({ ...list, rows: list.rows.slice(0, MAX_STORED_ROWS), next: `?offset=${MAX_STORED_ROWS}` })
}

/** A stored page, checked by the endpoint's own schema; null when it is invalid. */
export function unpackPage(endpoint: EndpointShape, stored: unknown): Page<unknown> | null {
  const parsed = endpoint.reply?.safeParse(stored)
  return parsed?.success ? (parsed.data as Page<unknown>) : null
}
