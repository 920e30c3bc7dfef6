import { can } from '#contract/wire/access.ts'
import { syncEndpoints } from '#contract/wire/sync.ts'
import { call } from '#src/api/call.ts'
import { holdLock } from '#src/browser/web-lock.ts'
import { currentPersister } from '#src/offline/query-storage/query-persister.ts'
import type { AnyQuery } from '#src/offline/reading/declared-query.ts'
import { sessionState } from '#src/session/session.ts'
import { prefetchQueries } from './prefetch-state.ts'

/** The position of the server's changes now. Throws an `ApiError`, and the signal's reason. */
export async function fetchPosition(signal: AbortSignal): Promise<string> {
  return (await call(syncEndpoints.changes, { signal, fresh: true })).data.position
}

/** The queries by the position up to which their copies have the server's changes; null for those without one. */
async function byPosition(parts: readonly AnyQuery[]): Promise<ReadonlyMap<string | null, readonly AnyQuery[]>> {
  const groups = new Map<string | null, AnyQuery[]>()
  for (const part of parts) {
    const position = (await (await part.sync?.copy())?.position()) ?? null
    groups.set(position, [...(groups.get(position) ?? []), part])
  }
  return groups
}

/**
 * Applies the changes after a position to these lists. Returns the lists that must be stored again instead: all of them
 * when another user has signed in meanwhile.
 */
async function syncFrom(after: string, parts: readonly AnyQuery[], signal: AbortSignal): Promise<readonly AnyQuery[]> {
  const persister = currentPersister()
  const lists = parts.flatMap(({ sync }) => sync?.name ?? [])
  const { data, asOf } = await call(syncEndpoints.changes, { query: { after, lists }, signal, fresh: true })
  const { position, must_restart, is_complete, refused } = data
  if (must_restart || persister === null || currentPersister() !== persister) return parts
  const failed: AnyQuery[] = []
  for (const part of parts) {
    const { rows = [], gone = [] } = data.lists.find(({ list }) => list === part.sync?.name) ?? {}
    const isRefused = refused.some((name) => name === part.sync?.name)
    const copy = isRefused ? undefined : await part.sync?.copy()
    const isApplied = await copy?.apply({ rows, gone, after, position, asOf, persister })
    if (!isApplied) failed.push(part)
  }
  const rest = parts.filter((part) => !failed.includes(part))
  return is_complete || rest.length === 0 ? failed : [...failed, ...(await syncFrom(position, rest, signal))]
}

/** The lock of all work that writes stored lists: a list must not be replaced while changed rows are added to it. */
export const passLock = (userId: string) => `yard-set:${userId}`

/** The positions of lists that could not be updated row by row. Asking again after them would bring the same rows. */
const givenUp = new Map<string, string>()

/**
 * Applies the server's changes to all lists that this device stores. Lists that can't be updated row by row are left to
 * the next pass of the prefetch. Throws an `ApiError`, and the signal's reason.
 */
export async function syncStoredLists(signal: AbortSignal): Promise<void> {
  const { user } = sessionState()
  if (user === null) return
  const parts = (await prefetchQueries()).filter(({ sync, access }) => sync !== undefined && can(user, access))
  const sync = async () => {
    for (const [after, group] of await byPosition(parts)) {
      const open = group.filter(({ sync }) => after !== null && givenUp.get(sync?.name ?? '') !== after)
      if (after === null || open.length === 0) continue
      for (const { sync } of await syncFrom(after, open, signal)) givenUp.set(sync?.name ?? '', after)
    }
  }
  const { locks } = navigator
  await (locks === undefined ? sync() : holdLock(locks, passLock(String(user.id)), 'exclusive', sync, signal))
}

/**
 * Applies the server's changes to stored lists: one request for all lists that have them up to the same position.
 * Returns the lists that must be stored again instead: without a copy, with too many changes, or without access. Throws
 * an `ApiError`, and the signal's reason.
 */
export async function syncParts(parts: readonly AnyQuery[], signal: AbortSignal): Promise<readonly AnyQuery[]> {
  const failed: AnyQuery[] = []
  for (const [after, group] of await byPosition(parts))
    failed.push(...(after === null ? group : await syncFrom(after, group, signal)))
  return failed
}
