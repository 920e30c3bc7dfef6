import { firstOfRuns, sortedRuns } from '#src/offline/fold/sorted-runs.ts'
import { yieldToPage } from '#src/offline/outbox/show/yield-to-page.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { currentPersister } from '#src/offline/query-storage/query-persister.ts'
import type { StoredList } from '#src/offline/query-storage/stored-list.ts'
import type { ListData } from './list-pages.ts'
import type { ListQuery } from './list-query.ts'
import type { SourcedData } from './query-data.ts'

/**
 * The loaded part of a list: from memory, else from the device. Stored data that is not newer than `since` is not read:
 * reading takes time, and the whole stored copy, which is from `since`, contains the same rows.
 */
async function loadedPart<Row extends object>(
  whole: ListQuery<Row>,
  since = Number.NEGATIVE_INFINITY,
): Promise<SourcedData<ListData<Row>> | null> {
  const cache = queryClient.getQueryCache()
  const entry = cache.get(cache.build(queryClient, queryClient.defaultQueryOptions(whole.options)).queryHash)
  const persister = currentPersister()
  if (entry && persister && entry.state.data === undefined) {
    const [age] = await persister.agesOf([entry.queryHash])
    if (since === Number.NEGATIVE_INFINITY || (age ?? since) > since) await persister.warm(entry)
  }
  return queryClient.getQueryData<SourcedData<ListData<Row>>>(whole.queryKey) ?? null
}

/**
 * The rows of each page that `fits` accepts; null when a page is missing. A row that moved while the pages were fetched
 * may be in two of them; only its first occurrence is returned.
 */
async function filteredPages<Row extends object>(
  stored: StoredList<Row>,
  keyOf: (row: Row) => string,
  fits: (row: Row) => boolean,
): Promise<Row[][] | null> {
  const runs: Row[][] = []
  const keys = new Set<string>()
  for (let at = 0; at < stored.pages; at += 1) {
    const page = await stored.page(at)
    if (page === null) return null
    runs.push(page.results.filter((row) => fits(row) && keys.size < keys.add(keyOf(row)).size))
  }
  return runs
}

interface DeriveOptions {
  /** In milliseconds since 1970. The result is null unless the device's data is newer. */
  readonly since?: number
  /** Maximum number of rows. The rest of the list can then be loaded from the server. */
  readonly maxRows?: number
}

/**
 * A stored list with another filter and sort order. Null unless the device has the whole list: missing rows can't be
 * filtered or sorted.
 */
export async function derivedList<Row extends object>(
  whole: ListQuery<Row>,
  { fits = () => true, compare }: ListQuery<Row>['rules'],
  { since = Number.NEGATIVE_INFINITY, maxRows = Number.POSITIVE_INFINITY }: DeriveOptions = {},
): Promise<SourcedData<ListData<Row>> | null> {
  const derived = async (runs: Row[][], asOf: number): Promise<SourcedData<ListData<Row>>> => {
    const count = runs.reduce((sum, { length }) => sum + length, 0)
    const rows = !compare
      ? runs.flat().slice(0, maxRows)
      : count > maxRows
        ? await firstOfRuns(runs, compare, maxRows)
        : await sortedRuns(runs, compare)
    return {
      data: { rows, count, next: count > maxRows ? `?offset=${maxRows}` : null },
      asOf,
      source: 'cache',
      isDerived: true,
    }
  }
  const stored = await whole.storedCopy()
  const loaded = await loadedPart(whole, stored?.isWhole ? stored.asOf : undefined)
  const isAllLoaded = loaded !== null && loaded.data.next === null
  if (stored?.isWhole && stored.asOf > since && !(isAllLoaded && loaded.asOf >= stored.asOf)) {
    const runs = await filteredPages(stored, whole.kind.keyOf, fits)
    if (runs !== null) return derived(runs, stored.asOf)
  }
  return isAllLoaded && loaded.asOf > since ? derived([loaded.data.rows.filter(fits)], loaded.asOf) : null
}

/** The number of rows in a stored list that `fits` accepts; null unless the device has the whole list. */
export async function countStored<Row extends object>(
  whole: ListQuery<Row>,
  fits?: (row: Row) => boolean,
): Promise<number | null> {
  const stored = await whole.storedCopy()
  if (stored === null || !stored.isWhole) return null
  if (fits === undefined) return stored.count
  const runs = await filteredPages(stored, whole.kind.keyOf, fits)
  return runs?.reduce((sum, { length }) => sum + length, 0) ?? null
}

/** Reads a whole stored list into memory, so that lists derived from it next appear immediately. */
export async function readIntoMemory<Row extends object>(whole: ListQuery<Row>): Promise<void> {
  const stored = await whole.storedCopy()
  if (!stored?.isWhole) return
  for (let at = 0; at < stored.pages; at += 1) {
    if ((await stored.page(at)) === null) return
    await yieldToPage()
  }
}

/** The loaded part of a list plus at least one more row from the stored copy; null when the copy has no more. */
export async function extendFromStored<Row extends object>(
  query: ListQuery<Row>,
  before: SourcedData<ListData<Row>>,
): Promise<SourcedData<ListData<Row>> | null> {
  const stored = await query.storedCopy()
  if (stored === null) return null
  const loadedKeys = new Set(before.data.rows.map(query.kind.keyOf))
  for (let at = 0; at < stored.pages; at += 1) {
    const page = await stored.page(at)
    if (page === null) return null
    const more = page.results.filter((row) => !loadedKeys.has(query.kind.keyOf(row)))
    if (more.length === 0) continue
    const data = { rows: [...before.data.rows, ...more], count: before.data.count, next: page.next }
    return { data, asOf: Math.min(before.asOf, stored.asOf), source: 'cache', isDerived: true }
  }
  return null
}

/** A row of a list, from memory or the device; null when neither has it. */
export async function findStoredRow<Row extends object>(
  list: ListQuery<Row>,
  isIt: (row: Row) => boolean,
): Promise<SourcedData<Row> | null> {
  const [loaded, stored] = await Promise.all([loadedPart(list), list.storedCopy()])
  const derived = (data: Row, asOf: number): SourcedData<Row> => ({ data, asOf, source: 'cache', isDerived: true })
  const loadedRow = loaded?.data.rows.find(isIt)
  if (loaded && loadedRow) return derived(loadedRow, loaded.asOf)
  for (let at = 0; stored !== null && at < stored.pages; at += 1) {
    const row = (await stored.page(at))?.results.find(isIt)
    if (row) return derived(row, stored.asOf)
  }
  return null
}
