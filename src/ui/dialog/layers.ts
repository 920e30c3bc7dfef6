import './escape-alone.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'

/** What lies over the page, the topmost last: Escape is that one's alone. */
let layers: readonly symbol[] = []
const listeners = new Set<() => void>()

function setLayers(next: readonly symbol[]): void {
  layers = next
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Counts what calls it among what lies over the page, for as long as it is there; answers whether nothing lies over it. */
export function useIsTopmost(): boolean {
  const [own] = useState(() => Symbol('layer'))
  useEffect(() => {
    setLayers([...layers, own])
    return () => setLayers(layers.filter((one) => one !== own))
  }, [own])
  return useSyncExternalStore(subscribe, () => layers.at(-1) === own)
}

/** Whatever lies above the page: the dialogs of the library, and the browser's own, which sheets are. */
export const OPEN_DIALOG = '[role=dialog], dialog[open]'
