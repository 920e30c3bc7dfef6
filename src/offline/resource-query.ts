import { type QueryKey, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type { Access } from '#contract/access.ts'
import type { EndpointShape, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { Page } from '#contract/page.ts'
import type { Kind } from '#contract/record.ts'
import { ApiError, isUnreachable } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { isOnline, probeNow } from './connectivity.ts'
import type { Fold } from './fold.ts'
import type { ListRules } from './fold-list.ts'
import type { KeepingHow } from './keep-list.ts'
import { dropKept, type KeptList, keptBeginning, keptList } from './kept-list.ts'
import {
  fetchList,
  fetchMore,
  fetchPage,
  type ListData,
  type ListSource,
  packList,
  pageSizeOf,
  unpackList,
  unpackPage,
} from './list-pages.ts'
import { type Make, makeReady } from './make-ready.ts'
import type { Needs } from './needs.ts'
import { FRESH_MS, queryClient } from './query-client.ts'
import { type Known, persister, type StoredQuery } from './query-keeper.ts'

type Params = Readonly<Record<string, string | number>>

interface Asked<E extends EndpointShape> {
  /** First what it is about, as commands name it in `refreshes`; the parameters and the query are added to it. */
  readonly key: readonly string[]
  readonly endpoint: E
  readonly params?: Params
  readonly query?: Partial<QueryOf<E>>
  /** The areas whose records it shows, if that is more than the first of `key`: it is asked for anew when one changes. */
  readonly shows?: readonly string[]
  /** Permissions beside the endpoint's own that bring a part of the answer each: with one that is lost, it goes. */
  readonly parts?: readonly Access[]
}

export type Options<Data> = ReturnType<typeof optionsOf<Data>>

/** What any declared read can do, whatever it reads. */
export interface AnyQuery extends Needs {
  readonly queryKey: QueryKey
  /** See `prefetch`. */
  readonly ready: () => Promise<void>
  /** Where it is kept in a way of its own: when the server gave what is kept of it, null for nothing; see `keepList`. */
  readonly keptAt?: () => Promise<number | null>
  readonly keep?: (how: KeepingHow) => Promise<boolean>
}

/** A single answer of the server, whatever its shape, read the same way in loaders and on screens. */
export interface RecordQuery<Data> extends AnyQuery {
  readonly options: Options<Data>
  /** Lays waiting changes over the answer. */
  readonly overlay: (data: Data, fold: Fold) => Data
}

/** A list that grows by pages, kept as one. */
export interface ListQuery<Row extends object> extends AnyQuery {
  readonly options: Options<ListData<Row>>
  readonly kind: Kind<Row>
  readonly rules: Pick<ListRules<Row>, 'fits' | 'compare' | 'newFirst'>
  /** What waiting changes do inside the rows, and between them; the same array when that is nothing. */
  readonly overlayRows: ((rows: readonly Row[], fold: Fold) => readonly Row[]) | null
  readonly more: (list: ListData<Row>) => Promise<Known<ListData<Row>>>
  /** The list that has all of its rows, where this one has not. */
  readonly partOf: ListQuery<Row> | null
  /** The copy that the device keeps to its end; null for none. */
  readonly kept: () => Promise<KeptList<Row> | null>
  /** One page of at most `limit` rows, from where `next` says. Throws an `ApiError`, and the signal's reason. */
  readonly page: (next: string | null, limit: number | undefined, signal: AbortSignal) => Promise<Known<Page<Row>>>
}

export type RowOf<E extends EndpointShape> =
  ReplyOf<E> extends { readonly results: readonly (infer Row extends object)[] } ? Row : never

const MOST_COMPARED = 500
const sizeOf = (known: unknown) => (known as Known<{ readonly rows?: readonly unknown[] }>).data.rows?.length ?? 0

interface Fetched<Data> {
  readonly key: readonly string[]
  readonly asked: unknown
  readonly shows: readonly string[] | undefined
  readonly needs: Needs
  readonly stored: StoredQuery
  readonly ask: (before: Data | undefined) => Promise<Known<Data>>
}

/**
 * Query's options for something the device keeps. Without a network, what is kept is not asked for again: the probe
 * finds out when that makes sense. What is not kept is asked for, since the service worker may have it.
 */
function optionsOf<Data>({ key, asked, shows = key.slice(0, 1), needs, stored, ask }: Fetched<Data>) {
  const queryKey: QueryKey = [...key, asked]
  return queryOptions<Known<Data>>({
    queryKey,
    queryFn: async () => {
      const before = queryClient.getQueryData<Known<Data>>(queryKey)
      if (!isOnline()) {
        void probeNow()
        if (before !== undefined) throw new ApiError('network')
      }
      const answer = await ask(before?.data)
      // The service worker's copy may be older than what is here by now: then the network has not answered in time.
      const here = queryClient.getQueryData<Known<Data>>(queryKey)
      if (here !== undefined && answer.source === 'cache' && answer.asOf < here.asOf) throw new ApiError('timeout')
      return answer
    },
    persister,
    meta: { stored, shows, needs },
    // What a cache answered is asked for again at the next occasion; so is what a wrong clock has dated ahead.
    staleTime: ({ state }) =>
      state.data?.source === 'cache'
        ? 0
        : state.dataUpdatedAt > Date.now()
          ? Date.now() - state.dataUpdatedAt
          : FRESH_MS,
    // Comparing row by row pays where rows are drawn anew for it, and that are never more than fit on a screen.
    structuralSharing: (before, after) => (sizeOf(after) > MOST_COMPARED ? after : replaceEqualDeep(before, after)),
  })
}

/**
 * Declares the read of one record, or of any answer that is no list. `within`: where the device may have it when it was
 * never asked for by itself and the server can't be, such as a list that it keeps (`rowIn`).
 */
export function recordQuery<const E extends EndpointShape>({
  key,
  endpoint,
  params,
  query,
  shows,
  parts,
  within,
  overlay = (data) => data,
}: Asked<E> & {
  readonly within?: () => Promise<Known<ReplyOf<E>> | null>
  readonly overlay?: (data: ReplyOf<E>, fold: Fold) => ReplyOf<E>
}): RecordQuery<ReplyOf<E>> {
  const stored: StoredQuery = {
    pack: (data) => data,
    unpack: (kept) => endpoint.reply?.safeParse(kept).data ?? null,
  }
  const ask = async (before: ReplyOf<E> | undefined): Promise<Known<ReplyOf<E>>> => {
    const asked = { ...(params && { params }), ...(query && { query }), fresh: before !== undefined }
    try {
      const { data, asOf, source } = await call<E>(endpoint, asked)
      return { data, asOf, source }
    } catch (error) {
      const made = before === undefined && isUnreachable(error) ? await within?.() : null
      if (made) return made
      throw error
    }
  }
  const needs = needsOf(endpoint, parts)
  const options = optionsOf({ key, asked: { params, query }, shows, needs, stored, ask })
  return { ...read(needs, options, within), options, overlay }
}

/**
 * Declares the read of a list. `kind` says what its rows are; `fits` and `compare` are the server's filter and order.
 * `partOf` is the same list without a filter, in the order it is kept in: this one is made of it until the server has
 * answered, and where that can't be asked.
 */
export function listQuery<const E extends EndpointShape>({
  key,
  endpoint,
  params,
  query,
  shows,
  parts,
  kind,
  fits,
  compare,
  newFirst,
  overlayRows,
  partOf,
  isPassing = false,
}: Asked<E> & {
  readonly kind: Kind<RowOf<E>>
  readonly partOf?: ListQuery<RowOf<E>> | null
  readonly fits?: (row: RowOf<E>) => boolean
  readonly compare?: (a: RowOf<E>, b: RowOf<E>) => number
  readonly newFirst?: boolean
  /** Not kept on the device: asked for in passing, and made of `partOf` as quickly. */
  readonly isPassing?: boolean
  readonly overlayRows?: (rows: readonly RowOf<E>[], fold: Fold) => readonly RowOf<E>[]
}): ListQuery<RowOf<E>> {
  const source: ListSource<RowOf<E>> = { endpoint, params: params ?? {}, query: query ?? {}, keyOf: kind.keyOf }
  // `unpackPage` judges by the endpoint's own schema, a `pageOf` whose rows `RowOf` is.
  const kept = () => keptList(options.queryKey, (page) => unpackPage(endpoint, page) as Page<RowOf<E>> | null)
  const stored: StoredQuery = {
    pack: packList,
    unpack: (data) => unpackList(endpoint, data),
    isPassing,
    // Of a part of another list no copy is kept: looking for one would be reads in vain before each other order or filter.
    ...(partOf
      ? {}
      : {
          elsewhere: async (asOf: number) => keptBeginning(await kept(), asOf),
          forgetElsewhere: () => dropKept(options.queryKey),
        }),
  }
  const rules = { ...(fits && { fits }), ...(compare && { compare }), ...(newFirst && { newFirst }) }
  const make = async (since?: number) => {
    const { madeList } = await import('./made-list.ts')
    // With a network a page of it is enough: the server's own takes its place at once.
    const most = isOnline() ? pageSizeOf(source) : Number.POSITIVE_INFINITY
    return partOf ? madeList(partOf, rules, { most, ...(since !== undefined && { since }) }) : null
  }
  const ask = async (before: ListData<RowOf<E>> | undefined) => {
    try {
      return await fetchList(source, before?.rows.length ?? 0)
    } catch (error) {
      const made = before === undefined && isUnreachable(error) ? await make() : null
      if (made) return made
      throw error
    }
  }
  const needs = needsOf(endpoint, parts)
  const options = optionsOf({ key, asked: { params, query }, shows, needs, stored, ask })
  return {
    ...read(needs, options, partOf ? make : null, true),
    options,
    kind,
    rules,
    overlayRows: overlayRows ?? null,
    more: (list) => fetchMore(source, list),
    partOf: partOf ?? null,
    kept,
    page: (next, limit, signal) => fetchPage(source, { next, signal, fresh: true, ...(limit && { limit }) }),
  }
}

const needsOf = ({ access }: EndpointShape, parts: readonly Access[] | undefined): Needs => ({
  access,
  ...(parts && { parts }),
})

function read<Data>(needs: Needs, options: Options<Data>, make: Make<Data> = null, isMadeFirst = false): AnyQuery {
  return { ...needs, queryKey: options.queryKey, ready: () => makeReady(options, make, isMadeFirst) }
}

/**
 * For route loaders: gets a query ready and never rejects. What the device keeps is there when it resolves, and the
 * network is only waited for when it keeps nothing, for as long as the server can be reached; what comes later is taken.
 */
export function prefetch(query: AnyQuery): Promise<void> {
  return query.ready()
}
