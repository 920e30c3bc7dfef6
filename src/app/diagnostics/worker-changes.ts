/** What of a service worker's container is looked at here. */
export interface Workers extends EventTarget {
  readonly getRegistration: () => Promise<Registration | undefined>
}

interface Registration extends EventTarget {
  readonly installing: EventTarget | null
  readonly waiting: EventTarget | null
  readonly active: EventTarget | null
}

/** Calls `listener` each time a worker comes, goes on to its next state, or takes over this page; answers how to stop. */
export function onWorkerChange(workers: Workers | undefined, listener: () => void): () => void {
  if (!workers) return () => undefined
  const ending = new AbortController()
  const { signal } = ending
  const watch = (registration: Registration) => {
    for (const one of [registration.installing, registration.waiting, registration.active])
      one?.addEventListener('statechange', listener, { signal })
  }
  workers.addEventListener('controllerchange', listener, { signal })
  // Where workers are refused there is nothing to watch.
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
