import { MAX_PAST_SECONDS } from '#contract/wire/events.ts'
import { fetchPrefetchSet } from '#src/offline/prefetch/prefetch-schedule.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { knownOf } from '#src/offline/reading/known.ts'
import { onSessionChange, requireUser, sessionCredentials, sessionState } from '#src/session/session.ts'
import { isOnline, onBackOnline, probeNow } from '../connectivity.ts'
import { isToBeAsked } from '../invalidate-after-settle.ts'
import { isMetered } from '../metered.ts'
import { rightsOf } from '../required-access.ts'
import { LiveRefresh } from './live-refresh.ts'
import { liveState } from './live-state.ts'
import type { LiveEvent } from './live-stream.ts'
import { LiveTab } from './live-tab.ts'

/** What is kept for views that nobody looks at is fetched so long after a change, and at most so often. */
const YARD_AFTER_MS = 30_000
const YARD_APART_MS = 5 * 60_000

/** Something on the map has moved: what shows `positions` is out of date. */
const MOVED = { area: 'positions', id: 'all', version: 0 } as const

const isVisible = () => document.visibilityState === 'visible'

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

/** How long ago the server gave the oldest answer on screen: so far back a first stream must begin. */
function pastSeconds(): number {
  const shown = queryClient.getQueryCache().findAll({ type: 'active' })
  const ages = shown.flatMap((query) => (query.meta?.areas ? [Date.now() - (knownOf(query)?.asOf ?? Date.now())] : []))
  return Math.min(MAX_PAST_SECONDS, Math.ceil(Math.max(0, ...ages) / 1000))
}

/** Calls `listener` each time that the stream opens: what became of the person's rights before, it does not tell. */
function whenOpened(listener: () => void): () => void {
  let was = liveState.get().state
  return liveState.subscribe(() => {
    const { state } = liveState.get()
    if (state === 'open' && was !== 'open') listener()
    was = state
  })
}

/** Fetches what changed for views that were never opened: seldom, and not where the device saves data. */
function yardRefresh(): { note: (areas: readonly string[]) => void; stop: () => void } {
  const areas = new Set<string>()
  let fetchedAt = Number.NEGATIVE_INFINITY
  let cancel: (() => void) | null = null
  const fetchNow = () => {
    cancel = null
    fetchedAt = Date.now()
    const wanted = new Set(areas)
    areas.clear()
    // A failure is told by the age of what is kept.
    if (!isMetered()) fetchPrefetchSet(({ queryKey }) => wanted.has(String(queryKey[0]))).catch(() => undefined)
  }
  return {
    note: (more) => {
      for (const area of more) areas.add(area)
      cancel ??= after(Math.max(YARD_AFTER_MS, fetchedAt + YARD_APART_MS - Date.now()), fetchNow)
    },
    stop: () => cancel?.(),
  }
}

/** Keeps what is on screen as the server has it, for one person. Answers how to stop. */
function liveFor(userId: string): () => void {
  const refresh = new LiveRefresh({ client: queryClient, now: Date.now, after, isVisible, isAwaited: isToBeAsked })
  const yard = yardRefresh()
  const hear = (events: readonly LiveEvent[], hasStream: boolean) => {
    const isAll = events.some(({ event }) => event === 'reset')
    const changes = events.flatMap((one) => (one.event === 'change' ? [one.data] : []))
    const hasMoved = events.some(({ event }) => event === 'positions')
    refresh.note(isAll ? null : hasMoved ? [...changes, MOVED] : changes)
    if (hasStream && changes.length > 0) yard.note(changes.map(({ area }) => area))
    // Asks who this is now; what may be seen follows, and is asked for anew.
    if (events.some(({ event }) => event === 'access')) void requireUser()
  }
  const past = () => {
    const seconds = pastSeconds()
    refresh.coverFrom(Date.now() - seconds * 1000)
    return seconds
  }
  const channel = new BroadcastChannel(`haulyard-events-${userId}`)
  const random = Math.random
  const network = { credentials: sessionCredentials, online, onBackOnline, probe: probeNow, pause, random }
  const tab = new LiveTab(userId, { ...network, channel, isVisible, onVisibility, after, pastSeconds: past, hear })
  const stopLooking = onVisibility(() => refresh.look())
  const stopOpening = whenOpened(() => void requireUser())
  const stopTelling = onSessionChange(({ before, after }) => {
    if (before.user?.id !== after.user?.id || before.user === null || after.user === null) return
    if (rightsOf(before.user) !== rightsOf(after.user)) tab.tellAccess()
  })
  return () => {
    tab.stop()
    stopLooking()
    stopOpening()
    stopTelling()
    refresh.stop()
    yard.stop()
  }
}

/** Follows who is signed in: from then on what changes at the server shows by itself. */
export function startLive(): void {
  let current: { readonly user: string; readonly stop: () => void } | null = null
  const follow = () => {
    const { state, user } = sessionState()
    const next = state === 'signed_in' && user !== null ? String(user.id) : null
    if (next === (current?.user ?? null)) return
    current?.stop()
    current = next === null ? null : { user: next, stop: liveFor(next) }
  }
  onSessionChange(follow)
  follow()
}
