import { isDeepStrictEqual } from 'node:util'
import { FeedFailure } from '#server/providers/feed-source.ts'
import { NothingThere, PATIENCE, type Patience, vendorAsker } from '#server/providers/http-feed/ask-vendor.ts'
import { sideBySide } from '#server/providers/http-feed/side-by-side.ts'
import type { VendorAddress } from '#server/providers/http-feed/vendor-call.ts'
import { numberAt, rowsAt } from '#server/providers/http-feed/vendor-rows.ts'

/**
 * Of one vehicle's history no more than 10 questions at once are allowed; of the rest nobody has said, nor how many a minute.
 * A month of a whole fleet's driving periods is known to take it 18 seconds, and once took it more than 30.
 */
export const MOTIVE_PATIENCE: Patience = {
  ...PATIENCE,
  answerMs: 60_000,
  paceMs: 0,
  attempts: 3,
  atOnce: 10,
  mostFailures: 5,
  restMs: 60_000,
}

/** The most that it gives. */
const PER_PAGE = 100

/** Names and values of a query, in order; a name may come several times. */
export type Query = readonly (readonly [name: string, value: string])[]

export interface Asked {
  /** Behind the base address, its version first. */
  readonly path: string
  readonly query: Query
  readonly signal: AbortSignal
}
/** Asked for a list: where it stands in the answer, the first of several places where there is one. */
export interface ListAsked extends Asked {
  readonly places: readonly [string, ...string[]]
}

export interface MotiveClient {
  /** The rows of one answer. */
  rows(asked: ListAsked): Promise<readonly unknown[]>
  /** The rows of all pages. */
  pages(asked: ListAsked): Promise<readonly unknown[]>
}

interface Page {
  readonly rows: readonly unknown[]
  /** How many rows all pages have together; null when that is not told. */
  readonly total: number | null
}
type AskPage = (page: number, signal: AbortSignal) => Promise<Page>

/** Page after page until one is empty or the same again; a first one of more rows than were asked for is the only one. */
async function walk(
  first: Page,
  askPage: AskPage,
  signal: AbortSignal,
  mostPages: number,
): Promise<readonly unknown[]> {
  const all = [...first.rows]
  if (first.rows.length > PER_PAGE) return all
  let before = first.rows
  for (let page = 2; before.length > 0; page++) {
    if (page > mostPages) throw new FeedFailure('The vendor’s pages do not end.')
    const { rows } = await askPage(page, signal)
    if (isDeepStrictEqual(rows, before)) return all
    for (const row of rows) all.push(row)
    before = rows
  }
  return all
}

async function allPages(askPage: AskPage, signal: AbortSignal, mostPages: number): Promise<readonly unknown[]> {
  const first = await askPage(1, signal)
  const { rows, total } = first
  if (total === null) return walk(first, askPage, signal, mostPages)
  // However many rows were asked for: so many a page has.
  const pages = rows.length === 0 ? 1 : Math.ceil(total / rows.length)
  if (pages > mostPages) throw new FeedFailure('The vendor’s pages do not end.')
  const further = Array.from({ length: Math.max(0, pages - 1) }, (_, n) => n + 2)
  const others = await sideBySide(signal, (signal) => further.map((page) => askPage(page, signal)))
  return [rows, ...others.map((page) => page.rows)].flat()
}

/** Asks Motive: units of the road, the company's clock, all pages. Throws a `FeedFailure`, or the signal's reason. */
export function motiveClient({ baseUrl, apiKey }: VendorAddress, patience: Patience): MotiveClient {
  const ask = vendorAsker(patience)
  const headers = {
    accept: 'application/json',
    'x-api-key': apiKey,
    'x-time-zone': 'Central Time (US & Canada)',
    'x-metric-units': 'false',
  }
  const answerTo = async ({ path, query, signal }: Asked) => {
    const url = new URL(`${baseUrl}${path}`)
    for (const [name, value] of query) url.searchParams.append(name, value)
    return await ask({ url, headers, signal })
  }
  return {
    rows: async (asked) => rowsAt(await answerTo(asked), ...asked.places),
    pages: async (asked) => {
      const askPage: AskPage = async (page, signal) => {
        const query = [...asked.query, ['per_page', `${PER_PAGE}`], ['page_no', `${page}`]] as const
        try {
          const answer = await answerTo({ ...asked, query, signal })
          return { rows: rowsAt(answer, ...asked.places), total: numberAt(answer, 'pagination.total') }
        } catch (error) {
          if (page === 1 || !(error instanceof NothingThere)) throw error
          return { rows: [], total: null }
        }
      }
      return await allPages(askPage, asked.signal, patience.mostPages)
    },
  }
}
