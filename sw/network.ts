/** The worker's access to the network. */
export interface Network {
  readonly fetch: (request: Request) => Promise<Response>
  /** Aborts all pending requests, as if the network had failed. Later requests are not affected. */
  readonly abortAll: () => void
}

/**
 * A new version is not activated while the former one still awaits a response: a list that hangs in a dead spot would
 * delay an update for minutes. So the worker's requests for lists, photos and its own files can be aborted.
 */
export function createNetwork(fetch: (request: Request, init: RequestInit) => Promise<Response>): Network {
  let current = new AbortController()
  return {
    fetch: (request) => fetch(request, { signal: AbortSignal.any([request.signal, current.signal]) }),
    abortAll() {
      current.abort()
      current = new AbortController()
    },
  }
}
