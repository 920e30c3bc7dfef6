import { can } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { companyNow, startClock } from '#src/browser/company-clock.ts'
import { onResume, whenRunning } from '#src/browser/page-life.ts'
import {
  currentUser,
  onSessionChange,
  requireUser,
  saveSessionUser,
  sealerOf,
  sessionCredentials,
  sessionState,
  startSession,
} from '#src/session/session.ts'
import type { SessionChange } from '#src/session/session-publisher.ts'
import type { UserSealer } from '#src/session/tokens/key-ring.ts'
import { readItem, removeItem, writeItem } from '#src/session/web-storage.ts'
import { closeBootState, loadBootState, saveBootState, saveContact, sealUser } from './boot-state.ts'
import { onAdmitted, onBackOnline, startConnectivity } from './connectivity.ts'
import { ownRowsSince, takeOwnRows } from './live/own-rows.ts'
import { forgetLeftovers, forgetLostData } from './lost-access.ts'
import type { AppPorts } from './outbox/browser-ports.ts'
import { startOutbox, stopOutbox } from './outbox/outbox.ts'
import type { SettledChange } from './outbox/ports.ts'
import { isOutboxAwaited } from './outbox/show/when-outbox-read.ts'
import { startPrefetch } from './prefetch/prefetch-schedule.ts'
import { queryClient } from './query-storage/query-client.ts'
import { currentPersister, QueryPersister, setPersister } from './query-storage/query-persister.ts'
import { QueryStore, queryStoreName } from './query-storage/query-store.ts'
import { reportTrouble, setStorageTrouble } from './query-storage/storage-trouble.ts'
import { wipeOtherUsers, wipeUser } from './query-storage/wipe.ts'
import { watchRefusals } from './reading/refused-query.ts'
import { invalidateAreas, refetchAfterSettle, storeAfterSettle } from './refetch-after-settle.ts'
import { rightsFingerprint } from './required-access.ts'
import { tendSession } from './tend-session.ts'
import { whenIdle } from './when-idle.ts'

let channel: BroadcastChannel | null = null

interface StorageOptions {
  /** Seals everything stored for the user. */
  readonly sealer: UserSealer
  /** See `QueryStorePorts`. */
  readonly mayAdoptUnsealed: boolean
}

/** Opens the device storage of a user, and closes that of another user. */
function openStorage(userId: string, { sealer, mayAdoptUnsealed }: StorageOptions): void {
  if (currentPersister()?.userId === userId) return
  if (currentPersister() !== null) closeStorage()
  const updates = new BroadcastChannel(queryStoreName(userId))
  const store = new QueryStore(userId, {
    sealer,
    mayAdoptUnsealed,
    now: () => Date.now(),
    onTrouble: (error) => void reportTrouble(error),
    onStored: () => setStorageTrouble(null),
  })
  setPersister(
    new QueryPersister(store, {
      client: queryClient,
      isAllowed: (access) => can(currentUser(), access),
      notifyTabs: (hashes) => updates.postMessage(hashes),
    }),
  )
  updates.onmessage = ({ data }: MessageEvent<readonly string[]>) =>
    whenRunning(() => void currentPersister()?.reread(data))
  channel = updates
  whenIdle(forgetLeftovers)
  whenIdle(() => void store.sealOlderAnswers())
}

/** Closes the current user's storage. None of the user's data stays in memory. */
function closeStorage(): void {
  currentPersister()?.close()
  setPersister(null)
  channel?.close()
  channel = null
  closeBootState()
  queryClient.clear()
}

const areasOf = (settled: readonly SettledChange[]) => settled.flatMap(({ command }) => command.areas)

const outboxPorts: Omit<AppPorts, 'onRows' | 'sealer' | 'signIn'> = {
  session: {
    user: () => {
      const { state, user } = sessionState()
      return state === 'signed_in' && user !== null ? String(user.id) : null
    },
    token: () => sessionCredentials.token(),
    refresh: (used) => sessionCredentials.refresh(used),
  },
  onBackOnline,
  onSignedIn: (listener) =>
    onSessionChange(({ event, before, after }) => {
      // A page that did not notice that its tokens were lost can get new ones without a change of state.
      const isNewSignIn = before.state !== 'signed_in' || event.type !== 'confirmed'
      if (after.state === 'signed_in' && isNewSignIn) listener()
    }),
  onSettled: (settled) => refetchAfterSettle(areasOf(settled), ownRowsSince(settled.map(({ entry }) => entry.id))),
  onShown: (settled) => storeAfterSettle(areasOf(settled)),
  onDeclined: (command) => {
    // The user may have lost the permission for it.
    void requireUser()
    invalidateAreas(command.areas)
  },
}

/**
 * If its modules can't be loaded now, tries again when the network is back. A change made meanwhile also loads them.
 */
function openOutbox(user: string, sealer: UserSealer): void {
  const userPorts: AppPorts = {
    ...outboxPorts,
    onRows: (ids, rows) => takeOwnRows(user, ids, rows),
    sealer,
    signIn: sealer.signIn,
  }
  const ports = async () => (await import('./outbox/browser-ports.ts')).browserPorts(user, userPorts)
  startOutbox({ user, ports, isAwaited: isOutboxAwaited(user) }).catch(() => {
    const stop = onBackOnline(() => {
      stop()
      if (currentPersister()?.userId === user) openOutbox(user, sealer)
    })
  })
}

/**
 * Stores the user after deleting the data that the user may no longer see. In this order, a page that ends in between
 * finds the lost access again at its next start. `before`: the user who was signed in on this page.
 */
async function saveUser(user: CurrentUser, before: CurrentUser | null): Promise<void> {
  const sealer = sealerOf(String(user.id))
  // The user signed out meanwhile.
  if (sealer === null) return
  const knownUser = before?.id === user.id ? before : (await loadBootState(String(user.id), sealer, companyNow())).user
  if (knownUser !== null && rightsFingerprint(knownUser) !== rightsFingerprint(user))
    await forgetLostData(knownUser, user)
  const latest = currentUser()
  if (latest?.id !== user.id) return
  saveBootState(latest, sealer, companyNow())
  // The session keeps the same object while the server's response stays the same.
  if (before !== latest) await saveSessionUser(await sealUser(sealer, latest, companyNow()))
}

/** The user whose session ended: from its token, otherwise the user of this page. If unknown, no data is wiped. */
const leavingUserId = (endedUserId: string | undefined, knownUser: CurrentUser | null) =>
  endedUserId ?? (knownUser && String(knownUser.id))

/** Opens, closes or wipes device storage when the session changes. Sign-in and sign-out wait for it. */
async function followSession({ event, before, after, isFromOtherTab }: SessionChange): Promise<void> {
  if (event.type === 'signed_out') {
    const leavingId = leavingUserId(event.userId, before.user)
    closeStorage()
    // Start wiping now: a slow stop of the outbox must not leave data on the device.
    const isWiped = leavingId !== null && !isFromOtherTab ? wipeUser(leavingId) : Promise.resolve()
    await Promise.all([stopOutbox(), isWiped])
    return
  }
  if (event.type === 'locked' || event.type === 'ended') {
    closeStorage()
    // Waiting changes stay, sealed. After the next sign-in the user decides whether to send them.
    await stopOutbox()
    // A deactivated user must not read anything here. Waiting changes and drafts stay, sealed, for a return.
    const isDeactivated = event.type === 'ended' && event.why === 'inactive'
    const leaving = isDeactivated ? leavingUserId(event.userId, before.user) : null
    if (leaving !== null && !isFromOtherTab) await wipeUser(leaving)
    return
  }
  if (after.user === null) return
  const user = String(after.user.id)
  const sealer = sealerOf(user)
  // The user signed out meanwhile.
  if (sealer === null) return
  openStorage(user, { sealer, mayAdoptUnsealed: event.type !== 'signed_in' })
  // Not awaited: rows wait for the outbox only if the device's note reports waiting changes (`whenOutboxRead`).
  openOutbox(user, sealer)
  if (event.type === 'signed_in' || event.type === 'confirmed') await saveUser(after.user, before.user)
  // Refetch queries that were refused while the session was over.
  if (before.state === 'sign_in_again' && after.state === 'signed_in') void queryClient.invalidateQueries()
  if (event.type === 'signed_in' && !isFromOtherTab) await wipeOtherUsers(user)
}

function flushWhenLeaving(): void {
  const flush = () => void currentPersister()?.flush()
  addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush()
  })
}

/**
 * A frozen page misses the messages of other tabs: when it resumes, queries on screen are read again from the device.
 */
function rereadWhenResumed(): void {
  onResume(() => {
    const visible = queryClient.getQueryCache().findAll({ type: 'active' })
    void currentPersister()?.reread(visible.map(({ queryHash }) => queryHash))
  })
}

/** Not needed for the first screen. If the module can't be loaded now, tries again when the network is back. */
function startLiveWhenIdle(): void {
  const start = async () => (await import('./live/live.ts')).startLive()
  const retry = () => {
    const stop = onBackOnline(() => {
      stop()
      startLiveWhenIdle()
    })
  }
  whenIdle(() => void start().catch(retry))
}

/**
 * A device that has a token but no key does not know its user, and the first page waits for the user. So the request
 * starts before that page is created, which takes a slow CPU as long as a round trip. The page shares the request.
 */
function requestUnknownUser(): void {
  const { state, user } = sessionState()
  if (state !== 'signed_out' && user === null) void requireUser()
}

/** Belongs to the device: contains nothing about a user. */
const CLOCK_KEY = 'haulyard-clock'
const storeClock = (note: string | null) =>
  note === null ? removeItem('local', CLOCK_KEY) : void writeItem('local', CLOCK_KEY, note)

/**
 * Starts offline reading: connectivity, the session and the user's device storage. Must run before the router is
 * created, so that the first frame knows who is signed in.
 */
export async function startOffline(): Promise<void> {
  startClock({ read: () => readItem('local', CLOCK_KEY), write: storeClock })
  startConnectivity()
  onSessionChange(followSession)
  watchRefusals()
  onAdmitted(() => {
    const { state, user } = sessionState()
    if (state === 'signed_in' && user !== null) saveContact(user.id, companyNow())
  })
  await startSession((userId, sealer, person) => loadBootState(userId, sealer, companyNow(), person))
  requestUnknownUser()
  flushWhenLeaving()
  rereadWhenResumed()
  tendSession()
  startPrefetch()
  startLiveWhenIdle()
}
