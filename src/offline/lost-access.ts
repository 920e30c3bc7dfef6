import type { Query } from '@tanstack/react-query'
import { type Access, can } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { ApiError } from '#src/api/api-error.ts'
import { currentUser, requireUser } from '#src/session/session.ts'
import { openedOutbox } from './outbox/outbox.ts'
import { fetchPrefetchSet } from './prefetch/prefetch-schedule.ts'
import { forgetChosen } from './query-storage/chosen-items.ts'
import { queryClient } from './query-storage/query-client.ts'
import { currentPersister } from './query-storage/query-persister.ts'
import { forgetLists } from './query-storage/wipe.ts'
import { isLost, type RequiredAccess } from './required-access.ts'
import { whenIdle } from './when-idle.ts'

/**
 * Takes off this device what the person may not see any more, and asks anew for the rest: an answer may look otherwise to
 * whoever holds other permissions. Waiting changes are not touched: what becomes of them is the server's to say. Resolves
 * when what was read is off the device; what was typed or done goes as soon as the parts that know it are loaded.
 */
export async function forgetLost(before: CurrentUser, after: CurrentUser): Promise<void> {
  letGo((needs) => isLost(needs, before, after))
  // What is kept without a word of what it takes was kept by an older version of the app.
  const isLostOnDisk = (needs: RequiredAccess | undefined) => needs === undefined || isLost(needs, before, after)
  // Not waited for: they are loaded first, and signing in never waits for a slow network.
  void forgetOwn(after, (access) => access === undefined || !can(after, access))
  await Promise.all([currentPersister()?.forgetLost(isLostOnDisk), forgetLists(String(after.id))])
  void queryClient.invalidateQueries()
  // What was gained is kept ahead as well; a failure is told by the age of what is kept.
  whenIdle(() => void fetchPrefetchSet().catch(() => undefined))
}

/**
 * Forgets what the person typed and did with permissions that are gone: it says of others what only those may read who
 * hold them. Never rejects: what can't be taken off now goes with the next start.
 */
async function forgetOwn(user: CurrentUser, isGone: (access: Access | undefined) => boolean): Promise<void> {
  // To whom nothing can be lost: what does it need not be loaded.
  if (user.role === 'administrator') return
  // Only they choose, so far.
  forgetChosen(String(user.id))
  const drafts = import('./drafts/forget-lost-drafts.ts').then(({ forgetLostDrafts }) => forgetLostDrafts(user))
  // By the user's name: another person who is here by now loses nothing.
  const done = openedOutbox(String(user.id)).then((outbox) => outbox.forgetLost(isGone))
  await Promise.allSettled([drafts, done])
}

/** What was on screen is gone from it at once, before anything is asked. */
function letGo(isGone: (needs: RequiredAccess) => boolean): void {
  const cache = queryClient.getQueryCache()
  for (const query of cache.findAll({ predicate: ({ meta }) => meta?.needs !== undefined && isGone(meta.needs) })) {
    if (query.getObserversCount() > 0) query.reset()
    else cache.remove(query)
  }
}

/**
 * Takes off the device what the person, as known now, may not see: what could not be taken off when the permission was
 * lost, because the page or the storage ended meanwhile.
 */
export function forgetLeftovers(): void {
  const user = currentUser()
  if (user === null) return
  void currentPersister()?.forgetLost((needs) => needs !== undefined && isLost(needs, user, user))
  void forgetOwn(user, (access) => access !== undefined && !can(user, access))
}

/** The server refuses what this person may do as far as the device knows: asks who that is now. */
export function doubtRights(error: unknown, access: Access): void {
  if (error instanceof ApiError && error.status === 403 && can(currentUser(), access)) void requireUser()
}

/** Doubts what the device knows of the person as soon as the server refuses a query. */
export function watchRefusals(): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') doubtQuery(event.query, event.action.error)
  })
}
function doubtQuery({ meta }: Query, error: unknown): void {
  if (meta?.needs) doubtRights(error, meta.needs.access)
}
