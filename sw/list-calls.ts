const LISTS = /^\/api\/(?:drivers|schedule|[a-z-]+\/mini-list)\/$/

/** Whether a call is one of the lists that are answered from storage when the network is too slow. */
export function isListCall(request: { readonly method: string; readonly url: string }, origin: string): boolean {
  if (request.method !== 'GET') return false
  const url = new URL(request.url)
  return url.origin === origin && LISTS.test(url.pathname)
}

/**
 * Whether a navigation is answered with the app's shell: every page of the app, never the API, never a file.
 * `pathname` is that of the address, with its leading slash.
 */
export function isAppPage(pathname: string): boolean {
  return !/^\/api(?:\/|$)/.test(pathname) && !/\.[^/]+$/.test(pathname)
}
