import { can } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { companyNow, startClock } from '#src/browser/company-clock.ts'
import { onResume, whenRunning } from '#src/browser/page-life.ts'
import {
  currentUser,
  keepPerson,
  onSessionChange,
  requireUser,
  sealerOf,
  sessionCredentials,
  sessionState,
  startSession,
} from '#src/session/session.ts'
import type { UsersSealer } from '#src/session/tokens/key-ring.ts'
import type { SessionChange } from '#src/session/told-state.ts'
import { readItem, removeItem, writeItem } from '#src/session/web-storage.ts'
import { closeBoot, recallBoot, rememberBoot, rememberContact, sealPerson } from './boot-state.ts'
import { onAdmitted, onBackOnline, startConnectivity } from './connectivity.ts'
import { invalidateAfterSettle, invalidateDeclined } from './invalidate-after-settle.ts'
import { forgetLeftovers, forgetLost, watchRefusals } from './lost-access.ts'
import type { AppPorts } from './outbox/browser-ports.ts'
import { startOutbox, stopOutbox } from './outbox/outbox.ts'
import { startPrefetch } from './prefetch/prefetch-schedule.ts'
import { queryClient } from './query-storage/query-client.ts'
import { currentPersister, QueryPersister, setPersister } from './query-storage/query-persister.ts'
import { QueryStore, queryStoreName } from './query-storage/query-store.ts'
import { setStorageTrouble, tellTrouble } from './query-storage/storage-trouble.ts'
import { wipeOthers, wipePerson } from './query-storage/wipe.ts'
import { rightsOf } from './required-access.ts'
import { tendSession } from './tend-session.ts'
import { whenIdle } from './when-idle.ts'

let channel: BroadcastChannel | null = null

interface Opening {
  /** What all that is kept is sealed with. */
  readonly sealer: UsersSealer
  /** See `QueryStorePorts`. */
  readonly mayTakeOver: boolean
}

/** Opens what the device keeps for a person, in place of whoever was there. */
function openFor(userId: string, { sealer, mayTakeOver }: Opening): void {
  if (currentPersister()?.userId === userId) return
  if (currentPersister() !== null) closeCurrent()
  const news = new BroadcastChannel(queryStoreName(userId))
  const store = new QueryStore(userId, {
    sealer,
    mayTakeOver,
    now: () => Date.now(),
    onTrouble: (error) => void tellTrouble(error),
    onKept: () => setStorageTrouble(null),
  })
  const keeper = new QueryPersister(store, {
    client: queryClient,
    may: (access) => can(currentUser(), access),
    tellOthers: (hashes) => news.postMessage(hashes),
  })
  news.onmessage = ({ data }: MessageEvent<readonly string[]>) => whenRunning(() => void keeper.reread(data))
  channel = news
  setPersister(keeper)
  whenIdle(forgetLeftovers)
  whenIdle(() => void store.settleClear())
}

/** Nothing of the person who leaves stays in memory. */
function closeCurrent(): void {
  currentPersister()?.close()
  setPersister(null)
  channel?.close()
  channel = null
  closeBoot()
  queryClient.clear()
}

const outboxPorts: Omit<AppPorts, 'sealer' | 'signIn'> = {
  who: {
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
      // Tokens may have come anew to a page that had not noticed the loss of the former ones.
      const isAnew = before.state !== 'signed_in' || event.type !== 'met'
      if (after.state === 'signed_in' && isAnew) listener()
    }),
  onSettled: (settled) => invalidateAfterSettle(settled.flatMap(({ command }) => command.refreshes)),
  onDeclined: (command) => {
    // It may be that the person may not do this any more.
    void requireUser()
    invalidateDeclined(command.refreshes)
  },
}

/** Where its parts can't be had now, they are fetched with the network; a change made meanwhile asks for them too. */
function openOutbox(user: string, sealer: UsersSealer): void {
  const own = { ...outboxPorts, sealer, signIn: sealer.signIn }
  const ports = async () => (await import('./outbox/browser-ports.ts')).browserPorts(user, own)
  startOutbox({ user, ports }).catch(() => {
    const stop = onBackOnline(() => {
      stop()
      if (currentPersister()?.userId === user) openOutbox(user, sealer)
    })
  })
}

/**
 * Keeps who this is, after what that person may not see any more is off the device: a page that ends in between finds the
 * loss again at its next start. `before`: who was signed in on this page.
 */
async function rememberNow(user: CurrentUser, before: CurrentUser | null): Promise<void> {
  const sealer = sealerOf(String(user.id))
  // Signed out meanwhile.
  if (sealer === null) return
  const knew = before?.id === user.id ? before : (await recallBoot(String(user.id), sealer, companyNow())).user
  if (knew !== null && rightsOf(knew) !== rightsOf(user)) await forgetLost(knew, user)
  const now = currentUser()
  if (now?.id !== user.id) return
  rememberBoot(now, sealer, companyNow())
  // The same object as long as the server says what it said.
  if (before !== now) await keepPerson(await sealPerson(sealer, now, companyNow()))
}

/** Whose session is over: by its token, or else by what this page knew. Where neither says it, no one's data is wiped. */
const leaverOf = (whose: string | undefined, known: CurrentUser | null) => whose ?? (known && String(known.id))

/** What the device keeps follows who is signed in. Signing in and out wait for this. */
async function follow({ event, before, after, isFromOtherTab }: SessionChange): Promise<void> {
  if (event.type === 'signed_out') {
    const leaving = leaverOf(event.whose, before.user)
    closeCurrent()
    // At once: an outbox that takes long to stop must not keep what was read on the device.
    const isWiped = leaving !== null && !isFromOtherTab ? wipePerson(leaving) : Promise.resolve()
    await Promise.all([stopOutbox(), isWiped])
    return
  }
  if (event.type === 'locked' || event.type === 'ended') {
    closeCurrent()
    // What waits stays, sealed; after the next sign-in its user is asked whether to send it.
    await stopOutbox()
    // A dismissed user has nothing to read here any more; what was typed stays, sealed, for a return.
    const isDismissed = event.type === 'ended' && event.why === 'inactive'
    const leaving = isDismissed ? leaverOf(event.whose, before.user) : null
    if (leaving !== null && !isFromOtherTab) await wipePerson(leaving)
    return
  }
  if (after.user === null) return
  const user = String(after.user.id)
  const sealer = sealerOf(user)
  // Signed out meanwhile.
  if (sealer === null) return
  openFor(user, { sealer, mayTakeOver: event.type !== 'signed_in' })
  // Not waited for here: rows wait for it where the device's note knows of something (`onceRead`).
  openOutbox(user, sealer)
  if (event.type === 'signed_in' || event.type === 'met') await rememberNow(after.user, before.user)
  // What was refused while the session was over is asked for again.
  if (before.state === 'sign_in_again' && after.state === 'signed_in') void queryClient.invalidateQueries()
  if (event.type === 'signed_in' && !isFromOtherTab) await wipeOthers(user)
}

function flushWhenLeaving(): void {
  const flush = () => void currentPersister()?.flush()
  addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush()
  })
}

/** What other tabs have written while this page was frozen, it has not heard: what is on screen is read again. */
function rereadWhenResumed(): void {
  onResume(() => {
    const shown = queryClient.getQueryCache().findAll({ type: 'active' })
    void currentPersister()?.reread(shown.map(({ queryHash }) => queryHash))
  })
}

/** No part of what stands before the first screen. Where it can't be had now, it is fetched with the network. */
function startLiveWhenIdle(): void {
  const start = async () => (await import('./live/live.ts')).startLive()
  const later = () => {
    const stop = onBackOnline(() => {
      stop()
      startLiveWhenIdle()
    })
  }
  whenIdle(() => void start().catch(later))
}

/** Of the device and not of a person: it tells nothing of anybody. */
const CLOCK = 'haulyard-clock'
const keepClock = (note: string | null) =>
  note === null ? removeItem('local', CLOCK) : void writeItem('local', CLOCK, note)

/**
 * Starts reading without a network: connectivity, the session and what the device keeps for the person. Before the router
 * is made: the first frame already knows who is signed in.
 */
export async function startOffline(): Promise<void> {
  startClock({ read: () => readItem('local', CLOCK), write: keepClock })
  startConnectivity()
  onSessionChange(follow)
  watchRefusals()
  onAdmitted(() => {
    const { state, user } = sessionState()
    if (state === 'signed_in' && user !== null) rememberContact(user.id, companyNow())
  })
  await startSession((userId, sealer, person) => recallBoot(userId, sealer, companyNow(), person))
  flushWhenLeaving()
  rereadWhenResumed()
  tendSession()
  startPrefetch()
  startLiveWhenIdle()
}
