import type { EndpointShape, ReplyOf } from '#contract/wire/endpoint.ts'
import type { Page } from '#contract/wire/page.ts'
import type { RecordKind } from '#contract/wire/record.ts'
import type { Fold } from '#src/offline/fold/fold.ts'
import type { ListRules } from '#src/offline/fold/fold-list.ts'
import type { StoredPageRequest } from '#src/offline/query-storage/store-list.ts'
import { dropStoredList, type StoredList, storedBeginning, storedList } from '#src/offline/query-storage/stored-list.ts'
import { isOnline } from '../connectivity.ts'
import { type DeclaredQuery, declareQuery, type QueryParts } from './declared-query.ts'
import {
  fetchList,
  fetchMore,
  fetchPage,
  isStoredWhole,
  type ListData,
  type ListSource,
  packList,
  pageSizeOf,
  unpackList,
  unpackPage,
} from './list-pages.ts'
import type { QueryData, StorageRules } from './query-data.ts'

/** A list that grows by pages, kept as one. */
export interface ListQuery<Row extends object> extends DeclaredQuery<ListData<Row>> {
  readonly kind: RecordKind<Row>
  readonly rules: Pick<ListRules<Row>, 'fits' | 'compare' | 'newFirst'>
  /** What waiting changes do inside the rows, and between them; the same array when that is nothing. */
  readonly overlayRows: ((rows: readonly Row[], fold: Fold) => readonly Row[]) | null
  readonly fetchMore: (list: ListData<Row>) => Promise<QueryData<ListData<Row>>>
  /** The list that has all of its rows, where this one has not. */
  readonly partOf: ListQuery<Row> | null
  /** The copy that the device keeps to its end; null for none. */
  readonly storedCopy: () => Promise<StoredList<Row> | null>
  /** One page of at most `limit` rows, unless it says so. Throws an `ApiError`, and the signal's reason. */
  readonly fetchPage: (asked: StoredPageRequest<Row>, limit: number | undefined) => Promise<QueryData<Page<Row>>>
}

export type RowOf<E extends EndpointShape> =
  ReplyOf<E> extends { readonly results: readonly (infer Row extends object)[] } ? Row : never

interface ListParts<Row extends object> {
  readonly kind: RecordKind<Row>
  readonly partOf?: ListQuery<Row> | null
  readonly fits?: (row: Row) => boolean
  readonly compare?: (a: Row, b: Row) => number
  readonly newFirst?: boolean
  /** Not kept on the device: asked for in passing, and made of `partOf` as quickly. */
  readonly isTransient?: boolean
  readonly overlayRows?: (rows: readonly Row[], fold: Fold) => readonly Row[]
}

/**
 * Declares the read of a list. `kind` says what its rows are; `fits` and `compare` are the server's filter and order.
 * `partOf` is the same list without a filter, in the order it is kept in: this one is made of it until the server has
 * answered, and where that can't be asked.
 */
export function listQuery<const E extends EndpointShape>(
  given: QueryParts<E> & ListParts<RowOf<E>>,
): ListQuery<RowOf<E>> {
  const { endpoint, params = {}, query = {}, kind, fits, compare, newFirst } = given
  const { partOf = null, overlayRows = null, isTransient: isPassing = false } = given
  const source: ListSource<RowOf<E>> = { endpoint, params, query, keyOf: kind.keyOf }
  // `unpackPage` judges by the endpoint's own schema, a `pageOf` whose rows `RowOf` is.
  const kept = () => storedList(declared.queryKey, (page) => unpackPage(endpoint, page) as Page<RowOf<E>> | null)
  const stored: StorageRules = {
    pack: packList,
    unpack: (data) => unpackList(endpoint, data),
    isTransient: isPassing,
    isWhole: isStoredWhole,
    // Of a part of another list no copy is kept: looking for one would be reads in vain before each other order or filter.
    ...(partOf
      ? {}
      : {
          newerCopy: async (asOf: number) => storedBeginning(await kept(), asOf),
          forgetCopies: () => dropStoredList(declared.queryKey),
        }),
  }
  const rules = { ...(fits && { fits }), ...(compare && { compare }), ...(newFirst && { newFirst }) }
  const make = async (whole: ListQuery<RowOf<E>>, since: number) => {
    const { derivedList: madeList } = await import('./derived-list.ts')
    // With a network a page of it is enough: the server's own takes its place at once.
    return madeList(whole, rules, { since, maxRows: isOnline() ? pageSizeOf(source) : Number.POSITIVE_INFINITY })
  }
  const declared: DeclaredQuery<ListData<RowOf<E>>> = declareQuery(given, {
    storage: stored,
    fetchData: (before, said) => fetchList(source, before?.rows.length ?? 0, said),
    derive: partOf && ((since) => make(partOf, since)),
    showsDerivedFirst: true,
  })
  return {
    ...declared,
    kind,
    rules,
    overlayRows,
    fetchMore: (list) => fetchMore(source, list),
    partOf,
    storedCopy: kept,
    fetchPage: ({ said, ...asked }, limit) =>
      fetchPage(source, { ...asked, fresh: true, ...(limit && { limit }) }, said),
  }
}
