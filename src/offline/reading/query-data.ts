import type { Query, QueryKey } from '@tanstack/react-query'
import type { ListRules } from '#src/offline/fold/fold-list.ts'
import type { Changes, RowChanges } from '#src/offline/query-storage/changed-rows.ts'
import type { ListData } from './list-pages.ts'

/** Data of the server, with its age and source. */
export interface SourcedData<Data> {
  readonly data: Data
  /** When the server sent the data, in milliseconds since 1970. Data from a cache has its original time, too. */
  readonly asOf: number
  readonly source: 'network' | 'cache'
  /** Derived on this device from another stored list. Not stored: it can be derived again from that list. */
  readonly isDerived?: boolean
}

/** A response with the server's tag (ETag), by which the server recognizes that the data has not changed. */
export interface TaggedResponse<Data> {
  readonly data: Data
  readonly etag: string
}

/** The content of the cache for one query. */
export interface QueryData<Data> extends SourcedData<Data> {
  /**
   * The server's last response to this very query. Its data differs from `data` when `data` was derived on this device.
   */
  readonly lastResponse?: TaggedResponse<Data>
}

/** How a query is stored on the device. */
export interface StorageRules {
  /** Converts the data to its stored form. */
  readonly pack: (data: unknown) => unknown
  /** Checks and converts the stored form. Null when it is invalid. */
  readonly unpack: (stored: unknown) => unknown
  /**
   * Stored name instead of the query's hash, for queries whose key identifies people or units: names are stored
   * unencrypted. The stored content must then contain which query it belongs to, because several queries share the
   * name.
   */
  readonly name?: string
  /** Not stored, for example a search by text that the user typed. */
  readonly isTransient?: boolean
  /** Whether `pack` stores all of the data. Default: yes. */
  readonly isWhole?: (data: unknown) => boolean
  /** The same data from another stored copy, if that is newer than `asOf` (milliseconds since 1970); null for none. */
  readonly newerCopy?: (asOf: number) => Promise<QueryData<unknown> | null>
  /** Deletes those other copies. */
  readonly forgetCopies?: () => Promise<void>
}

/** How the server's changed rows are applied to a list in memory. */
export interface SyncRules {
  readonly changes: Pick<RowChanges<never>, 'names' | 'receive'>
  readonly rules: Pick<ListRules<object>, 'fits' | 'compare'>
  /**
   * Applies changes to the loaded part of a list whose rows are not the rows that the server sends. Null when that is
   * impossible: then it must be fetched.
   */
  readonly apply?: (list: ListData<never>, changes: Changes) => ListData<object> | null
  /** The key of the list that is stored to its end. It may be this list. */
  readonly wholeKey: () => QueryKey
  /** Counts its rows in the copy that is stored to its end; null when the device has none. */
  readonly countStored: () => Promise<number | null>
}
export type ApplyChanges<Row> = (list: ListData<Row>, changes: Changes) => ListData<Row> | null

/** The cached content of a query; null before the first data, and for queries that are not stored on the device. */
export function queryDataOf(query: Query): QueryData<unknown> | null {
  // Only queries created by `optionsOf` have `meta.stored`, and their data is always a `QueryData`.
  return query.meta?.stored && query.state.data !== undefined ? (query.state.data as QueryData<unknown>) : null
}
