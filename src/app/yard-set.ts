import { setYardSet } from '#src/offline/ahead/yard-state.ts'

/** Loaded when they are asked for first: nothing of it, not even where it lies, stands before the first screen. */
export function declareYardSet(): void {
  setYardSet(async () => (await import('./yard-queries.ts')).yardQueries())
}
