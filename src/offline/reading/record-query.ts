import type { EndpointShape, ReplyOf } from '#contract/wire/endpoint.ts'
import type { Fold } from '#src/offline/fold/fold.ts'
import { type DeclaredQuery, declareQuery, type QueryParts } from './declared-query.ts'
import type { SourcedData, TaggedResponse } from './query-data.ts'
import { revalidate } from './revalidate.ts'

/** A single answer of the server, whatever its shape, read the same way in loaders and on screens. */
export interface RecordQuery<Data> extends DeclaredQuery<Data> {
  /** Lays over an answer what waiting changes of other records do to it. */
  readonly overlay: (data: Data, fold: Fold) => Data
}

/**
 * Declares the read of one record, or of any answer that is no list. `within`: where the device may have it when it was
 * never asked for by itself and the server can't be, such as a list that it keeps (`rowIn`).
 */
export function recordQuery<const E extends EndpointShape>(
  given: QueryParts<E> & {
    readonly derive?: () => Promise<SourcedData<ReplyOf<E>> | null>
    readonly overlay?: (data: ReplyOf<E>, fold: Fold) => ReplyOf<E>
    /** Shown as `within` has it until the server has answered, not only where that can't be asked. */
    readonly showsDerivedFirst?: boolean
    /** Not kept on the device: asked for in passing, and else made by `within`. */
    readonly isTransient?: boolean
  },
): RecordQuery<ReplyOf<E>> {
  const {
    endpoint,
    params,
    query,
    derive: within = null,
    overlay = (data) => data,
    showsDerivedFirst: isMadeFirst,
    isTransient: isPassing,
  } = given
  const declared = declareQuery(given, {
    storage: {
      pack: (data) => data,
      unpack: (kept) => endpoint.reply?.safeParse(kept).data ?? null,
      ...(isPassing && { isTransient: isPassing }),
    },
    fetchData: (before: ReplyOf<E> | undefined, said: TaggedResponse<ReplyOf<E>> | null) => {
      const asked = { ...(params && { params }), ...(query && { query }), fresh: before !== undefined }
      return revalidate<E, ReplyOf<E>>(endpoint, asked, { said, dataOf: (reply) => reply })
    },
    derive: within,
    ...(isMadeFirst && { showsDerivedFirst: isMadeFirst }),
  })
  return { ...declared, overlay }
}
