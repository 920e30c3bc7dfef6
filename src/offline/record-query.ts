import type { EndpointShape, ReplyOf } from '#contract/endpoint.ts'
import { isUnreachable } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { type AnyQuery, type Asked, needsOf, type Options, optionsOf, read } from './declared-query.ts'
import type { Fold } from './fold.ts'
import type { Known, StoredQuery } from './query-keeper.ts'

/** A single answer of the server, whatever its shape, read the same way in loaders and on screens. */
export interface RecordQuery<Data> extends AnyQuery {
  readonly options: Options<Data>
  /** Lays waiting changes over the answer. */
  readonly overlay: (data: Data, fold: Fold) => Data
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
