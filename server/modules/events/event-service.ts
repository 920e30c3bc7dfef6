import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { Sql } from '#server/db/db.ts'
import type { EventFeed } from './event-feed.ts'
import { findNewest, findRows, findRowsSince, type HistoryRow } from './event-repository.ts'
import { readRowsFor } from './round-rows.ts'
import { canSee, changesOf } from './visible-changes.ts'
import type { MissedChanges, Watcher } from './watcher.ts'

/** A client that missed more rows than this gets a `reset` instead of single changes. */
const MAX_MISSED = 1_000
/** A change is dated at its arrival and becomes visible a little later, at its commit. */
const SLACK_MS = 10_000
const POSITION = /^\d{1,15}$/

/** The point from which a client wants changes: after an event id, or from some seconds ago. Both null: from now on. */
export interface ResumePoint {
  readonly lastEventId: string | null
  readonly pastSeconds: number | null
  readonly now: Date
}

/** Sends a watcher the changes it missed, then every new change until its stream ends. */
export async function watch(feed: EventFeed, sql: Sql, watcher: Watcher, since: ResumePoint): Promise<void> {
  // Join first: a change committed between the two steps is sent twice rather than never.
  const position = await feed.join(watcher)
  watcher.begin(await findMissed(sql, since, watcher.user), position)
}

async function findMissed(sql: Sql, since: ResumePoint, user: CurrentUser): Promise<MissedChanges> {
  const rows = await findMissedRows(sql, since)
  if (rows === null || rows.length > MAX_MISSED) return { changes: [], isReset: true }
  // The row of a driver has the name of the dispatcher, whose changes not every user may see.
  const hidden = rows.filter((row) => changesOf([row]).some((change) => !canSee(user, change)))
  const isReset = hidden.length > 0 && (await readRowsFor(sql, hidden, [user], since.now))(user) !== '[]'
  return { changes: changesOf(rows), isReset }
}

/** The changes since a point; null when this database did not issue its position. */
async function findMissedRows(
  sql: Sql,
  { lastEventId, pastSeconds, now }: ResumePoint,
): Promise<readonly HistoryRow[] | null> {
  if (lastEventId === null && pastSeconds === null) return []
  if (lastEventId === null) {
    const from = new Date(now.getTime() - (pastSeconds ?? 0) * 1000 - SLACK_MS)
    return findRowsSince(sql, from, MAX_MISSED + 1)
  }
  const position = POSITION.test(lastEventId) ? Number(lastEventId) : Number.POSITIVE_INFINITY
  // The database was restored from a backup, or the position belongs to another company.
  if (position > (await findNewest(sql))) return null
  return findRows(sql, [{ first: position + 1, last: Number.MAX_SAFE_INTEGER }], MAX_MISSED + 1)
}
