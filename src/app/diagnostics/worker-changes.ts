/** The part of `ServiceWorkerContainer` that is used here. */
export interface Workers extends EventTarget {
  readonly getRegistration: () => Promise<Registration | undefined>
}

interface Registration extends EventTarget {
  readonly installing: EventTarget | null
  readonly waiting: EventTarget | null
  readonly active: EventTarget | null
}

/**
 * Calls `listener` when a worker is found, changes its state, or takes over this page. Returns a function that stops
 * it.
 */
export function onWorkerChange(workers: Workers | undefined, listener: () => void): () => void {
  if (!workers) return () => undefined
  const ending = new AbortController()
  const { signal } = ending
  const watch = (registration: Registration) => {
    for (const one of [registration.installing, registration.waiting, registration.active])
      one?.addEventListener('statechange', listener, { signal })
  }
  workers.addEventListener('controllerchange', listener, { signal })
  // Where the browser refuses workers there is nothing to watch.
  workers.getRegistration().then(
    (registration) => {
      if (!registration || signal.aborted) return
      watch(registration)
      const onFound = () => {
        watch(registration)
        listener()
      }
      registration.addEventListener('updatefound', onFound, { signal })
    },
    () => undefined,
  )
  return () => ending.abort()
}
