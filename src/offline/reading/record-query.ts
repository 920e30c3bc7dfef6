import type { EndpointShape, ReplyOf } from '#contract/wire/endpoint.ts'
import type { Fold } from '#src/offline/fold/fold.ts'
import { type DeclaredQuery, declareQuery, type QueryParts } from './declared-query.ts'
import type { SourcedData, TaggedResponse } from './query-data.ts'
import { revalidate } from './revalidate.ts'

/** The query of one record, or of any response that is not a list. */
export interface RecordQuery<Data> extends DeclaredQuery<Data> {
  /** Applies waiting changes of other records to the response. */
  readonly overlay: (data: Data, fold: Fold) => Data
}

/**
 * Declares the query of one record, or of any response that is not a list. `derive` takes the record from other stored
 * data, usually a row of a stored list (`findStoredRow`), when the record itself is not stored and the server is
 * unreachable. `overlay`: see `RecordQuery`.
 *
 * Example, from `src/areas/users/user-queries.ts`:
 *
 * ```ts
 * // One user. `ref` is the server's id or a client id.
 * export function userQuery(ref: string): RecordQuery<ProfileUser> {
 *   return recordQuery({
 *     key: ['users', 'one'],
 *     endpoint: userEndpoints.find,
 *     params: { id: ref },
 *     areas: ['users'],
 *     parts: [administrator, ...SHOWING.map(view)],
 *     derive: () => findStoredRow(userList(USER_DEFAULTS), (row) => `${row.id}` === ref || row.client_id === ref),
 *   })
 * }
 * ```
 *
 * A route's loader calls `prefetch` or `prepareFromDevice` with it, and the page reads the record with `useRecord`.
 */
export function recordQuery<const E extends EndpointShape>(
  record: QueryParts<E> & {
    /** The record as another stored query has it; null for none. */
    readonly derive?: () => Promise<SourcedData<ReplyOf<E>> | null>
    readonly overlay?: (data: ReplyOf<E>, fold: Fold) => ReplyOf<E>
    /** Shows the result of `derive` until the server responds, not only when the server is unreachable. */
    readonly showsDerivedFirst?: boolean
    /** Not stored on the device. When the server is unreachable, it is derived by `derive`. */
    readonly isTransient?: boolean
  },
): RecordQuery<ReplyOf<E>> {
  const { endpoint, params, query, derive = null, overlay = (data) => data, showsDerivedFirst, isTransient } = record
  const declared = declareQuery(record, {
    storage: {
      pack: (data) => data,
      unpack: (stored) => endpoint.reply?.safeParse(stored).data ?? null,
      ...(isTransient && { isTransient }),
    },
    fetchData: (before: ReplyOf<E> | undefined, lastResponse: TaggedResponse<ReplyOf<E>> | null) => {
      const options = { ...(params && { params }), ...(query && { query }), fresh: before !== undefined }
      return revalidate<E, ReplyOf<E>>(endpoint, options, { lastResponse, dataOf: (reply) => reply })
    },
    derive,
    ...(showsDerivedFirst && { showsDerivedFirst }),
  })
  return { ...declared, overlay }
}
