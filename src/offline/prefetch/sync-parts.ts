import { can } from '#contract/wire/access.ts'
import { type ChangedList, syncEndpoints } from '#contract/wire/sync.ts'
import { call } from '#src/api/call.ts'
import { holdLock } from '#src/browser/web-lock.ts'
import { currentPersister, type QueryPersister } from '#src/offline/query-storage/query-persister.ts'
import { applyRows, positionOfList, type SyncedList } from '#src/offline/query-storage/synced-list.ts'
import type { WholeList } from '#src/offline/query-storage/whole-list.ts'
import type { AnyQuery } from '#src/offline/reading/declared-query.ts'
import { sessionState } from '#src/session/session.ts'
import { prefetchQueries } from './prefetch-state.ts'

/** The position of the server's changes now. Throws an `ApiError`, and the signal's reason. */
export async function fetchPosition(signal: AbortSignal): Promise<string> {
  return (await call(syncEndpoints.changes, { signal, fresh: true })).data.position
}

/** A part of the prefetch set whose changed rows the server sends under a name. */
interface SyncedPart {
  readonly part: AnyQuery
  readonly name: string
  readonly list: SyncedList
  /** The position in its stored copy. */
  readonly position: string
}

/** The parts whose changed rows the server sends, if a copy of them is stored. */
async function storedParts(parts: readonly AnyQuery[]): Promise<readonly SyncedPart[]> {
  const stored: SyncedPart[] = []
  for (const part of parts) {
    const { whole, queryKey } = part
    if (whole === undefined || whole.syncName === null) continue
    const list = { queryKey, needs: whole.needs, unpack: whole.unpack, compare: whole.compare }
    const position = await positionOfList(list)
    if (position !== null) stored.push({ part, name: whole.syncName, list, position })
  }
  return stored
}

const byPosition = (parts: readonly SyncedPart[]) => Map.groupBy(parts, ({ position }) => position)

/** What this page knows of one user's stored lists, by list. */
interface Progress {
  /** The positions of lists that could not be updated row by row. Asking again after them would bring the same rows. */
  readonly givenUp: Map<string, string>
  /**
   * The positions in the copies of lists that have all rows of the event stream so far, and all changes from before it.
   * A copy with another position was stored by something else: rows of the stream may be missing in it.
   */
  readonly followed: Map<string, string>
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
export function syncedAt({ syncName }: WholeList): number | null {
  const persister = currentPersister()
  return (syncName !== null && persister && progress(persister).syncedAt.get(syncName)) || null
}

/** Whether the stored copy of a list has all rows of the event stream so far. */
export function isFollowed(name: string): boolean {
  const persister = currentPersister()
  return persister !== null && progress(persister).followed.has(name)
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
  const times = [...followed.keys()].map((name) => syncedAt.get(name) ?? 0)
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
  const lists = parts.map(({ name }) => name)
  const { data, asOf } = await call(syncEndpoints.changes, { query: { after, lists }, signal, fresh: true })
  const { position, must_restart, is_complete, refused } = data
  // Another user may have signed in meanwhile.
  if (must_restart || persister === null || currentPersister() !== persister)
    return { done: [], mustRestart: must_restart }
  const { followed, syncedAt } = progress(persister)
  const done: SyncedPart[] = []
  for (const one of parts.filter(({ name }) => !refused.includes(name))) {
    const { rows = [], gone = [] } = data.lists.find(({ list }) => list === one.name) ?? {}
    const reached = await applyRows(one.list, { rows, gone, after: one.position, position, asOf, persister, lost })
    if (reached === null) continue
    done.push({ ...one, position: reached })
    if (!is_complete) continue
    followed.set(one.name, reached)
    syncedAt.set(one.name, asOf)
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
    const open = (await storedParts(parts)).filter(({ name, position }) => givenUp.get(name) !== position)
    const left: [name: string, position: string][] = []
    for (const [after, group] of byPosition(open)) {
      const synced = await syncFrom(after, group, { signal, lost })
      mustRestart ||= synced.mustRestart
      for (const { name } of group) if (!synced.done.some((one) => one.name === name)) left.push([name, after])
    }
    // Not before all requests: after a failure of one, `mustRestart` must be found again.
    for (const [name, position] of left) givenUp.set(name, position)
  }
  await writing(user.id, sync, signal)
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
  // A list is followed again once it has these rows. If anything fails before, it is not.
  const before = new Map(lists.map(({ list }) => [list, followed.get(list)]))
  for (const { list } of lists) followed.delete(list)
  const parts = (await prefetchQueries()).filter(({ whole }) => lists.some(({ list }) => list === whole?.syncName))
  let isUpToDate = true
  const apply = async (lost?: AbortSignal) => {
    const stored = await storedParts(parts)
    for (const { name, list, position: after } of stored) {
      if (givenUp.get(name) === after) continue
      const { rows = [], gone = [] } = lists.find((one) => one.list === name) ?? {}
      const canApply = before.get(name) === after && currentPersister() === persister
      const reached = canApply ? await applyRows(list, { rows, gone, after, position, asOf, persister, lost }) : null
      if (reached === null) isUpToDate = false
      else followed.set(name, reached)
    }
    // A list that was followed and is not found was evicted, or could not be read.
    for (const [name, position] of before)
      if (position !== undefined && !stored.some((one) => one.name === name)) isUpToDate = false
  }
  await writing(user.id, apply)
  // The other lists have no changed rows.
  for (const name of followed.keys()) syncedAt.set(name, asOf)
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
