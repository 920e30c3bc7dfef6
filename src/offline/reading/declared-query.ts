import { type QueryKey, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type { Access } from '#contract/wire/access.ts'
import type { EndpointShape, QueryOf } from '#contract/wire/endpoint.ts'
import { ApiError, isUnreachable } from '#src/api/api-error.ts'
import { FRESH_MS, queryClient } from '#src/offline/query-storage/query-client.ts'
import { persister } from '#src/offline/query-storage/query-persister.ts'
import type { StoreListOptions } from '#src/offline/query-storage/store-list.ts'
import { isOnline, probeNow } from '../connectivity.ts'
import type { RequiredAccess } from '../required-access.ts'
import { type DeriveData, prepareQuery } from './prepare-query.ts'
import type { QueryData, StorageRules, TaggedResponse } from './query-data.ts'
import { isRefusal } from './reading-state.ts'

type Params = Readonly<Record<string, string | number>>

/** What is asked of the server, and as what it is known. */
export interface QueryParts<E extends EndpointShape> {
  /** First what it is about, as commands name it in `refreshes`; the parameters and the query are added to it. */
  readonly key: readonly string[]
  readonly endpoint: E
  readonly params?: Params
  readonly query?: Partial<QueryOf<E>>
  /** The areas whose records it shows, if that is more than the first of `key`: it is asked for anew when one changes. */
  readonly areas?: readonly string[]
  /** Who may see this answer, where the endpoint is for more people than that: it tells nothing to the others. */
  readonly access?: Access
  /** Permissions beside the endpoint's own that bring a part of the answer each: with one that is lost, it goes. */
  readonly parts?: readonly Access[]
}

/** What any declared read can do, whatever it reads. */
export interface AnyQuery extends RequiredAccess {
  readonly queryKey: QueryKey
  /** See `prefetch` and, for `isPatient: false`, `fromDevice`. */
  readonly prepare: (how?: { readonly isPatient: boolean }) => Promise<void>
  /** Where it is kept in a way of its own: when the server gave what is kept of it, null for nothing; see `keepList`. */
  readonly storedAt?: () => Promise<number | null>
  readonly store?: (how: StoreListOptions) => Promise<boolean>
}

const MAX_COMPARED = 500
/** Whether a list that stands at the top of an answer is longer than is compared. */
const isLong = ({ data }: { readonly data: object }) =>
  Object.values(data).some((one) => Array.isArray(one) && one.length > MAX_COMPARED)

const isSameData = <Data>(one: QueryData<Data>, other: QueryData<Data>) =>
  one.data === other.data &&
  one.lastResponse?.data === other.lastResponse?.data &&
  one.lastResponse?.etag === other.lastResponse?.etag &&
  [one.asOf, one.source, one.isDerived].every((fact, at) => fact === [other.asOf, other.source, other.isDerived][at])

/** What is the same is the same object: a screen that is given another one draws anew, and asks again. */
function shareUnchanged<Data>(before: QueryData<Data> | undefined, after: QueryData<Data>): QueryData<Data> {
  const data = replaceEqualDeep(before?.data, after.data)
  const now =
    after.lastResponse?.data === after.data
      ? { ...after, data, lastResponse: { ...after.lastResponse, data } }
      : { ...after, data }
  return before !== undefined && isSameData(before, now) ? before : now
}

/** How what is asked is fetched, made and kept. */
interface QueryBehavior<Data> {
  readonly storage: StorageRules
  /** Asks the server; `before`: what is here by now, `said`: what it has said last of this very question. */
  readonly fetchData: (before: Data | undefined, said: TaggedResponse<Data> | null) => Promise<QueryData<Data>>
  /** Makes it of what else the device has, where it was never asked for by itself and the server can't be. */
  readonly derive: DeriveData<Data>
  /** As `makeReady` takes it. */
  readonly showsDerivedFirst?: boolean
}

export type DeclaredOptions<Data> = ReturnType<typeof optionsOf<Data>>

/** A declared read: Query's options for it, and what any of them can do. */
export interface DeclaredQuery<Data> extends AnyQuery {
  readonly options: DeclaredOptions<Data>
}

/** Declares a read of whatever shape. */
export function declareQuery<E extends EndpointShape, Data>(
  { key, endpoint, params, query, areas = key.slice(0, 1), access = endpoint.access, parts }: QueryParts<E>,
  { storage, fetchData, derive, showsDerivedFirst = false }: QueryBehavior<Data>,
): DeclaredQuery<Data> {
  const needs: RequiredAccess = { access, ...(parts && { parts }) }
  const fetchOrDerive: QueryBehavior<Data>['fetchData'] = async (before, said) => {
    try {
      return await fetchData(before, said)
    } catch (error) {
      const derived = before === undefined && isUnreachable(error) ? await derive?.(Number.NEGATIVE_INFINITY) : null
      if (derived) return derived
      throw error
    }
  }
  const options = optionsOf([...key, { params, query }], { stored: storage, areas, needs }, fetchOrDerive)
  return {
    ...needs,
    queryKey: options.queryKey,
    options,
    prepare: (how) => prepareQuery(options, derive, { ...how, isMadeFirst: showsDerivedFirst }),
  }
}

interface QueryMeta {
  readonly stored: StorageRules
  readonly areas: readonly string[]
  readonly needs: RequiredAccess
}

/**
 * Query's options for something the device keeps. Without a network, what is kept is not asked for again: the probe
 * finds out when that makes sense. What is not kept is asked for, since the service worker may have it.
 */
function optionsOf<Data>(queryKey: QueryKey, meta: QueryMeta, ask: QueryBehavior<Data>['fetchData']) {
  return queryOptions<QueryData<Data>>({
    queryKey,
    queryFn: async () => {
      const { data: before, error } = queryClient.getQueryState<QueryData<Data>>(queryKey) ?? {}
      if (!isOnline()) {
        void probeNow()
        if (before !== undefined) throw new ApiError('network')
      }
      // Of what was refused, all is forgotten.
      const answer = await ask(before?.data, isRefusal(error) ? null : (before?.lastResponse ?? null))
      // The service worker's copy may be older than what is here by now: then the network has not answered in time.
      const here = queryClient.getQueryData<QueryData<Data>>(queryKey)
      if (here !== undefined && answer.source === 'cache' && answer.asOf < here.asOf) throw new ApiError('timeout')
      return answer
    },
    persister,
    meta: { ...meta },
    // What a cache answered is asked for again at the next occasion; so is what a wrong clock has dated ahead.
    staleTime: ({ state }) =>
      state.data?.source === 'cache'
        ? 0
        : state.dataUpdatedAt > Date.now()
          ? Date.now() - state.dataUpdatedAt
          : FRESH_MS,
    // Comparing row by row pays where rows are drawn anew for it, and that are never more than fit on a screen.
    structuralSharing: (before, after) =>
      isLong(after as QueryData<object>)
        ? after
        : shareUnchanged(before as QueryData<Data> | undefined, after as QueryData<Data>),
  })
}

/**
 * For route loaders: gets a query ready and never rejects. What the device keeps is there when it resolves, and the
 * network is only waited for when it keeps nothing, for as long as the server can be reached; what comes later is taken.
 * At a start it also waits until what lies over the rows is known (`whenOutboxRead`).
 */
export function prefetch(query: AnyQuery): Promise<void> {
  return query.prepare()
}

/**
 * The same for pages that stand before all they show is known, and show by themselves what they wait for: where the device
 * keeps nothing, the answer is on its way when it resolves.
 */
export function prepareFromDevice(query: AnyQuery): Promise<void> {
  return query.prepare({ isPatient: false })
}
