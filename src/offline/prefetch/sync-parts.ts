import { can } from '#contract/wire/access.ts'
import { syncEndpoints } from '#contract/wire/sync.ts'
import { call } from '#src/api/call.ts'
import { holdLock } from '#src/browser/web-lock.ts'
import { currentPersister, type QueryPersister } from '#src/offline/query-storage/query-persister.ts'
import { applyRows, positionOfList, type SyncedList } from '#src/offline/query-storage/synced-list.ts'
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
}

/** The parts whose changed rows the server sends, by the position up to which their copies have its changes. */
async function byPosition(parts: readonly AnyQuery[]): Promise<ReadonlyMap<string, readonly SyncedPart[]>> {
  const groups = new Map<string, SyncedPart[]>()
  for (const part of parts) {
    const { whole, queryKey } = part
    if (whole === undefined || whole.syncName === null) continue
    const list = { queryKey, needs: whole.needs, unpack: whole.unpack }
    const position = await positionOfList(list)
    if (position === null) continue
    groups.set(position, [...(groups.get(position) ?? []), { part, name: whole.syncName, list }])
  }
  return groups
}

/** Applies the changes after a position to these lists. Returns those that have them then. */
async function syncFrom(
  after: string,
  parts: readonly SyncedPart[],
  signal: AbortSignal,
): Promise<readonly SyncedPart[]> {
  const persister = currentPersister()
  const lists = parts.map(({ name }) => name)
  const { data, asOf } = await call(syncEndpoints.changes, { query: { after, lists }, signal, fresh: true })
  const { position, must_restart, is_complete, refused } = data
  // Another user may have signed in meanwhile.
  if (must_restart || persister === null || currentPersister() !== persister) return []
  const done: SyncedPart[] = []
  for (const one of parts.filter(({ name }) => !refused.includes(name))) {
    const { rows = [], gone = [] } = data.lists.find(({ list }) => list === one.name) ?? {}
    if (await applyRows(one.list, { rows, gone, after, position, asOf, persister })) done.push(one)
  }
  return is_complete || done.length === 0 ? done : syncFrom(position, done, signal)
}

/** The lock of all work that writes stored lists: a list must not be replaced while changed rows are added to it. */
export const passLock = (userId: string) => `yard-set:${userId}`

/** The positions of lists that could not be updated row by row. Asking again after them would bring the same rows. */
const givenUp = new WeakMap<QueryPersister, Map<string, string>>()

/**
 * Applies the server's changes to all lists that this device stores. Lists that can't be updated row by row are left to
 * the next pass of the prefetch. Throws an `ApiError`, and the signal's reason.
 */
export async function syncStoredLists(signal: AbortSignal): Promise<void> {
  const { user } = sessionState()
  const persister = currentPersister()
  if (user === null || persister === null) return
  const parts = (await prefetchQueries()).filter(({ access }) => can(user, access))
  const skipped = givenUp.get(persister) ?? new Map<string, string>()
  givenUp.set(persister, skipped)
  const sync = async () => {
    for (const [after, group] of await byPosition(parts)) {
      const open = group.filter(({ name }) => skipped.get(name) !== after)
      if (open.length === 0) continue
      const done = await syncFrom(after, open, signal)
      for (const one of open) if (!done.includes(one)) skipped.set(one.name, after)
    }
  }
  const { locks } = navigator
  await (locks === undefined ? sync() : holdLock(locks, passLock(String(user.id)), 'exclusive', sync, signal))
}

/**
 * Applies the server's changes to stored lists: one request for all lists that have them up to the same position.
 * Returns the parts that have them then. All others must be stored again: without a copy, with too many changes, or
 * without access. Throws an `ApiError`, and the signal's reason.
 */
export async function syncParts(parts: readonly AnyQuery[], signal: AbortSignal): Promise<readonly AnyQuery[]> {
  const done: SyncedPart[] = []
  for (const [after, group] of await byPosition(parts)) done.push(...(await syncFrom(after, group, signal)))
  return done.map(({ part }) => part)
}
