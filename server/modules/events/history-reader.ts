import type { Sql } from '#server/db/db.ts'
import { findNewest, findRows, type HistoryRow } from './event-repository.ts'
import { advance, type HistoryTail, positionOf, rangesOf, tailFrom } from './history-tail.ts'

const ROWS_AT_ONCE = 1_000
/** How many sequence numbers before the first read are checked for gaps: their changes may still be uncommitted. */
const LOOK_BACK = 20_000

/** The number up to which a read of at most `limit` rows has read everything. */
export const readTo = (numbers: readonly number[], limit: number): number =>
  numbers.length < limit ? Number.MAX_SAFE_INTEGER : (numbers.at(-1) ?? 0)

/** The tail that includes every row committed by now. Its gaps are the numbers whose rows may still be uncommitted. */
export async function findCurrentTail(sql: Sql, now: number): Promise<HistoryTail> {
  const newest = await findNewest(sql)
  const tail = tailFrom(Math.max(0, newest - LOOK_BACK))
  const rows = await findRows(sql, [{ first: tail.newest + 1, last: newest }], LOOK_BACK)
  const numbers = rows.map(({ seq }) => seq)
  return advance(tail, numbers, now)
}

/** Reads new history rows, each exactly once, however late its transaction commits. Only one read may run at a time. */
export class HistoryReader {
  readonly #sql: Sql
  /** Monotonic clock, in milliseconds. */
  readonly #elapsed: () => number
  #tail: HistoryTail = tailFrom(0)
  #started: Promise<void> | null = null

  constructor(sql: Sql, elapsed: () => number) {
    this.#sql = sql
    this.#elapsed = elapsed
  }

  /** Resolves once the starting point is fixed: all rows that appear afterward will be read. */
  start = (): Promise<void> => {
    this.#started ??= this.#begin().catch((error: unknown) => {
      this.#started = null
      throw error
    })
    return this.#started
  }

  /** The sequence number up to which every row has been read; see `positionOf`. */
  position = (): number => positionOf(this.#tail)

  /** What has been read, for a position that devices store. `now`: milliseconds since 1970. */
  tailAt(now: number): HistoryTail {
    const ago = now - this.#elapsed()
    return { ...this.#tail, gaps: this.#tail.gaps.map((gap) => ({ ...gap, since: gap.since + ago })) }
  }

  /** Passes new rows to `take`. Rows that were passed on before an error count as read. */
  async next(take: (row: HistoryRow) => void): Promise<void> {
    await this.start()
    for (;;) {
      const rows = await findRows(this.#sql, rangesOf(this.#tail), ROWS_AT_ONCE)
      const numbers = rows.map(({ seq }) => seq)
      this.#tail = advance(this.#tail, numbers, this.#elapsed(), readTo(numbers, ROWS_AT_ONCE))
      rows.forEach(take)
      if (rows.length < ROWS_AT_ONCE) return
    }
  }

  async #begin(): Promise<void> {
    this.#tail = await findCurrentTail(this.#sql, this.#elapsed())
  }
}
