import type { EndpointShape, ReplyOf } from '#contract/wire/endpoint.ts'
import type { Fold } from '#src/offline/fold/fold.ts'
import { askAgain } from './asked-again.ts'
import { type Asked, type Declared, declare } from './declared-query.ts'
import type { Said, Told } from './known.ts'

/** A single answer of the server, whatever its shape, read the same way in loaders and on screens. */
export interface RecordQuery<Data> extends Declared<Data> {
  /** Lays over an answer what waiting changes of other records do to it. */
  readonly overlay: (data: Data, fold: Fold) => Data
}

/**
 * Declares the read of one record, or of any answer that is no list. `within`: where the device may have it when it was
 * never asked for by itself and the server can't be, such as a list that it keeps (`rowIn`).
 */
export function recordQuery<const E extends EndpointShape>(
  given: Asked<E> & {
    readonly within?: () => Promise<Told<ReplyOf<E>> | null>
    readonly overlay?: (data: ReplyOf<E>, fold: Fold) => ReplyOf<E>
    /** Shown as `within` has it until the server has answered, not only where that can't be asked. */
    readonly isMadeFirst?: boolean
    /** Not kept on the device: asked for in passing, and else made by `within`. */
    readonly isPassing?: boolean
  },
): RecordQuery<ReplyOf<E>> {
  const { endpoint, params, query, within = null, overlay = (data) => data, isMadeFirst, isPassing } = given
  const declared = declare(given, {
    stored: {
      pack: (data) => data,
      unpack: (kept) => endpoint.reply?.safeParse(kept).data ?? null,
      ...(isPassing && { isPassing }),
    },
    ask: (before: ReplyOf<E> | undefined, said: Said<ReplyOf<E>> | null) => {
      const asked = { ...(params && { params }), ...(query && { query }), fresh: before !== undefined }
      return askAgain<E, ReplyOf<E>>(endpoint, asked, { said, dataOf: (reply) => reply })
    },
    make: within,
    ...(isMadeFirst && { isMadeFirst }),
  })
  return { ...declared, overlay }
}
