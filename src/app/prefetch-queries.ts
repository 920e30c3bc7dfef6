import { companyNow } from '#src/browser/company-clock.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { isPrefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import type { AnyQuery } from '#src/offline/reading/declared-query.ts'

/** Every area's and board's queries and those of names to pick, found by the name of their files; what is to be kept is found by its brand. */
const modules = import.meta.glob<Readonly<Record<string, unknown>>>([
  '../areas/**/*-queries.ts',
  '../boards/**/*-queries.ts',
  '../lookups/*-queries.ts',
])

/** All that a device keeps without being asked, today. */
export async function yardQueries(): Promise<readonly AnyQuery[]> {
  const loaded = await Promise.all(Object.values(modules).map((load) => load()))
  const today = chicagoDay(companyNow())
  return loaded
    .flatMap((module) => Object.values(module).filter(isPrefetchList))
    .flatMap(({ queries }) => queries(today))
}
