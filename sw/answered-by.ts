import { isAppPage, isListCall } from './list-calls.ts'
import { isThumbnail } from './photo-cache.ts'

/** Who answers a request: a part of the worker, or null for the network alone, without the worker in between. */
export type AnsweredBy = 'lists' | 'photos' | 'page' | 'precache' | 'former' | null

interface Asked {
  readonly method: string
  readonly url: string
  readonly mode: string
}

/**
 * What the worker has to do with a request. Of other sites nothing: tiles of a map, which their servers forbid to be kept,
 * are the browser's own matter, and so are the parts of an archive of tiles, of which each is asked for by its bytes.
 */
export function answeredBy(request: Asked, origin: string, isPrecached: (url: string) => boolean): AnsweredBy {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin) return null
  if (isListCall(request, origin)) return 'lists'
  if (isThumbnail(request, origin)) return 'photos'
  if (request.mode === 'navigate') return isAppPage(url.pathname) ? 'page' : null
  if (isPrecached(request.url)) return 'precache'
  return url.pathname.startsWith('/assets/') ? 'former' : null
}
