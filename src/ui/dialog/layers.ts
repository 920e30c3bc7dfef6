import './escape-alone.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'

/** The open layers over the page, the topmost last. Only the topmost layer handles Escape. */
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

/** Registers the calling component as a layer while it is mounted. Returns whether it is the topmost layer. */
export function useIsTopmost(): boolean {
  const [own] = useState(() => Symbol('layer'))
  useEffect(() => {
    setLayers([...layers, own])
    return () => setLayers(layers.filter((one) => one !== own))
  }, [own])
  return useSyncExternalStore(subscribe, () => layers.at(-1) === own)
}

/** Matches any open layer: the library's dialogs and the browser's own `<dialog>`, which sheets use. */
export const OPEN_DIALOG = '[role=dialog], dialog[open]'
