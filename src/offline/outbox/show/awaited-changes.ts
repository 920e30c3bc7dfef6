const awaited = new Set<string>()

/** Notes that a form on screen waits for the result of these changes. Returns the function that ends it. */
export function awaitChanges(ids: ReadonlySet<string>): () => void {
  for (const id of ids) awaited.add(id)
  return () => {
    for (const id of ids) awaited.delete(id)
  }
}

/** Whether a form on screen waits for the result of a change: it shows a refusal itself and takes the input back. */
export const isAwaited = (id: string): boolean => awaited.has(id)
