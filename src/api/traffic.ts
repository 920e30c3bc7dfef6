import { type EndpointShape, isChange } from '#contract/wire/endpoint.ts'

/** What calls received, before compression. Photos, maps and the app's own files are not calls. */
export interface Traffic {
  readonly requests: number
  readonly bytes: number
}

const received = new Map<string, Traffic>()

/** The reason for a call, in words for the diagnostics. */
function causeOf(endpoint: EndpointShape): string {
  if (endpoint.path.startsWith('/api/events/')) return 'Event stream'
  if (endpoint.path.startsWith('/api/sync/')) return 'Changed rows of lists'
  return isChange(endpoint) ? 'Changes' : 'Lists and records'
}

const add = (cause: string, { requests, bytes }: Traffic) => {
  const before = received.get(cause) ?? { requests: 0, bytes: 0 }
  received.set(cause, { requests: before.requests + requests, bytes: before.bytes + bytes })
}

/** Notes the start of a call. */
export const noteRequest = (endpoint: EndpointShape) => add(causeOf(endpoint), { requests: 1, bytes: 0 })

/** Notes a received part of a call's response. */
export function noteReceived(endpoint: EndpointShape, bytes: number): void {
  add(causeOf(endpoint), { requests: 0, bytes })
  for (const listener of listeners) listener(bytes)
}

const listeners = new Set<(bytes: number) => void>()
/** Calls `listener` with the size of each received part. Returns the function that stops it. */
export function onReceived(listener: (bytes: number) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What was received since the last call of this function, by cause. */
export function takeTraffic(): ReadonlyMap<string, Traffic> {
  const taken = new Map(received)
  received.clear()
  return taken
}
