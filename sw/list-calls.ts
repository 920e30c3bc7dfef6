const LISTS = /^\/api\/(?:drivers|dispatchers|trucks|trailers|schedule|[a-z-]+\/mini-list)\/$/

/** Inspections are many, and each carries all that is said of it: of these only the beginning of each tab. */
const TABBED = /^\/api\/maintenance\/inspections\/$/
const OF_A_TAB = new Set(['status', 'limit'])

const isBeginning = ({ searchParams }: URL) =>
  [...searchParams].every(([name, value]) => value === '' || OF_A_TAB.has(name)) &&
  Number(searchParams.get('limit') ?? 0) <= MAX_ROWS
/** A device that keeps all of them asks for more at once, and keeps them itself. */
const MAX_ROWS = 50

/**
 * Whether a call is one of the lists that are answered from storage when the network is too slow. What somebody looks for
 * is none: each letter would push another list out.
 */
export function isListCall(request: { readonly method: string; readonly url: string }, origin: string): boolean {
  if (request.method !== 'GET') return false
  const url = new URL(request.url)
  if (url.origin !== origin || url.searchParams.get('search')) return false
  return LISTS.test(url.pathname) || (TABBED.test(url.pathname) && isBeginning(url))
}

/**
 * Whether a navigation is answered with the app's shell: every page of the app, never the API, never a file.
 * `pathname` is that of the address, with its leading slash.
 */
export function isAppPage(pathname: string): boolean {
  return !/^\/api(?:\/|$)/.test(pathname) && !/\.[^/]+$/.test(pathname)
}
