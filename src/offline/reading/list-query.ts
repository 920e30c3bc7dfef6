import type { EndpointShape, ReplyOf } from '#contract/wire/endpoint.ts'
import type { Page } from '#contract/wire/page.ts'
import type { RecordKind } from '#contract/wire/record.ts'
import type { Fold } from '#src/offline/fold/fold.ts'
import type { ListRules } from '#src/offline/fold/fold-list.ts'
import type { RowChanges } from '#src/offline/query-storage/changed-rows.ts'
import { flatChanges } from '#src/offline/query-storage/flat-changes.ts'
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
  listOfPage,
  packList,
  pageAddress,
  pageSizeOf,
  unpackPage,
} from './list-pages.ts'
import type { ApplyChanges, QueryData, StorageRules, SyncRules } from './query-data.ts'

/** The query of a list that is loaded page by page. Its first 500 loaded rows are stored as one response. */
export interface ListQuery<Row extends object> extends DeclaredQuery<ListData<Row>> {
  readonly kind: RecordKind<Row>
  readonly rules: Pick<ListRules<Row>, 'fits' | 'compare' | 'newFirst'>
  /** Applies waiting changes of other records to the rows. Returns the same array when nothing changes. */
  readonly overlayRows: ((rows: readonly Row[], fold: Fold) => readonly Row[]) | null
  readonly fetchMore: (list: ListData<Row>) => Promise<QueryData<ListData<Row>>>
  /** How the server's changed rows (`GET /api/sync/`) are applied to its stored copy; null when the server sends none. */
  readonly changes: RowChanges<Row> | null
  /** Checks a stored page by the call's own schema. Null when it is invalid. */
  readonly unpack: (stored: unknown) => Page<Row> | null
  /** The list without a filter from which this list can be derived; null for that list itself. */
  readonly partOf: ListQuery<Row> | null
  /** The copy that is stored page by page, perhaps not to its end yet; null for none. */
  readonly storedCopy: () => Promise<StoredList<Row> | null>
  /** The address of a page of `limit` rows, from `next` on; null for the first page. */
  readonly pageAddress: (next: string | null, limit: number | undefined) => string
  /**
   * Fetches one page of `limit` rows; undefined: the list's own page size. Throws an `ApiError`; when aborted,
   * the signal's reason.
   */
  readonly fetchPage: (request: StoredPageRequest<Row>, limit: number | undefined) => Promise<QueryData<Page<Row>>>
}

/** Row type of a list endpoint. */
export type RowOf<E extends EndpointShape> =
  ReplyOf<E> extends { readonly results: readonly (infer Row extends object)[] } ? Row : never

/** The rules of a list. See `listQuery`; `fits`, `compare` and `newFirst`: see `ListRules`. */
interface ListParts<Row extends object> {
  readonly kind: RecordKind<Row>
  readonly partOf?: ListQuery<Row> | null
  readonly fits?: (row: Row) => boolean
  readonly compare?: (a: Row, b: Row) => number
  readonly newFirst?: boolean
  /** Not stored on the device, for example a search by text. Deriving it from `partOf` is as quick as reading it. */
  readonly isTransient?: boolean
  /** One of the contract's `SYNCED_LISTS`: the server sends its changed rows. Needs `compare`. */
  readonly isSynced?: boolean
  /** For a list whose rows are made of the rows of other synced lists: how their changed rows are applied. */
  readonly synced?: { readonly changes: RowChanges<Row>; readonly apply: ApplyChanges<Row> }
  /** See `ListQuery.overlayRows`. */
  readonly overlayRows?: (rows: readonly Row[], fold: Fold) => readonly Row[]
}

/**
 * Declares the query of a list. `kind` is the record kind of its rows, so that waiting changes of these records apply.
 * `fits` and `compare` repeat the server's filter and sort order on the device. `partOf` is the same list without a
 * filter and in the stored sort order: this list is derived from it until the server responds, and offline.
 *
 * Example, from `src/areas/contacts/contact-queries.ts`:
 *
 * ```ts
 * // The departments, sorted by name.
 * export const contactList = listQuery({
 *   key: ['contacts', 'list'],
 *   endpoint: contactEndpoints.list,
 *   areas: ['contacts'],
 *   kind: contactRows,
 *   compare: compareContacts,
 *   newFirst: true,
 * })
 * ```
 *
 * A screen reads the rows with `useList(contactList)`. A route's loader can load them first with
 * `prefetch(contactList)`.
 */
export function listQuery<const E extends EndpointShape>(
  list: QueryParts<E> & ListParts<RowOf<E>>,
): ListQuery<RowOf<E>> {
  const { endpoint, params = {}, query = {}, kind, fits, compare, newFirst } = list
  const { partOf = null, overlayRows = null, isTransient = false, synced = null } = list
  const source: ListSource<RowOf<E>> = { endpoint, params, query, keyOf: kind.keyOf }
  // `unpackPage` checks with the endpoint's own schema: a `pageOf` whose row type is `RowOf`.
  const unpack = (page: unknown) => unpackPage(endpoint, page) as Page<RowOf<E>> | null
  const isSynced = synced !== null || list.isSynced === true
  // Also without `isSynced`: another query can share the stored copy.
  const changes = synced?.changes ?? flatChanges({ name: endpoint.name, unpack, compare })
  const storedCopy = () => storedList(declared.queryKey, { unpack, changes })
  const storage: StorageRules = {
    pack: packList,
    unpack(stored) {
      const page = unpack(stored)
      return page && listOfPage(page)
    },
    isTransient,
    isWhole: isStoredWhole,
    // Only lists without `partOf` are stored page by page. Looking for a copy of another list would only take time.
    ...(partOf
      ? {}
      : {
          newerCopy: async (asOf: number) => storedBeginning(await storedCopy(), asOf),
          forgetCopies: () => dropStoredList(declared.queryKey),
        }),
  }
  const rules = { ...(fits && { fits }), ...(compare && { compare }), ...(newFirst && { newFirst }) }
  const declared: DeclaredQuery<ListData<RowOf<E>>> = declareQuery(list, {
    storage,
    fetchData: (before, lastResponse) => fetchList(source, before?.rows.length ?? 0, lastResponse),
    derive: partOf && ((since) => deriveFrom(partOf, rules, { since, maxRows: maxRowsOf(source) })),
    showsDerivedFirst: true,
    synced: isSynced ? syncRules({ apply: synced?.apply, changes, rules }, () => partOf ?? result) : undefined,
  })
  const result: ListQuery<RowOf<E>> = {
    ...declared,
    kind,
    rules,
    overlayRows,
    unpack,
    changes: isSynced && partOf === null ? changes : null,
    fetchMore: (loaded) => fetchMore(source, loaded),
    partOf,
    storedCopy,
    pageAddress: (next, limit) => pageAddress(source, next, limit),
    fetchPage: ({ lastResponse, ...request }, limit) =>
      fetchPage(source, { ...request, fresh: true, ...(limit && { limit }) }, lastResponse),
  }
  return result
}

interface SyncParts<Row> {
  readonly changes: RowChanges<Row>
  readonly rules: SyncRules['rules'] | ListRules<Row>
  readonly apply: ApplyChanges<Row> | undefined
}

/** How changed rows are applied in memory to a list whose rows are all in the list `whole`. */
function syncRules<Row extends object>(
  { apply, changes, rules }: SyncParts<Row>,
  whole: () => ListQuery<Row>,
): SyncRules {
  return {
    changes,
    // They only receive rows that `changes` has checked.
    rules: rules as SyncRules['rules'],
    ...(apply && { apply }),
    wholeKey: () => whole().queryKey,
    countStored: () => countRows(whole(), rules.fits),
  }
}

/** Online, one page is enough, because the server's response soon replaces it. */
const maxRowsOf = (source: Pick<ListSource<never>, 'query'>) =>
  isOnline() ? pageSizeOf(source) : Number.POSITIVE_INFINITY

async function deriveFrom<Row extends object>(
  ...parts: [ListQuery<Row>, ListQuery<Row>['rules'], { readonly since: number; readonly maxRows: number }]
) {
  const { derivedList } = await import('./derived-list.ts')
  return derivedList(...parts)
}

/** Counts the rows of a stored list that `fits` accepts. See `SyncRules`. */
async function countRows<Row extends object>(whole: ListQuery<Row>, fits?: (row: Row) => boolean) {
  const { countStored } = await import('./derived-list.ts')
  return countStored(whole, fits)
}
