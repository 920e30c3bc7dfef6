import './escape-alone.ts'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'

interface Layer {
  readonly id: symbol
  /** Absent for a layer that belongs to the page's address: going back closes it anyway. */
  readonly close?: () => void
}

/** The open layers over the page, the topmost last. Only the topmost layer handles Escape and Back. */
let layers: readonly Layer[] = []
const listeners = new Set<() => void>()

function setLayers(next: readonly Layer[]): void {
  layers = next
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const openLayers = { get: () => layers, subscribe }

/**
 * Registers the calling component as a layer while it is mounted. Returns whether it is the topmost layer. The
 * browser's Back calls `onClose` of the topmost layer instead of leaving the page.
 */
export function useIsTopmost(onClose?: () => void): boolean {
  const [id] = useState(() => Symbol('layer'))
  const close = useEffectEvent(() => onClose?.())
  const hasClose = onClose !== undefined
  useEffect(() => {
    setLayers([...layers, hasClose ? { id, close: () => close() } : { id }])
    return () => setLayers(layers.filter((one) => one.id !== id))
  }, [id, hasClose])
  return useSyncExternalStore(subscribe, () => layers.at(-1)?.id === id)
}

/** Registers a layer whose library creates it only while it is open, such as a menu. */
export function OpenLayer({ onClose }: { readonly onClose: () => void }): null {
  useIsTopmost(onClose)
  return null
}

/** Matches any open layer: the library's dialogs and the browser's own `<dialog>`, which sheets use. */
export const OPEN_DIALOG = '[role=dialog], dialog[open]'
