/** The worker's way to the network. */
export interface Network {
  readonly fetch: (request: Request) => Promise<Response>
  /** Breaks off all that is on its way, as if the network had gone; what is asked from now on is asked anew. */
  readonly breakOff: () => void
}

/**
 * A new version is not taken into use while the one before still waits for an answer: a list that hangs in a dead spot would
 * hold up an update for minutes. So what it asks for of lists, photos and its own files can be broken off.
 */
export function createNetwork(fetch: (request: Request, init: RequestInit) => Promise<Response>): Network {
  let asking = new AbortController()
  return {
    fetch: (request) => fetch(request, { signal: AbortSignal.any([request.signal, asking.signal]) }),
    breakOff() {
      asking.abort()
      asking = new AbortController()
    },
  }
}
