import { type Access, can } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { currentUser } from '#src/session/session.ts'
import { openedOutbox } from './outbox/outbox.ts'
import { fetchPrefetchSet } from './prefetch/prefetch-schedule.ts'
import { forgetChoices } from './query-storage/chosen-items.ts'
import { queryClient } from './query-storage/query-client.ts'
import { currentPersister, renewPersister } from './query-storage/query-persister.ts'
import { forgetCachedLists } from './query-storage/wipe.ts'
import { isLost, isOfOtherRights, type RequiredAccess, type StoredAccess } from './required-access.ts'
import { whenIdle } from './when-idle.ts'

/**
 * Deletes from this device the data that the user lost permission to see, and what lacks a part that the user may see
 * now. Refetches all other queries, because a response depends on the user's permissions. Waiting changes stay: the
 * server decides about them. Resolves when the stored responses are deleted. Drafts and finished changes are deleted as
 * soon as the modules for them are loaded.
 */
export async function forgetLostData(before: CurrentUser, after: CurrentUser): Promise<void> {
  renewPersister()
  clearLostQueries((needs) => isLost(needs, before, after))
  // Older versions of the app stored no required access, and later ones not what the user had of its parts.
  const isLostOnDisk = (needs: StoredAccess | undefined) =>
    needs === undefined || isOfOtherRights(needs, after) || (needs.had === undefined && isLost(needs, before, after))
  // Not awaited: its modules must be loaded first, and signing in never waits for a slow network.
  void forgetInputAndEntries(after, (access) => access === undefined || !can(after, access))
  await Promise.all([currentPersister()?.forgetLost(isLostOnDisk), forgetCachedLists(String(after.id))])
  void queryClient.invalidateQueries()
  // Also prefetches what the user gained access to. The age of the stored data shows a failure.
  whenIdle(() => void fetchPrefetchSet().catch(() => undefined))
}

/**
 * Deletes the user's choices, and the drafts and finished changes that needed permissions that are gone: they contain
 * data about others that the user may no longer read. Never rejects: whatever can't be deleted now is deleted at the
 * next start.
 */
async function forgetInputAndEntries(
  user: CurrentUser,
  isGone: (access: Access | undefined) => boolean,
): Promise<void> {
  // An administrator never loses access, so the modules below need not be loaded.
  if (user.role === 'administrator') return
  // So far only administrators can choose, so any other user loses all choices.
  forgetChoices(String(user.id))
  const drafts = import('./drafts/forget-lost-drafts.ts').then(({ forgetLostDrafts }) => forgetLostDrafts(user))
  // Opened by user id: a different user who signed in meanwhile loses nothing.
  const entries = openedOutbox(String(user.id)).then((outbox) => outbox.forgetInaccessible(isGone))
  await Promise.allSettled([drafts, entries])
}

/** Removes lost data from memory and from the screen immediately, before any request. */
function clearLostQueries(isGone: (needs: RequiredAccess) => boolean): void {
  const cache = queryClient.getQueryCache()
  for (const query of cache.findAll({ predicate: ({ meta }) => meta?.needs !== undefined && isGone(meta.needs) })) {
    if (query.getObserversCount() > 0) query.reset()
    else cache.remove(query)
  }
}

/**
 * Deletes data that the current user may not see. It is left over if the page closed or storage failed when the
 * permission was lost.
 */
export function forgetLeftovers(): void {
  const user = currentUser()
  if (user === null) return
  void currentPersister()?.forgetLost((needs) => needs !== undefined && isOfOtherRights(needs, user))
  void forgetInputAndEntries(user, (access) => access !== undefined && !can(user, access))
}
