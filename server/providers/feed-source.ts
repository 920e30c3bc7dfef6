/** What a vendor is asked for: days of the calendar (`yyyy-MM-dd`), both included. */
export interface FeedRange {
  readonly first: string
  readonly last: string
  /** Breaks the asking off. */
  readonly signal: AbortSignal
}

export interface FeedPage<Row> {
  readonly rows: readonly Row[]
  /** Rows that the vendor sent and nobody could make sense of. */
  readonly skipped: number
}

/** Where expenses of a kind come from. */
export interface FeedSource<Row> {
  /** Its name in the books and on the screen. */
  readonly vendor: string
  /** How many days late a vendor may tell of something: so far back is asked again. */
  readonly lateDays: number
  /** Made up: it goes on where the demo company's books end, and tells no other company anything. */
  readonly isMadeUp: boolean
  /** Tells what happened in a range of days, page by page; throws `FeedFailure`. Asked again it gives the same keys. */
  fetch(range: FeedRange): AsyncIterable<FeedPage<Row>>
}

/** Why what a vendor knows could not be had, in words for the people of the company: no addresses, no keys. */
export class FeedFailure extends Error {
  override readonly name = 'FeedFailure'
}

/** Why something could not be had, in words for the people of the company. `tried`: what breaks a try off. */
export function failureWords(error: unknown, tried: AbortSignal): string {
  if (error instanceof FeedFailure) return error.message
  return tried.aborted ? 'The vendor took too long.' : 'Something went wrong here; the server’s log tells what.'
}

/** Of rows that are the same thing the last: it is the vendor's latest word. */
export const onceEach = <Row>(rows: readonly Row[], keyOf: (row: Row) => unknown): readonly Row[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
]

/** Rows one by one as pages of at most so many. */
export async function* inPages<Row>(rows: Iterable<Row>, most: number): AsyncGenerator<FeedPage<Row>> {
  let page: Row[] = []
  for (const row of rows) {
    page.push(row)
    if (page.length < most) continue
    yield { rows: page, skipped: 0 }
    page = []
  }
  if (page.length > 0) yield { rows: page, skipped: 0 }
}
