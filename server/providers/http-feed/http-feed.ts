import { isDeepStrictEqual } from 'node:util'
import { FeedFailure, type FeedPage, type FeedRange } from '#server/providers/feed-source.ts'
import type { VendorAccess } from './vendor-call.ts'
import { createVendorFetch, PATIENCE, type Patience, VendorNotFound } from './vendor-fetch.ts'
import { rowsAt, valueAt } from './vendor-rows.ts'

function firstPage({ baseUrl, call }: VendorAccess, { first, last }: FeedRange): URL {
  const url = new URL(`${baseUrl}${call.path}`)
  for (const [name, value] of Object.entries(call.query)) url.searchParams.set(name, value)
  url.searchParams.set(call.from, first)
  url.searchParams.set(call.to, last)
  if (call.size !== null) url.searchParams.set(call.size, String(call.rows_a_page))
  if (call.page !== null) url.searchParams.set(call.page, String(call.first_page))
  return url
}

/**
 * The URL of the next page, or null: the URL in the vendor's response if it sends URLs, otherwise the next page number.
 */
function pageAfter({ call }: VendorAccess, url: URL, answer: unknown): URL | null {
  if (call.next !== null) {
    const next = valueAt(answer, call.next)
    if (typeof next !== 'string' || next === '') return null
    const following = URL.canParse(next, url.href) ? new URL(next, url) : null
    // The key must not be sent to another server.
    if (following?.origin !== url.origin) throw new FeedFailure('The vendor’s next page is at another origin.')
    return following
  }
  if (call.page === null) return null
  const following = new URL(url)
  following.searchParams.set(call.page, String(Number(url.searchParams.get(call.page)) + 1))
  return following
}

/**
 * Requests a vendor's rows for a range of days over HTTP, page by page. The number of rows on a page means nothing,
 * because vendors may send smaller pages than requested. With page numbers, the list ends before a page that is empty
 * or a 404, or that repeats the page before (from vendors that ignore the number). `read` converts a vendor's row; null
 * means it makes no sense: it is left out and counted. Throws `FeedFailure`.
 */
export function httpFeed<Row>(
  access: VendorAccess,
  read: (row: unknown) => Row | null,
  patience: Patience = PATIENCE,
): (range: FeedRange) => AsyncGenerator<FeedPage<Row>> {
  const fetchJson = createVendorFetch(patience)
  const headers = { accept: 'application/json', [access.header]: `${access.prefix}${access.apiKey}` }
  const isCounted = access.call.next === null
  const fetchPage = async (url: URL, signal: AbortSignal, isFirst: boolean) => {
    try {
      const answer = await fetchJson({ url, headers, signal })
      return { answer, sent: rowsAt(answer, access.call.rows) }
    } catch (error) {
      if (!isCounted || isFirst || !(error instanceof VendorNotFound)) throw error
      return { answer: null, sent: [] }
    }
  }
  return async function* (range) {
    let before: readonly unknown[] = []
    let url: URL | null = firstPage(access, range)
    for (let page = 1; url !== null; page++) {
      if (page > patience.mostPages) throw new FeedFailure('The vendor’s pages do not end.')
      const { answer, sent } = await fetchPage(url, range.signal, page === 1)
      if (isCounted && (sent.length === 0 || isDeepStrictEqual(sent, before))) return
      const rows = sent.map(read).filter((row) => row !== null)
      yield { rows, skipped: sent.length - rows.length }
      url = pageAfter(access, url, answer)
      before = sent
    }
  }
}
