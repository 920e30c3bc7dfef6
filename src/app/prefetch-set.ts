import { setPrefetchQueries } from '#src/offline/prefetch/prefetch-state.ts'
import { loadChunk } from '#src/session/load-chunk.ts'

/** Declares the prefetch set. Its code loads on first use, so the first screen does not wait for it. */
export function declarePrefetchSet(): void {
  setPrefetchQueries(async () => (await loadChunk(() => import('./prefetch-queries.ts'))).queriesToPrefetch())
}
