import type { Sql } from '#server/db/db.ts'
import type { EventFeed } from './event-feed.ts'
import { findNewest, findRows, findRowsSince } from './event-repository.ts'
import { changesOf } from './visible-changes.ts'
import type { Missed, Watcher } from './watcher.ts'

/** Beyond so many rows a client is not told one by one what it missed. */
const MAX_MISSED = 1_000
/** A change carries the time at which it came in; it is seen a little later. */
const SLACK_MS = 10_000
const POSITION = /^\d{1,15}$/

/** From where on a client wants to be told; both null: from now on. */
export interface Since {
  readonly lastEventId: string | null
  readonly pastSeconds: number | null
  readonly now: Date
}

/** Lets a watcher hear what it missed and then, for as long as its stream lasts, everything that changes. */
export async function watch(feed: EventFeed, sql: Sql, watcher: Watcher, since: Since): Promise<void> {
  // In this order: what is committed between the two is told twice rather than never.
  const position = await feed.join(watcher)
  watcher.begin(await findMissed(sql, since), position)
}

async function findMissed(sql: Sql, { lastEventId, pastSeconds, now }: Since): Promise<Missed> {
  if (lastEventId === null && pastSeconds === null) return []
  if (lastEventId === null) {
    const from = new Date(now.getTime() - (pastSeconds ?? 0) * 1000 - SLACK_MS)
    return orReset(await findRowsSince(sql, from, MAX_MISSED + 1))
  }
  const position = POSITION.test(lastEventId) ? Number(lastEventId) : Number.POSITIVE_INFINITY
  // A position that this database never gave: it was restored from a backup, or it is another company's.
  if (position > (await findNewest(sql))) return 'reset'
  return orReset(await findRows(sql, [{ first: position + 1, last: Number.MAX_SAFE_INTEGER }], MAX_MISSED + 1))
}

const orReset = (rows: Parameters<typeof changesOf>[0]): Missed =>
  rows.length > MAX_MISSED ? 'reset' : changesOf(rows)
