import type { Query } from '@tanstack/react-query'

/** What is known of something: the server's words, with when and how they came. */
export interface SourcedData<Data> {
  readonly data: Data
  /** When the server said so, in milliseconds since 1970: the true age, also of what a cache answered. */
  readonly asOf: number
  readonly source: 'network' | 'cache'
  /** Made on this device of another list that it keeps; not kept itself, since that one may be fetched anew. */
  readonly isDerived?: boolean
}

/** The server's last words on a question, with the tag by which it tells whether it would still say so. */
export interface TaggedResponse<Data> {
  readonly data: Data
  readonly etag: string
}

/** What the cache holds of a query. */
export interface QueryData<Data> extends SourcedData<Data> {
  /** What the server said last of this very query: these data, or others where these were made on this device. */
  readonly lastResponse?: TaggedResponse<Data>
}

/** How a query's data is put into a record and judged when it is read back: null for a bad one. */
export interface StorageRules {
  readonly pack: (data: unknown) => unknown
  readonly unpack: (stored: unknown) => unknown
  /**
   * What it is called on the device in place of the query's own hash, which stands there in clear: where that names people or
   * units. What is kept then says itself of which query it is.
   */
  readonly name?: string
  /** Asked for in passing, such as what somebody typed: it is not kept. */
  readonly isTransient?: boolean
  /** Whether all of it is put in; unless said it is. */
  readonly isWhole?: (data: unknown) => boolean
  /** What else the device keeps that says the same, if it is younger than `asOf`; null for nothing. */
  readonly newerCopy?: (asOf: number) => Promise<QueryData<unknown> | null>
  /** Forgets that, too. */
  readonly forgetCopies?: () => Promise<void>
}

/** What a stored query holds; null before anything came. */
export function queryDataOf(query: Query): QueryData<unknown> | null {
  // Only queries made by `optionsOf` carry `meta.stored`, and those hold nothing else.
  return query.meta?.stored && query.state.data !== undefined ? (query.state.data as QueryData<unknown>) : null
}
