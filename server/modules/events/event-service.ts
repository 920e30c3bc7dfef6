import type { Sql } from '#server/db/db.ts'
import type { EventFeed } from './event-feed.ts'
import { findNewest, findRows, findRowsSince } from './event-repository.ts'
import { changesOf } from './visible-changes.ts'
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
  watcher.begin(await findMissed(sql, since), position)
}

async function findMissed(sql: Sql, { lastEventId, pastSeconds, now }: ResumePoint): Promise<MissedChanges> {
  if (lastEventId === null && pastSeconds === null) return []
  if (lastEventId === null) {
    const from = new Date(now.getTime() - (pastSeconds ?? 0) * 1000 - SLACK_MS)
    return changesOrReset(await findRowsSince(sql, from, MAX_MISSED + 1))
  }
  const position = POSITION.test(lastEventId) ? Number(lastEventId) : Number.POSITIVE_INFINITY
  // This database never issued the position: it was restored from a backup, or belongs to another company.
  if (position > (await findNewest(sql))) return 'reset'
  return changesOrReset(await findRows(sql, [{ first: position + 1, last: Number.MAX_SAFE_INTEGER }], MAX_MISSED + 1))
}

const changesOrReset = (rows: Parameters<typeof changesOf>[0]): MissedChanges =>
  rows.length > MAX_MISSED ? 'reset' : changesOf(rows)
