import type { Query, QueryKey } from '@tanstack/react-query'
import { MAX_PAST_SECONDS } from '#contract/wire/events.ts'
import { laterPass } from '#src/offline/prefetch/prefetch-later.ts'
import { fetchPrefetchSet } from '#src/offline/prefetch/prefetch-schedule.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { reportTrouble } from '#src/offline/query-storage/storage-trouble.ts'
import { queryDataOf } from '#src/offline/reading/query-data.ts'
import { showsAny } from '#src/offline/reading/shows-any.ts'
import { loadChunk } from '#src/session/load-chunk.ts'
import { onSessionChange, requireUser, sessionCredentials, sessionState } from '#src/session/session.ts'
import { isOnline, onBackOnline, probeNow } from '../connectivity.ts'
import { isMetered } from '../metered.ts'
import { outboxSnapshot } from '../outbox/outbox.ts'
import { areasOf } from '../outbox/show/entry-readings.ts'
import { rightsFingerprint } from '../required-access.ts'
import { MAX_FETCH_MS } from './coverage.ts'
import { LiveRefresh } from './live-refresh.ts'
import { liveState } from './live-state.ts'
import type { LiveEvent } from './live-stream.ts'
import { LiveTab } from './live-tab.ts'
import { setOwnRows } from './own-rows.ts'
import { receiveEvents } from './receive-events.ts'
import { StoredListSync } from './stored-list-sync.ts'
import { keepTraffic } from './traffic-today.ts'

const isVisible = () => document.visibilityState === 'visible'

/** Whether an entry that is being sent will have this query refetched when it is settled. */
function willBeRefetched({ meta }: Query): boolean {
  const sending = outboxSnapshot().entries.filter(({ state }) => state === 'sending')
  return sending.some((entry) => showsAny(meta?.areas, areasOf(entry)))
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

function after(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds)
  return () => clearTimeout(timer)
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = after(milliseconds, resolve)
    signal.addEventListener('abort', () => {
      stop()
      reject(signal.reason)
    })
  })
}

function online(signal: AbortSignal): Promise<void> {
  if (isOnline()) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const stop = onBackOnline(() => {
      stop()
      resolve()
    })
    signal.addEventListener('abort', () => {
      stop()
      reject(signal.reason)
    })
  })
}

/** Seconds since the oldest response on screen was requested: a new stream must start that far back. */
function pastSeconds(): number {
  const visible = queryClient.getQueryCache().findAll({ type: 'active' })
  const ages = visible.flatMap((query) =>
    query.meta?.areas ? [Date.now() - (queryDataOf(query)?.asOf ?? Date.now())] : [],
  )
  return Math.min(MAX_PAST_SECONDS, Math.ceil(Math.max(0, ...ages) / 1000) + MAX_FETCH_MS / 1000)
}

/** Calls `listener` each time the stream opens: the stream does not report changes of the user's rights from before. */
function onStreamOpened(listener: () => void): () => void {
  let previous = liveState.get().state
  return liveState.subscribe(() => {
    const { state } = liveState.get()
    if (state === 'open' && previous !== 'open') listener()
    previous = state
  })
}

const loadSync = () => loadChunk(() => import('../prefetch/sync-parts.ts'))
const createSync = (onRestart: () => void) =>
  new StoredListSync({
    after,
    onRestart,
    request: async (signal) => (await loadSync()).syncStoredLists(signal),
    apply: async (rows) => (await loadSync()).applyStreamedRows(rows),
    onTrouble: (error) => void reportTrouble(error),
  })

/** Keeps the data on screen and the stored lists up to date for one user. Returns the function that stops it. */
function startLiveFor(userId: string): () => void {
  const syncing = createSync(() => {
    refresh.noteChanges(null)
    // Otherwise, and after a failure, the age of the stored data shows it.
    if (!isMetered()) void fetchPrefetchSet(() => true).catch(() => undefined)
  })
  let hasStream = false
  const whenStored = async (list: QueryKey) =>
    hasStream && (await syncing.whenApplied()) && (await loadSync()).isFollowed(list)
  const refresh = new LiveRefresh({ client: queryClient, now: Date.now, after, isVisible, willBeRefetched, whenStored })
  setOwnRows({ user: userId, apply: (rows) => refresh.takeOwnRows(rows) })
  // The user's rights changed: refetch the user. Lost data is then deleted and the rest refetched.
  const followers = { refresh, syncing, prefetching: laterPass, onAccess: () => void requireUser() }
  const receive = (events: readonly LiveEvent[], isOwnStream: boolean) => {
    hasStream = isOwnStream
    receiveEvents(followers, events, isOwnStream)
  }
  const pastSecondsCovered = () => {
    const seconds = pastSeconds()
    refresh.setCoveredFrom(Date.now() - seconds * 1000)
    return seconds
  }
  const channel = new BroadcastChannel(`haulyard-events-${userId}`)
  const random = Math.random
  const network = { credentials: sessionCredentials, online, onBackOnline, probe: probeNow, pause, random }
  const tab = new LiveTab(userId, {
    ...network,
    channel,
    isVisible,
    onVisibility,
    after,
    pastSeconds: pastSecondsCovered,
    receive,
    onBegin: () => syncing.note(),
  })
  const unwatchVisibility = onVisibility(() => refresh.catchUp())
  const unwatchStream = onStreamOpened(() => void requireUser())
  const unwatchSession = onSessionChange(({ before, after }) => {
    if (before.user?.id !== after.user?.id || before.user === null || after.user === null) return
    if (rightsFingerprint(before.user) === rightsFingerprint(after.user)) return
    tab.announceAccess()
    tab.reconnect()
  })
  const unwatch = [unwatchVisibility, unwatchStream, unwatchSession]
  return () => {
    setOwnRows(null)
    for (const stop of unwatch) stop()
    for (const one of [tab, refresh, syncing, laterPass]) one.stop()
  }
}

/** Starts live updates: for the signed-in user, data on screen follows changes at the server. */
export function startLive(): void {
  let current: { readonly user: string; readonly stop: () => void } | null = null
  const followSession = () => {
    const { state, user } = sessionState()
    const next = state === 'signed_in' && user !== null ? String(user.id) : null
    if (next === (current?.user ?? null)) return
    current?.stop()
    current = next === null ? null : { user: next, stop: startLiveFor(next) }
  }
  onSessionChange(followSession)
  followSession()
  keepTraffic()
}
