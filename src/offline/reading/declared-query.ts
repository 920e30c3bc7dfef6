import { type QueryKey, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type { Access } from '#contract/wire/access.ts'
import type { DataArea } from '#contract/wire/data-areas.ts'
import type { EndpointShape, QueryOf } from '#contract/wire/endpoint.ts'
import { ApiError, isUnreachable } from '#src/api/api-error.ts'
import { FRESH_MS, queryClient } from '#src/offline/query-storage/query-client.ts'
import { persister } from '#src/offline/query-storage/query-persister.ts'
import type { WholeList } from '#src/offline/query-storage/whole-list.ts'
import { isOnline, probeNow } from '../connectivity.ts'
import type { RequiredAccess } from '../required-access.ts'
import { type DeriveData, prepareQuery } from './prepare-query.ts'
import type { QueryData, StorageRules, SyncRules, TaggedResponse } from './query-data.ts'
import { isRefusal } from './reading-state.ts'

type Params = Readonly<Record<string, string | number>>

/** The call of a query, its key, and the access that its response requires. */
export interface QueryParts<E extends EndpointShape> {
  /** The stored name: never change it. The path parameters and the query string are appended. */
  readonly key: readonly string[]
  readonly endpoint: E
  readonly params?: Params
  readonly query?: Partial<QueryOf<E>>
  /**
   * The areas whose records it shows, in any field: a change in one of them makes it stale. The area of its rows is first.
   * Empty for data that no change in the app affects.
   */
  readonly areas: readonly DataArea[]
  /** Permission needed to see this response. Set it when users without it may call the endpoint but get nothing. */
  readonly access?: Access
  /** Further permissions, each for a part of the response. The stored response is deleted when one of them is lost. */
  readonly parts?: readonly Access[]
}

/** The common part of all declared queries. */
export interface AnyQuery extends RequiredAccess {
  readonly queryKey: QueryKey
  /** See `QueryParts`. */
  readonly areas: readonly DataArea[]
  /** See `prefetch` and, for `isPatient: false`, `prepareFromDevice`. */
  readonly prepare: (how?: { readonly isPatient: boolean }) => Promise<void>
  /** For a list that is stored to its end. See `wholeList`. */
  readonly whole?: WholeList
}

/** Rows. Longer lists are not compared row by row. */
const MAX_COMPARED = 500
/** Whether a top-level list in a response has more rows than are compared. */
const isLong = ({ data }: { readonly data: object }) =>
  Object.values(data).some((value) => Array.isArray(value) && value.length > MAX_COMPARED)

const isSameData = <Data>(before: QueryData<Data>, after: QueryData<Data>) =>
  before.data === after.data &&
  before.lastResponse?.data === after.lastResponse?.data &&
  before.lastResponse?.etag === after.lastResponse?.etag &&
  [before.asOf, before.source, before.isDerived].every(
    (fact, at) => fact === [after.asOf, after.source, after.isDerived][at],
  )

/** Keeps the identity of unchanged objects: a screen renders and fetches again when it gets another object. */
function shareUnchanged<Data>(before: QueryData<Data> | undefined, after: QueryData<Data>): QueryData<Data> {
  const data = replaceEqualDeep(before?.data, after.data)
  const now =
    after.lastResponse?.data === after.data
      ? { ...after, data, lastResponse: { ...after.lastResponse, data } }
      : { ...after, data }
  return before !== undefined && isSameData(before, now) ? before : now
}

/** How the data of a query is stored, fetched and derived. */
interface QueryBehavior<Data> {
  readonly storage: StorageRules
  /**
   * Fetches from the server. `before`: the data in the cache now. `lastResponse`: the server's last tagged response to
   * this query.
   */
  readonly fetchData: (before: Data | undefined, lastResponse: TaggedResponse<Data> | null) => Promise<QueryData<Data>>
  /** Derives the data from other stored queries, for when the cache has none and the server is unreachable. */
  readonly derive: DeriveData<Data>
  /** See `prepareQuery`. */
  readonly showsDerivedFirst?: boolean
  readonly synced?: SyncRules | undefined
}

export type DeclaredOptions<Data> = ReturnType<typeof optionsOf<Data>>

/** A declared query with its TanStack Query options. */
export interface DeclaredQuery<Data> extends AnyQuery {
  readonly options: DeclaredOptions<Data>
}

/** Declares a query of any shape. Areas use `listQuery`, `recordQuery` or `amountQuery`. */
export function declareQuery<E extends EndpointShape, Data>(
  { key, endpoint, params, query, areas, access = endpoint.access, parts }: QueryParts<E>,
  { storage, fetchData, derive, showsDerivedFirst = false, synced }: QueryBehavior<Data>,
): DeclaredQuery<Data> {
  const needs: RequiredAccess = { access, ...(parts && { parts }) }
  const fetchOrDerive: QueryBehavior<Data>['fetchData'] = async (before, lastResponse) => {
    try {
      return await fetchData(before, lastResponse)
    } catch (error) {
      const derived = before === undefined && isUnreachable(error) ? await derive?.(Number.NEGATIVE_INFINITY) : null
      if (derived) return derived
      throw error
    }
  }
  const meta = { stored: storage, areas, needs, ...(synced && { synced }) }
  const options = optionsOf([...key, { params, query }], meta, fetchOrDerive)
  return {
    ...needs,
    queryKey: options.queryKey,
    areas,
    options,
    prepare: (how) => prepareQuery(options, derive, { ...how, showsDerivedFirst }),
  }
}

interface QueryMeta {
  readonly stored: StorageRules
  readonly areas: readonly DataArea[]
  readonly needs: RequiredAccess
  readonly synced?: SyncRules
}

/**
 * TanStack Query options of a query that the device stores. Offline, data that is already in the cache is not
 * refetched; the probe finds out when the server is back. Data that is not in the cache is requested even then, because
 * the service worker may have it.
 */
function optionsOf<Data>(queryKey: QueryKey, meta: QueryMeta, fetchData: QueryBehavior<Data>['fetchData']) {
  return queryOptions<QueryData<Data>>({
    queryKey,
    queryFn: async () => {
      const { data: before, error } = queryClient.getQueryState<QueryData<Data>>(queryKey) ?? {}
      if (!isOnline()) {
        void probeNow()
        if (before !== undefined) throw new ApiError('network')
      }
      // After a refusal, nothing of the earlier response is reused.
      const answer = await fetchData(before?.data, isRefusal(error) ? null : (before?.lastResponse ?? null))
      // The service worker responds when the network is too slow. Its copy may be older than the data in the cache now.
      const cached = queryClient.getQueryData<QueryData<Data>>(queryKey)
      if (cached !== undefined && answer.source === 'cache' && answer.asOf < cached.asOf) throw new ApiError('timeout')
      return answer
    },
    persister,
    meta: { ...meta },
    // Data from a cache is refetched at the next occasion. So is data with a date in the future, from a wrong clock.
    staleTime: ({ state }) =>
      state.data?.source === 'cache'
        ? 0
        : state.dataUpdatedAt > Date.now()
          ? Date.now() - state.dataUpdatedAt
          : FRESH_MS,
    // Comparing row by row only pays for rows that would render again, and these are never more than fit on a screen.
    structuralSharing: (before, after) =>
      isLong(after as QueryData<object>)
        ? after
        : shareUnchanged(before as QueryData<Data> | undefined, after as QueryData<Data>),
  })
}

/**
 * For route loaders: loads a query's data into the cache. Never rejects. It resolves as soon as stored data is loaded.
 * When nothing is stored, it waits for the server, as long as the server is reachable; a later response still arrives
 * in the cache. When the app starts, it also waits for the waiting changes (`whenOutboxRead`).
 */
export function prefetch(query: AnyQuery): Promise<void> {
  return query.prepare()
}

/**
 * Like `prefetch`, but never waits for the server, only for stored data. For pages that show a loading state of their
 * own: when nothing is stored, the request is still under way when this resolves.
 */
export function prepareFromDevice(query: AnyQuery): Promise<void> {
  return query.prepare({ isPatient: false })
}
