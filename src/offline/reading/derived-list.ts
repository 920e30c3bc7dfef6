import { firstOfRuns, sortedRuns } from '#src/offline/fold/sorted-runs.ts'
import { yieldToPage } from '#src/offline/outbox/show/yield-to-page.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { currentPersister } from '#src/offline/query-storage/query-persister.ts'
import type { StoredList } from '#src/offline/query-storage/stored-list.ts'
import type { ListData } from './list-pages.ts'
import type { ListQuery } from './list-query.ts'
import type { SourcedData } from './query-data.ts'

/**
 * What was loaded of a list, as memory has it, or the device if that is younger than `since`: reading it back is work, and
 * the copy that is kept to the list's end says the same.
 */
async function loadedPart<Row extends object>(
  whole: ListQuery<Row>,
  since = Number.NEGATIVE_INFINITY,
): Promise<SourcedData<ListData<Row>> | null> {
  const cache = queryClient.getQueryCache()
  const entry = cache.get(cache.build(queryClient, queryClient.defaultQueryOptions(whole.options)).queryHash)
  const keeper = currentPersister()
  if (entry && keeper && entry.state.data === undefined) {
    const [age] = await keeper.agesOf([entry.queryHash])
    if (since === Number.NEGATIVE_INFINITY || (age ?? since) > since) await keeper.warm(entry)
  }
  return queryClient.getQueryData<SourcedData<ListData<Row>>>(whole.queryKey) ?? null
}

/** The rows of each page that fit; null when a page is gone. A row that moved meanwhile may stand in two: once is enough. */
async function filteredPages<Row extends object>(
  kept: StoredList<Row>,
  keyOf: (row: Row) => string,
  fits: (row: Row) => boolean,
): Promise<Row[][] | null> {
  const runs: Row[][] = []
  const here = new Set<string>()
  for (let at = 0; at < kept.pages; at += 1) {
    const page = await kept.page(at)
    if (page === null) return null
    runs.push(page.results.filter((row) => fits(row) && here.size < here.add(keyOf(row)).size))
  }
  return runs
}

interface DeriveOptions {
  /** Null is answered when what is here is no younger: milliseconds since 1970. */
  readonly since?: number
  /** So many rows from the beginning, where the server can go on. */
  readonly maxRows?: number
}

/**
 * A filter and an order of a list that the device keeps. Null when the whole list is not kept, or not to its end: what is
 * not here can't be left out or put in its place.
 */
export async function derivedList<Row extends object>(
  whole: ListQuery<Row>,
  { fits = () => true, compare }: ListQuery<Row>['rules'],
  { since = Number.NEGATIVE_INFINITY, maxRows: most = Number.POSITIVE_INFINITY }: DeriveOptions = {},
): Promise<SourcedData<ListData<Row>> | null> {
  const made = async (runs: Row[][], asOf: number): Promise<SourcedData<ListData<Row>>> => {
    const count = runs.reduce((sum, { length }) => sum + length, 0)
    const rows = !compare
      ? runs.flat().slice(0, most)
      : count > most
        ? await firstOfRuns(runs, compare, most)
        : await sortedRuns(runs, compare)
    return {
      data: { rows, count, next: count > most ? `?offset=${most}` : null },
      asOf,
      source: 'cache',
      isDerived: true,
    }
  }
  const kept = await whole.storedCopy()
  const known = await loadedPart(whole, kept?.isWhole ? kept.asOf : undefined)
  const isAllLoaded = known !== null && known.data.next === null
  if (kept?.isWhole && kept.asOf > since && !(isAllLoaded && known.asOf >= kept.asOf)) {
    const runs = await filteredPages(kept, whole.kind.keyOf, fits)
    if (runs !== null) return made(runs, kept.asOf)
  }
  return isAllLoaded && known.asOf > since ? made([known.data.rows.filter(fits)], known.asOf) : null
}

/** Reads a list that the device keeps to its end into memory, so that what is made of it next is there at once. */
export async function readIntoMemory<Row extends object>(whole: ListQuery<Row>): Promise<void> {
  const kept = await whole.storedCopy()
  if (!kept?.isWhole) return
  for (let at = 0; at < kept.pages; at += 1) {
    if ((await kept.page(at)) === null) return
    await yieldToPage()
  }
}

/** What was loaded of a list and, from the copy that is kept of it, at least one row more; null when there is none. */
export async function extendFromStored<Row extends object>(
  query: ListQuery<Row>,
  before: SourcedData<ListData<Row>>,
): Promise<SourcedData<ListData<Row>> | null> {
  const kept = await query.storedCopy()
  if (kept === null) return null
  const here = new Set(before.data.rows.map(query.kind.keyOf))
  for (let at = 0; at < kept.pages; at += 1) {
    const page = await kept.page(at)
    if (page === null) return null
    const more = page.results.filter((row) => !here.has(query.kind.keyOf(row)))
    if (more.length === 0) continue
    const data = { rows: [...before.data.rows, ...more], count: before.data.count, next: page.next }
    return { data, asOf: Math.min(before.asOf, kept.asOf), source: 'cache', isDerived: true }
  }
  return null
}

/** One row of a list, as memory or the device has it; null when neither does. */
export async function findStoredRow<Row extends object>(
  list: ListQuery<Row>,
  isIt: (row: Row) => boolean,
): Promise<SourcedData<Row> | null> {
  const [known, kept] = await Promise.all([loadedPart(list), list.storedCopy()])
  const made = (data: Row, asOf: number): SourcedData<Row> => ({ data, asOf, source: 'cache', isDerived: true })
  const here = known?.data.rows.find(isIt)
  if (known && here) return made(here, known.asOf)
  for (let at = 0; kept !== null && at < kept.pages; at += 1) {
    const row = (await kept.page(at))?.results.find(isIt)
    if (row) return made(row, kept.asOf)
  }
  return null
}
