/** A range of calendar days (`yyyy-MM-dd`) to request from a vendor; both days are included. */
export interface FeedRange {
  readonly first: string
  readonly last: string
  /** Aborts the request. */
  readonly signal: AbortSignal
}

export interface FeedPage<Row> {
  readonly rows: readonly Row[]
  /** Number of rows from the vendor that could not be understood. */
  readonly skipped: number
}

/** A vendor's source of one kind of expense. */
export interface FeedSource<Row> {
  /** The vendor's name in stored rows and on screen. */
  readonly vendor: string
  /** How many days late a vendor may report an expense. The last days are requested again this far back. */
  readonly lateDays: number
  /** Simulated: continues where the demo company's data ends, and reports nothing for other companies. */
  readonly isSimulated: boolean
  /** The expenses in a range of days, page by page. A repeated request gives the same keys. Throws `FeedFailure`. */
  fetch(range: FeedRange): AsyncIterable<FeedPage<Row>>
}

/** A vendor request failed. The message is for users, without URLs or keys. */
export class FeedFailure extends Error {
  override readonly name = 'FeedFailure'
}

/** The reason of a failed request, in words for users. `tried` is the signal that aborts the attempt. */
export function failureWords(error: unknown, tried: AbortSignal): string {
  if (error instanceof FeedFailure) return error.message
  return tried.aborted ? 'The vendor took too long.' : 'Something went wrong here. See the server’s log.'
}

/** Rows without duplicate keys. The last row of a key wins, because it is the vendor's latest version. */
export const withoutDuplicates = <Row>(rows: readonly Row[], keyOf: (row: Row) => unknown): readonly Row[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
]

/** Groups rows into pages of at most `most` rows. */
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
