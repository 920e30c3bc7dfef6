interface Patience {
  /** The longest that the work waits for an idle moment, in ms. */
  readonly atMost?: number
  /** How long it waits in a browser that tells none (Safari), in ms. */
  readonly untold?: number
}

/** Does `work` as soon as the page has nothing else to do. Answers how to call it off. */
export function whenIdle(work: () => void, { atMost = 10_000, untold = 2_000 }: Patience = {}): () => void {
  if (globalThis.requestIdleCallback === undefined) {
    const timer = setTimeout(work, untold)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(work, { timeout: atMost })
  return () => cancelIdleCallback(id)
}
