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

/** Why a vendor's expenses could not be had, in words for the people of the company: no addresses, no keys. */
export class FeedFailure extends Error {
  override readonly name = 'FeedFailure'
}

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
