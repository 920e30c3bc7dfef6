/**
 * What the oldest supported browsers lack, each only as far as the app uses it. Built into a script of its own, which the
 * first script of a page loads before all modules where something is missing: newer browsers never ask for it.
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

/** A signal of a long life keeps a small listener for each, until it aborts; the browser's own would let go before. */
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

/** Without options, which the app does not use: whether there is a box. */
export function checkVisibility(this: Element): boolean {
  return this.getClientRects().length > 0
}

/** Adds what is missing to a page's globals; leaves what is there. */
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
