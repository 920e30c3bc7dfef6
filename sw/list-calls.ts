const LISTS = /^\/api\/(?:drivers|dispatchers|trucks|trailers|schedule|[a-z-]+\/mini-list)\/$/

/** Inspections are many, and each row contains all details: only the first page of each tab is stored. */
const TABBED = /^\/api\/maintenance\/inspections\/$/
const TAB_PARAMS = new Set(['status', 'limit'])

const isBeginning = ({ searchParams }: URL) =>
  [...searchParams].every(([name, value]) => value === '' || TAB_PARAMS.has(name)) &&
  Number(searchParams.get('limit') ?? 0) <= MAX_ROWS
/**
 * The largest `limit` of a first page. A device that stores the complete list requests more rows, and stores them
 * itself.
 */
const MAX_ROWS = 50

/**
 * Whether a call is for a list that is returned from storage when the network is too slow. Searches are excluded: each
 * typed letter would push another list out.
 */
export function isListCall(request: { readonly method: string; readonly url: string }, origin: string): boolean {
  if (request.method !== 'GET') return false
  const url = new URL(request.url)
  if (url.origin !== origin || url.searchParams.get('search')) return false
  return LISTS.test(url.pathname) || (TABBED.test(url.pathname) && isBeginning(url))
}

/**
 * Whether a navigation gets the app's shell: every page of the app, never the API, never a file. `pathname` has its
 * leading slash.
 */
export function isAppPage(pathname: string): boolean {
  return !/^\/api(?:\/|$)/.test(pathname) && !/\.[^/]+$/.test(pathname)
}
