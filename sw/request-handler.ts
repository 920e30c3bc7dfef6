import { isAppPage, isListCall } from './list-calls.ts'
import { isThumbnail } from './photo-cache.ts'

/** The part of the worker that handles a request; null leaves the request to the browser. */
export type Handler = 'lists' | 'photos' | 'page' | 'precache' | 'former' | null

interface RequestFacts {
  readonly method: string
  readonly url: string
  readonly mode: string
}

/**
 * The handler of a request. Requests to other sites have none: map tile servers forbid storing their tiles, so tiles
 * stay in the browser's own cache. The byte ranges of a tile archive are left to the browser too.
 */
export function handlerOf(request: RequestFacts, origin: string, isPrecached: (url: string) => boolean): Handler {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin) return null
  if (isListCall(request, origin)) return 'lists'
  if (isThumbnail(request, origin)) return 'photos'
  if (request.mode === 'navigate') return isAppPage(url.pathname) ? 'page' : null
  if (isPrecached(request.url)) return 'precache'
  return url.pathname.startsWith('/assets/') ? 'former' : null
}
