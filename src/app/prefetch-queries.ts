import { companyNow } from '#src/browser/company-clock.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { isPrefetchList, type PrefetchQuery } from '#src/offline/prefetch/prefetch-list.ts'
import { loadChunk } from '#src/session/load-chunk.ts'

/** The query files of all areas and boards and of lookups, found by file name. */
const modules = import.meta.glob<Readonly<Record<string, unknown>>>([
  '../areas/**/*-queries.ts',
  '../boards/**/*-queries.ts',
  '../lookups/*-queries.ts',
])

/** The queries of a day. Each event of the server needs them. */
let known: { readonly day: string; readonly queries: readonly PrefetchQuery[] } | null = null

/**
 * All queries that a device prefetches today, in their order: the exported `prefetchList` values of these files, those
 * that come first before the others. Throws an `ApiError` when one can't be loaded: the page may be closing.
 */
export async function queriesToPrefetch(): Promise<readonly PrefetchQuery[]> {
  const today = chicagoDay(companyNow())
  if (known?.day === today) return known.queries
  const loaded = await Promise.all(Object.values(modules).map(loadChunk))
  const lists = loaded.flatMap((module) => Object.values(module).filter(isPrefetchList))
  const queries = [true, false].flatMap((isFirst) =>
    lists
      .filter((one) => one.isFirst === isFirst)
      .flatMap((one) => one.queries(today).map((query) => ({ ...query, isFirst }))),
  )
  known = { day: today, queries }
  return queries
}
