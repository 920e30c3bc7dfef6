import type { Sql } from '#server/db/db.ts'
import { findNewest, findRows, type HistoryRow } from './event-repository.ts'
import { type HistoryTail, positionOf, rangesOf, tailFrom, taken } from './history-tail.ts'

const ROWS_AT_ONCE = 1_000
/** A change may be on its way that took its number before the first look: so many numbers back it is waited for. */
const LOOK_BACK = 2_000

/** Reads the history as it grows: each row once, however late its transaction commits. One reading at a time. */
export class HistoryReader {
  readonly #sql: Sql
  /** Milliseconds of a clock that never jumps. */
  readonly #elapsed: () => number
  #tail: HistoryTail = tailFrom(0)
  #started: Promise<void> | null = null

  constructor(sql: Sql, elapsed: () => number) {
    this.#sql = sql
    this.#elapsed = elapsed
  }

  /** Resolves when rows that appear from now on will be read. */
  start = (): Promise<void> => {
    this.#started ??= this.#begin().catch((error: unknown) => {
      this.#started = null
      throw error
    })
    return this.#started
  }

  /** Up to where all has been read; see `positionOf`. */
  position = (): number => positionOf(this.#tail)

  /** Hands over the rows that have appeared since the last time; those it has handed over before it throws count as read. */
  async next(take: (row: HistoryRow) => void): Promise<void> {
    await this.start()
    for (;;) {
      const rows = await findRows(this.#sql, rangesOf(this.#tail), ROWS_AT_ONCE)
      const numbers = rows.map(({ seq }) => seq)
      this.#tail = taken(this.#tail, numbers, this.#elapsed())
      rows.forEach(take)
      if (rows.length < ROWS_AT_ONCE) return
    }
  }

  async #begin(): Promise<void> {
    const newest = await findNewest(this.#sql)
    const tail = tailFrom(Math.max(0, newest - LOOK_BACK))
    const rows = await findRows(this.#sql, [{ first: tail.newest + 1, last: newest }], LOOK_BACK)
    const numbers = rows.map(({ seq }) => seq)
    this.#tail = taken(tail, numbers, this.#elapsed())
  }
}
