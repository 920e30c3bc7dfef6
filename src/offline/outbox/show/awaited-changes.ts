const awaited = new Map<string, () => boolean>()

/**
 * Notes that a form waits for the result of these changes. `isHere`: whether it is still on screen. Returns the function
 * that ends it.
 */
export function awaitChanges(ids: ReadonlySet<string>, isHere: () => boolean): () => void {
  for (const id of ids) awaited.set(id, isHere)
  return () => {
    for (const id of ids) awaited.delete(id)
  }
}

/** Whether a form on screen waits for the result of a change: it shows a refusal itself and takes the input back. */
export const isAwaited = (id: string): boolean => awaited.get(id)?.() ?? false
