import { type QueryKey, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type { Access } from '#contract/wire/access.ts'
import type { EndpointShape, QueryOf } from '#contract/wire/endpoint.ts'
import { ApiError, isUnreachable } from '#src/api/api-error.ts'
import { FRESH_MS, queryClient } from '#src/offline/query-storage/query-client.ts'
import { persister } from '#src/offline/query-storage/query-persister.ts'
import type { KeepingHow } from '#src/offline/query-storage/store-list.ts'
import { isOnline, probeNow } from '../connectivity.ts'
import type { RequiredAccess } from '../required-access.ts'
import type { Known, Said, StoredQuery } from './known.ts'
import { type Make, makeReady } from './make-ready.ts'
import { isRefusal } from './reading-state.ts'

type Params = Readonly<Record<string, string | number>>

/** What is asked of the server, and as what it is known. */
export interface Asked<E extends EndpointShape> {
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
  readonly ready: (how?: { readonly isPatient: boolean }) => Promise<void>
  /** Where it is kept in a way of its own: when the server gave what is kept of it, null for nothing; see `keepList`. */
  readonly keptAt?: () => Promise<number | null>
  readonly keep?: (how: KeepingHow) => Promise<boolean>
}

const MAX_COMPARED = 500
/** Whether a list that stands at the top of an answer is longer than is compared. */
const isLong = ({ data }: { readonly data: object }) =>
  Object.values(data).some((one) => Array.isArray(one) && one.length > MAX_COMPARED)

const isSame = <Data>(one: Known<Data>, other: Known<Data>) =>
  one.data === other.data &&
  one.said?.data === other.said?.data &&
  one.said?.etag === other.said?.etag &&
  [one.asOf, one.source, one.isMade].every((fact, at) => fact === [other.asOf, other.source, other.isMade][at])

/** What is the same is the same object: a screen that is given another one draws anew, and asks again. */
function shared<Data>(before: Known<Data> | undefined, after: Known<Data>): Known<Data> {
  const data = replaceEqualDeep(before?.data, after.data)
  const now = after.said?.data === after.data ? { ...after, data, said: { ...after.said, data } } : { ...after, data }
  return before !== undefined && isSame(before, now) ? before : now
}

/** How what is asked is fetched, made and kept. */
interface How<Data> {
  readonly stored: StoredQuery
  /** Asks the server; `before`: what is here by now, `said`: what it has said last of this very question. */
  readonly ask: (before: Data | undefined, said: Said<Data> | null) => Promise<Known<Data>>
  /** Makes it of what else the device has, where it was never asked for by itself and the server can't be. */
  readonly make: Make<Data>
  /** As `makeReady` takes it. */
  readonly isMadeFirst?: boolean
}

export type Options<Data> = ReturnType<typeof optionsOf<Data>>

/** A declared read: Query's options for it, and what any of them can do. */
export interface Declared<Data> extends AnyQuery {
  readonly options: Options<Data>
}

/** Declares a read of whatever shape. */
export function declare<E extends EndpointShape, Data>(
  { key, endpoint, params, query, areas = key.slice(0, 1), access = endpoint.access, parts }: Asked<E>,
  { stored, ask, make, isMadeFirst = false }: How<Data>,
): Declared<Data> {
  const needs: RequiredAccess = { access, ...(parts && { parts }) }
  const asked: How<Data>['ask'] = async (before, said) => {
    try {
      return await ask(before, said)
    } catch (error) {
      const made = before === undefined && isUnreachable(error) ? await make?.(Number.NEGATIVE_INFINITY) : null
      if (made) return made
      throw error
    }
  }
  const options = optionsOf([...key, { params, query }], { stored, areas, needs }, asked)
  return {
    ...needs,
    queryKey: options.queryKey,
    options,
    ready: (how) => makeReady(options, make, { ...how, isMadeFirst }),
  }
}

interface Meta {
  readonly stored: StoredQuery
  readonly areas: readonly string[]
  readonly needs: RequiredAccess
}

/**
 * Query's options for something the device keeps. Without a network, what is kept is not asked for again: the probe
 * finds out when that makes sense. What is not kept is asked for, since the service worker may have it.
 */
function optionsOf<Data>(queryKey: QueryKey, meta: Meta, ask: How<Data>['ask']) {
  return queryOptions<Known<Data>>({
    queryKey,
    queryFn: async () => {
      const { data: before, error } = queryClient.getQueryState<Known<Data>>(queryKey) ?? {}
      if (!isOnline()) {
        void probeNow()
        if (before !== undefined) throw new ApiError('network')
      }
      // Of what was refused, all is forgotten.
      const answer = await ask(before?.data, isRefusal(error) ? null : (before?.said ?? null))
      // The service worker's copy may be older than what is here by now: then the network has not answered in time.
      const here = queryClient.getQueryData<Known<Data>>(queryKey)
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
      isLong(after as Known<object>) ? after : shared(before as Known<Data> | undefined, after as Known<Data>),
  })
}

/**
 * For route loaders: gets a query ready and never rejects. What the device keeps is there when it resolves, and the
 * network is only waited for when it keeps nothing, for as long as the server can be reached; what comes later is taken.
 * At a start it also waits until what lies over the rows is known (`onceRead`).
 */
export function prefetch(query: AnyQuery): Promise<void> {
  return query.ready()
}

/**
 * The same for pages that stand before all they show is known, and show by themselves what they wait for: where the device
 * keeps nothing, the answer is on its way when it resolves.
 */
export function fromDevice(query: AnyQuery): Promise<void> {
  return query.ready({ isPatient: false })
}
