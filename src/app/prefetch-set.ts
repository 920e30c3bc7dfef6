import { setPrefetchQueries } from '#src/offline/prefetch/prefetch-state.ts'
import { loadChunk } from '#src/session/load-chunk.ts'
import { workerInstalled } from './install/worker-installed.ts'

/**
 * Declares the prefetch set. Its code loads on first use, so the first screen does not wait for it. On a device's first
 * visit the service worker comes first: its files are a small part of the bytes, and without it no prefetched data can
 * be shown offline.
 */
export function declarePrefetchSet(): void {
  setPrefetchQueries(async () => {
    await workerInstalled()
    return (await loadChunk(() => import('./prefetch-queries.ts'))).queriesToPrefetch()
  })
}
