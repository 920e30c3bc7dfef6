import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type Page } from '#contract/wire/page.ts'
import type { QueryData, SourcedData, TaggedResponse } from './query-data.ts'
import { revalidate } from './revalidate.ts'

/** The loaded part of a list, from its beginning. */
export interface ListData<Row> {
  readonly rows: readonly Row[]
  /** Of the whole list, as the server counts it. */
  readonly count: number
  /** Where the list goes on; null when all of it is here. */
  readonly next: string | null
}

/** Where a list comes from. */
export interface ListSource<Row> {
  readonly endpoint: EndpointShape
  readonly params: Readonly<Record<string, string | number>>
  readonly query: Readonly<Record<string, unknown>>
  readonly keyOf: (row: Row) => string
}

/**
 * The most rows that are kept of what a person has loaded of a list, so that reading them back is quick; the rest is asked
 * for when somebody scrolls there, or found in the copy that is kept to its end.
 */
export const MAX_STORED_ROWS = 500

/** Rows a page, as the list is asked for. */
export const pageSizeOf = (source: { readonly query: Readonly<Record<string, unknown>> }) =>
  typeof source.query.limit === 'number' ? source.query.limit : DEFAULT_PAGE_SIZE

interface PageRequest {
  /** Where the list goes on; null for its beginning. */
  readonly next: string | null
  readonly limit?: number
  /** Only the server's own word will do. */
  readonly fresh?: boolean
  readonly signal?: AbortSignal
}

/** What a `next` asks for, by its names. */
function nextPageQuery({ repeatedParams = [] }: EndpointShape, said: URLSearchParams) {
  return Object.fromEntries(
    [...said.keys()].map((name) => [name, repeatedParams.includes(name) ? said.getAll(name) : said.get(name)]),
  )
}

/** One page; `said`: what the server has said last of it. Throws an `ApiError`, and the signal's reason. */
export function fetchPage<Row>(
  source: ListSource<Row>,
  asked: PageRequest,
  said: TaggedResponse<Page<Row>> | null = null,
): Promise<QueryData<Page<Row>>> {
  const { endpoint, params, query } = source
  const { next, limit = pageSizeOf(source), ...how } = asked
  const onward = next === null ? {} : nextPageQuery(endpoint, new URL(next, 'http://page').searchParams)
  // It is read by the endpoint's schema, a `pageOf` whose rows `source` is typed by.
  const dataOf = (page: unknown) => page as Page<Row>
  return revalidate(endpoint, { params, query: { ...query, ...onward, limit }, ...how }, { said, dataOf })
}

function appendPage<Row>(
  { keyOf }: ListSource<Row>,
  before: SourcedData<ListData<Row>>,
  page: SourcedData<Page<Row>>,
): SourcedData<ListData<Row>> {
  // Rows that moved between two pages may come twice.
  const here = new Set(before.data.rows.map(keyOf))
  const fresh = page.data.results.filter((row) => !here.has(keyOf(row)))
  return {
    data: { rows: [...before.data.rows, ...fresh], count: page.data.count, next: page.data.next },
    // The list is as old as its oldest page.
    asOf: Math.min(before.asOf, page.asOf),
    source: before.source === 'cache' ? 'cache' : page.source,
  }
}

/**
 * A list from its beginning, with as many rows as were loaded before, so that nothing under a person's eyes goes away:
 * up to 1,000 rows in one call, never page by page; `said`: what one such call brought last. Where some are there, only the
 * server's own word makes them newer.
 */
export async function fetchList<Row>(
  source: ListSource<Row>,
  loaded: number,
  said: TaggedResponse<ListData<Row>> | null,
): Promise<QueryData<ListData<Row>>> {
  const size = pageSizeOf(source)
  const limit = Math.min(MAX_PAGE_SIZE, Math.max(size, Math.ceil(loaded / size) * size))
  const how = { limit, fresh: loaded > 0 }
  const before = said && { data: pageOfList(said.data), etag: said.etag }
  const first = await fetchPage(source, { next: null, ...how }, before)
  const { results, count, next } = first.data
  const data = said && first.data === before?.data ? said.data : { rows: results, count, next }
  const saidNow = first.lastResponse ? { lastResponse: { data, etag: first.lastResponse.etag } } : {}
  let list: QueryData<ListData<Row>> = { data, asOf: first.asOf, source: first.source, ...saidNow }
  while (list.data.rows.length < loaded && list.data.next !== null) {
    list = appendPage(source, list, await fetchPage(source, { next: list.data.next, ...how }))
  }
  return list
}

/** The next page alone; `list` is what is loaded. */
export async function fetchMore<Row>(source: ListSource<Row>, list: ListData<Row>): Promise<QueryData<ListData<Row>>> {
  const before: QueryData<ListData<Row>> = { data: list, asOf: Number.POSITIVE_INFINITY, source: 'network' }
  return appendPage(source, before, await fetchPage(source, { next: list.next }))
}

const pageOfList = <Row>({ rows, ...list }: ListData<Row>): Page<Row> => ({ ...list, previous: null, results: rows })

/** Whether all that is loaded of a list is kept. */
export const isStoredWhole = (data: unknown) => (data as ListData<unknown>).rows.length <= MAX_STORED_ROWS

/** What is kept on the device of a list: a page, so that the endpoint's own schema judges it when it is read back. */
export function packList(data: unknown): unknown {
  const list = data as ListData<unknown>
  if (isStoredWhole(list)) return pageOfList(list)
  return pageOfList({ ...list, rows: list.rows.slice(0, MAX_STORED_ROWS), next: `?offset=${MAX_STORED_ROWS}` })
}

/** A page as it was stored, judged by the endpoint's own schema; null for a bad one. */
export function unpackPage(endpoint: EndpointShape, kept: unknown): Page<unknown> | null {
  const parsed = endpoint.reply?.safeParse(kept)
  return parsed?.success ? (parsed.data as Page<unknown>) : null
}

export function unpackList(endpoint: EndpointShape, kept: unknown): ListData<unknown> | null {
  const page = unpackPage(endpoint, kept)
  return page && { rows: page.results, count: page.count, next: page.next }
}
