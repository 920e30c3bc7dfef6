import { hashKey, type QueryKey } from '@tanstack/react-query'
import { can } from '#contract/wire/access.ts'
import { type ChangedList, syncEndpoints } from '#contract/wire/sync.ts'
import { call } from '#src/api/call.ts'
import { holdLock } from '#src/browser/web-lock.ts'
import { setFollowedLists } from '#src/offline/live/live-state.ts'
import { currentPersister, type QueryPersister } from '#src/offline/query-storage/query-persister.ts'
import { applyRows, positionOfList, type SyncedList } from '#src/offline/query-storage/synced-list.ts'
import type { AnyQuery } from '#src/offline/reading/declared-query.ts'
import { sessionState } from '#src/session/session.ts'
import { prefetchQueries } from './prefetch-state.ts'

/** The position of the server's changes now. Throws an `ApiError`, and the signal's reason. */
export async function fetchPosition(signal: AbortSignal): Promise<string> {
  return (await call(syncEndpoints.changes, { signal, fresh: true })).data.position
}

/** A part of the prefetch set whose changed rows the server sends. */
interface SyncedPart {
  readonly part: AnyQuery
  /** The hash of its query key. */
  readonly hash: string
  readonly list: SyncedList
  /** The position in its stored copy. */
  readonly position: string
}

/** The parts whose changed rows the server sends. */
function syncable(parts: readonly AnyQuery[]): readonly Omit<SyncedPart, 'position'>[] {
  return parts.flatMap((part) => {
    const { whole, queryKey } = part
    if (!whole?.changes) return []
    const list = { queryKey, needs: whole.needs, unpack: whole.unpack, changes: whole.changes }
    return [{ part, hash: hashKey(queryKey), list }]
  })
}

/** Those of which a copy is stored. */
async function storedParts(parts: readonly AnyQuery[]): Promise<readonly SyncedPart[]> {
  const stored: SyncedPart[] = []
  for (const one of syncable(parts)) {
    const position = await positionOfList(one.list)
    if (position !== null) stored.push({ ...one, position })
  }
  return stored
}

const byPosition = (parts: readonly SyncedPart[]) => Map.groupBy(parts, ({ position }) => position)

/** What this page knows of one user's stored lists, by the hash of their query key. */
interface Progress {
  /** The positions of lists that could not be updated row by row. Asking again after them would bring the same rows. */
  readonly givenUp: Map<string, string>
  /**
   * The positions in the copies of lists that have all rows of the event stream so far, and all changes from before it.
   * A copy with another position was stored by something else: rows of the stream may be missing in it. With the names
   * of the lists whose rows change it.
   */
  readonly followed: Map<string, { readonly position: string; readonly names: readonly string[] }>
  /** When lists last had all changes of the server, in milliseconds since 1970. */
  readonly syncedAt: Map<string, number>
}
const progressOf = new WeakMap<QueryPersister, Progress>()

function progress(persister: QueryPersister): Progress {
  const known = progressOf.get(persister) ?? {
    givenUp: new Map(),
    followed: new Map(),
    syncedAt: new Map(),
  }
  progressOf.set(persister, known)
  return known
}

/** When this page last knew that the copy of a list has all changes of the server; null if it never did. */
export function syncedAt(queryKey: QueryKey): number | null {
  const persister = currentPersister()
  return (persister && progress(persister).syncedAt.get(hashKey(queryKey))) || null
}

/** Whether the stored copy of a list has all rows of the event stream so far. */
export function isFollowed(queryKey: QueryKey): boolean {
  const persister = currentPersister()
  return persister !== null && progress(persister).followed.has(hashKey(queryKey))
}

/** The lists of this user that receive changed rows on this device, as far as this page knows. */
export interface SyncedLists {
  readonly lists: number
  /** All of them have the changes up to this moment, in milliseconds since 1970; null while there are none. */
  readonly upTo: number | null
}

export function syncedLists(): SyncedLists {
  const persister = currentPersister()
  if (persister === null) return { lists: 0, upTo: null }
  const { followed, syncedAt } = progress(persister)
  const times = [...followed.keys()].map((hash) => syncedAt.get(hash) ?? 0)
  return { lists: times.length, upTo: times.length === 0 ? null : Math.min(...times) }
}

interface Turn {
  readonly signal: AbortSignal
  readonly lost?: AbortSignal | undefined
}

/**
 * `done`: the lists that have the changes then. `mustRestart`: the server does not know the position. It was restored
 * from a backup, or too much has changed.
 */
interface Synced {
  readonly done: readonly SyncedPart[]
  readonly mustRestart: boolean
}

/** Requests the changes after a position and applies them to these lists. */
async function syncFrom(after: string, parts: readonly SyncedPart[], { signal, lost }: Turn): Promise<Synced> {
  const persister = currentPersister()
  const lists = [...new Set(parts.flatMap(({ list }) => list.changes.names))]
  const { data, asOf } = await call(syncEndpoints.changes, { query: { after, lists }, signal, fresh: true })
  const { position, must_restart, is_complete, refused } = data
  // Another user may have signed in meanwhile.
  if (must_restart || persister === null || currentPersister() !== persister)
    return { done: [], mustRestart: must_restart }
  const { followed, syncedAt } = progress(persister)
  const done: SyncedPart[] = []
  for (const one of parts.filter(({ list }) => !list.changes.names.some((name) => refused.includes(name)))) {
    const received = { lists: data.lists, after: one.position, position, asOf, persister, lost }
    const reached = await applyRows(one.list, received)
    if (reached === null) continue
    done.push({ ...one, position: reached })
    if (!is_complete) continue
    followed.set(one.hash, { position: reached, names: one.list.changes.names })
    syncedAt.set(one.hash, asOf)
  }
  return is_complete || done.length === 0 ? { done, mustRestart: false } : syncFrom(position, done, { signal, lost })
}

/** The lock of all work that writes stored lists: a list must not be replaced while changed rows are added to it. */
export const passLock = (userId: string) => `yard-set:${userId}`

/** Runs work that writes stored lists, after all other such work in any tab. A frozen page loses its turn (`lost`). */
function writing(userId: number, work: (lost?: AbortSignal) => Promise<void>, signal?: AbortSignal): Promise<void> {
  const { locks } = navigator
  return locks === undefined ? work() : holdLock(locks, passLock(String(userId)), 'exclusive', work, signal)
}

/**
 * Requests the server's changes and applies them to all lists that this device stores. Lists that can't be updated row
 * by row are left to the next prefetch pass. Returns whether all data may be wrong (see `Synced`). Throws an `ApiError`,
 * and the signal's reason.
 */
export async function syncStoredLists(signal: AbortSignal): Promise<{ readonly mustRestart: boolean }> {
  const { user } = sessionState()
  const persister = currentPersister()
  let mustRestart = false
  if (user === null || persister === null) return { mustRestart }
  const { givenUp, followed } = progress(persister)
  // First of all: after a failure, no list has all rows of the stream.
  followed.clear()
  const parts = (await prefetchQueries()).filter(({ access }) => can(user, access))
  const sync = async (lost?: AbortSignal) => {
    followed.clear()
    const open = (await storedParts(parts)).filter(({ hash, position }) => givenUp.get(hash) !== position)
    const left: [hash: string, position: string][] = []
    for (const [after, group] of byPosition(open)) {
      const synced = await syncFrom(after, group, { signal, lost })
      mustRestart ||= synced.mustRestart
      for (const { hash } of group) if (!synced.done.some((one) => one.hash === hash)) left.push([hash, after])
    }
    // Not before all requests: after a failure of one, `mustRestart` must be found again.
    for (const [hash, position] of left) givenUp.set(hash, position)
  }
  await writing(user.id, sync, signal)
  setFollowedLists(followed.size)
  return { mustRestart }
}

/** Rows of the event stream. See the event `rows`. */
export interface StreamedRows {
  readonly lists: readonly ChangedList[]
  readonly position: string
  /** When they arrived, in milliseconds since 1970. */
  readonly asOf: number
}

/**
 * Applies rows of the event stream to the stored lists that have all rows before them. False when a stored list lacks
 * some: request its changes.
 */
export async function applyStreamedRows({ lists, position, asOf }: StreamedRows): Promise<boolean> {
  const { user } = sessionState()
  const persister = currentPersister()
  if (user === null || persister === null) return true
  const { followed, givenUp, syncedAt } = progress(persister)
  const isChanged = (names: readonly string[] = []) => lists.some(({ list }) => names.includes(list))
  // A list is followed again once it has these rows. If anything fails before, it is not.
  const before = new Map([...followed].filter(([, { names }]) => isChanged(names)))
  for (const hash of before.keys()) followed.delete(hash)
  const parts = (await prefetchQueries()).filter(({ whole }) => isChanged(whole?.changes?.names))
  let isUpToDate = true
  const apply = async (lost?: AbortSignal) => {
    for (const { hash, list } of syncable(parts)) {
      const after = before.get(hash)?.position
      if (after === undefined) {
        const stored = await positionOfList(list)
        if (stored !== null && stored !== givenUp.get(hash)) isUpToDate = false
        continue
      }
      const canApply = currentPersister() === persister
      const reached = canApply ? await applyRows(list, { lists, after, position, asOf, persister, lost }) : null
      // The list was evicted or fetched again, or its rows can't be applied.
      if (reached === null) isUpToDate = false
      else followed.set(hash, { position: reached, names: list.changes.names })
    }
  }
  await writing(user.id, apply)
  // The other lists have no changed rows.
  for (const hash of followed.keys()) syncedAt.set(hash, asOf)
  setFollowedLists(followed.size)
  return isUpToDate
}

/**
 * Applies the server's changes to stored lists: one request for all lists that have them up to the same position.
 * Returns the parts that have them then. All others must be stored again: without a copy, with too many changes, or
 * without access. Lists at the position `except` are left out. Throws an `ApiError`, and the signal's reason.
 */
export async function syncParts(
  parts: readonly AnyQuery[],
  signal: AbortSignal,
  except: string | null = null,
): Promise<readonly AnyQuery[]> {
  const stored = (await storedParts(parts)).filter(({ position }) => position !== except)
  const done: SyncedPart[] = []
  for (const [after, group] of byPosition(stored))
    done.push(...(await syncFrom(after, group, { signal, lost: signal })).done)
  return done.map(({ part }) => part)
}
