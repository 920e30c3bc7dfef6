const LISTS = /^\/api\/(?:drivers|dispatchers|trucks|trailers|schedule|[a-z-]+\/mini-list)\/$/

/**
 * Whether a call is one of the lists that are answered from storage when the network is too slow. What somebody looks for
 * is none: each letter would push another list out.
 */
export function isListCall(request: { readonly method: string; readonly url: string }, origin: string): boolean {
  if (request.method !== 'GET') return false
  const url = new URL(request.url)
  return url.origin === origin && LISTS.test(url.pathname) && !url.searchParams.get('search')
}

/**
 * Whether a navigation is answered with the app's shell: every page of the app, never the API, never a file.
 * `pathname` is that of the address, with its leading slash.
 */
export function isAppPage(pathname: string): boolean {
  return !/^\/api(?:\/|$)/.test(pathname) && !/\.[^/]+$/.test(pathname)
}
