import { can } from '#contract/wire/access.ts'
import { syncEndpoints } from '#contract/wire/sync.ts'
import { call } from '#src/api/call.ts'
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
    const isApplied = await copy?.apply({ rows, gone, position, asOf, persister })
    if (!isApplied) failed.push(part)
  }
  const rest = parts.filter((part) => !failed.includes(part))
  return is_complete || rest.length === 0 ? failed : [...failed, ...(await syncFrom(position, rest, signal))]
}

/** Applies the server's changes to all lists that this device stores. Throws an `ApiError`. */
export async function syncStoredLists(signal: AbortSignal): Promise<void> {
  const { user } = sessionState()
  const parts = (await prefetchQueries()).filter(({ sync, access }) => sync !== undefined && can(user, access))
  // Lists that can't be updated row by row are left to the next pass of the prefetch.
  await syncParts(parts, signal)
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
