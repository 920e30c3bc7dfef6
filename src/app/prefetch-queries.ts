import { companyNow } from '#src/browser/company-clock.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { isPrefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import type { AnyQuery } from '#src/offline/reading/declared-query.ts'

/** The query files of all areas and boards and of lookups, found by file name. */
const modules = import.meta.glob<Readonly<Record<string, unknown>>>([
  '../areas/**/*-queries.ts',
  '../boards/**/*-queries.ts',
  '../lookups/*-queries.ts',
])

/**
 * All queries that a device prefetches today, in their order: the exported `prefetchList` values of these files, those that
 * come first before the others.
 */
export async function queriesToPrefetch(): Promise<readonly AnyQuery[]> {
  const loaded = await Promise.all(Object.values(modules).map((load) => load()))
  const today = chicagoDay(companyNow())
  const lists = loaded.flatMap((module) => Object.values(module).filter(isPrefetchList))
  return [true, false].flatMap((isFirst) =>
    lists.filter((one) => one.isFirst === isFirst).flatMap(({ queries }) => queries(today)),
  )
}
