import { setPrefetchQueries } from '#src/offline/prefetch/prefetch-state.ts'

/** Declares the prefetch set. Its code loads on first use, so the first screen does not wait for it. */
export function declarePrefetchSet(): void {
  setPrefetchQueries(async () => (await import('./prefetch-queries.ts')).queriesToPrefetch())
}
