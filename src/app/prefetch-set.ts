import { setPrefetchQueries } from '#src/offline/prefetch/prefetch-state.ts'

/** Loaded when they are asked for first: nothing of it, not even where it lies, stands before the first screen. */
export function declareYardSet(): void {
  setPrefetchQueries(async () => (await import('./prefetch-queries.ts')).yardQueries())
}
