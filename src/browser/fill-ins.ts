/**
 * Polyfills for the oldest supported browsers, each only as complete as the app needs. They are built into a separate
 * script. The first script of a page loads it before all modules when a feature is missing: newer browsers never fetch
 * it.
 */

export function withResolvers<T>(this: PromiseConstructor): PromiseWithResolvers<T> {
  let resolve: PromiseWithResolvers<T>['resolve'] = () => undefined
  let reject: PromiseWithResolvers<T>['reject'] = () => undefined
  const promise = new this<T>((resolved, rejected) => {
    resolve = resolved
    reject = rejected
  })
  return { promise, resolve, reject }
}

export function groupBy<K, V>(items: Iterable<V>, keyOf: (item: V, at: number) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>()
  let at = 0
  for (const item of items) {
    const key = keyOf(item, at)
    at += 1
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/**
 * Unlike the native version, a long-lived source signal keeps a small listener for each result until one of the two
 * aborts.
 */
export function anySignal(signals: Iterable<AbortSignal>): AbortSignal {
  const own = new AbortController()
  const all = [...signals]
  const aborted = all.find((signal) => signal.aborted)
  if (aborted) own.abort(aborted.reason)
  else
    for (const signal of all)
      signal.addEventListener('abort', () => own.abort(signal.reason), { once: true, signal: own.signal })
  return own.signal
}

/** Whether the element has a box. The options are not supported, because the app does not use them. */
export function checkVisibility(this: Element): boolean {
  return this.getClientRects().length > 0
}

/** Adds missing features to a page's globals; leaves existing ones alone. */
export function fillIn(page: typeof globalThis): void {
  const missing: readonly (readonly [object | undefined, string, unknown])[] = [
    [page.Promise, 'withResolvers', withResolvers],
    [page.Map, 'groupBy', groupBy],
    [page.AbortSignal, 'any', anySignal],
    [page.Element?.prototype, 'checkVisibility', checkVisibility],
  ]
  for (const [owner, name, value] of missing)
    if (owner && !(name in owner)) Object.defineProperty(owner, name, { value, configurable: true, writable: true })
}
