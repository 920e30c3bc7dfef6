import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { Sql } from '#server/db/db.ts'
import { canChange, changedListText, visibleLists } from './changed-lists.ts'
import { findLastMark, findNewest, findRows, hasMark } from './event-repository.ts'
import { findCurrentTail, readTo } from './history-reader.ts'
import { advance, rangesOf } from './history-tail.ts'
import { parsePosition, positionText, type SyncPosition } from './sync-position.ts'

/** The most changes that one response contains. */
const ROWS_AT_ONCE = 2_000
/** A device that missed more changes than this fetches its lists from their beginning: that takes less time. */
const MAX_MISSED = 20_000

export interface SyncRequest {
  /** The position in the device's request; undefined when it has none. */
  readonly after?: string | undefined
  readonly lists?: readonly string[] | undefined
  readonly user: CurrentUser
  readonly now: Date
}

/**
 * The rows of the requested lists that changed after a position, and the position that they reach, as JSON. The
 * position is read before the rows: a change committed between the two is sent now and again later, never lost.
 */
export async function findChanges(sql: Sql, { after, lists = [], user, now }: SyncRequest): Promise<string> {
  const visible = visibleLists(user).filter((name) => lists.includes(name))
  const refused = lists.filter((name) => !visible.some((one) => one === name))
  const known = after === undefined ? null : await knownPosition(sql, after)
  if (known === null) {
    const position = positionText(await marked(sql, await findCurrentTail(sql, now.getTime())))
    return replyText({ position, must_restart: after !== undefined, is_complete: true, refused }, [])
  }
  const rows = await findRows(sql, rangesOf(known.tail), ROWS_AT_ONCE)
  const numbers = rows.map(({ seq }) => seq)
  const tail = advance(known.tail, numbers, now.getTime(), readTo(numbers, ROWS_AT_ONCE))
  const position = positionText(await marked(sql, tail))
  const is_complete = rows.length < ROWS_AT_ONCE
  // The last number may have more rows than were read.
  const areas = is_complete ? new Set(rows.map(({ area }) => area)) : null
  const changed: string[] = []
  // One after the other: many devices ask at the same time after each change.
  for (const name of visible)
    if (areas === null || canChange(name, areas)) changed.push(await changedListText(sql, name, numbers, { user, now }))
  return replyText({ position, must_restart: false, is_complete, refused }, changed)
}

/** The position in a request; null when this database did not issue it, or too much has changed since. */
async function knownPosition(sql: Sql, text: string): Promise<SyncPosition | null> {
  const position = parsePosition(text)
  if (position === null) return null
  const { tail, mark } = position
  const missed = (await findNewest(sql)) - tail.newest
  if (missed < 0 || missed > MAX_MISSED) return null
  return mark === null || (await hasMark(sql, mark)) ? position : null
}

/** A position with a mark in the history of this database. */
export const marked = async (sql: Sql, tail: SyncPosition['tail']) => ({
  tail,
  mark: await findLastMark(sql, tail.newest),
})

function replyText(facts: object, lists: readonly string[]): string {
  return `${JSON.stringify(facts).slice(0, -1)},"lists":[${lists.filter(Boolean).join(',')}]}`
}
