import { onSessionChange, sessionCredentials, sessionState, startSession } from '#src/session/session.ts'
import type { SessionChange } from '#src/session/session-store.ts'
import { lastUser, recallBoot, rememberBoot, rememberContact } from './boot-state.ts'
import { onAdmitted, onBackOnline, startConnectivity } from './connectivity.ts'
import { invalidateAfterSettle, invalidateDeclined } from './invalidate-after-settle.ts'
import { type AppPorts, browserPorts } from './outbox/browser-ports.ts'
import { startOutbox, stopOutbox } from './outbox/outbox.ts'
import { queryClient } from './query-client.ts'
import { currentKeeper, QueryKeeper, setKeeper } from './query-keeper.ts'
import { QueryStore, queryStoreName } from './query-store.ts'
import { setStorageTrouble, troubleOf } from './storage-trouble.ts'
import { wipeOthers, wipePerson } from './wipe.ts'
import { startYardSet } from './yard-set.ts'

let channel: BroadcastChannel | null = null

/** Opens what the device keeps for a person, in place of whoever was there. */
function openFor(userId: string): void {
  if (currentKeeper()?.userId === userId) return
  if (currentKeeper() !== null) closeCurrent()
  const news = new BroadcastChannel(queryStoreName(userId))
  const store = new QueryStore(userId, {
    now: () => Date.now(),
    onTrouble: (error) => setStorageTrouble(troubleOf(error)),
  })
  const keeper = new QueryKeeper(store, { client: queryClient, tellOthers: (hashes) => news.postMessage(hashes) })
  news.onmessage = (message: MessageEvent<readonly string[]>) => void keeper.reread(message.data)
  channel = news
  setKeeper(keeper)
}

/** Nothing of the person who leaves stays in memory. */
function closeCurrent(): void {
  currentKeeper()?.close()
  setKeeper(null)
  channel?.close()
  channel = null
  queryClient.clear()
}

const outboxPorts: AppPorts = {
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
  onDeclined: (command) => invalidateDeclined(command.refreshes),
}

/** What the device keeps follows who is signed in. Signing in and out wait for this. */
async function follow({ event, before, after, isFromOtherTab }: SessionChange): Promise<void> {
  if (event.type === 'signed_out') {
    const leaving = before.user === null ? lastUser() : String(before.user.id)
    closeCurrent()
    // At once: an outbox that takes long to stop must not keep what was read on the device.
    const isWiped = leaving !== null && !isFromOtherTab ? wipePerson(leaving) : Promise.resolve()
    await Promise.all([stopOutbox(), isWiped])
    return
  }
  if (after.user === null) return
  const user = String(after.user.id)
  openFor(user)
  // Not waited for: what waits is laid over the rows as soon as it is read.
  void startOutbox({ user, ports: browserPorts(user, outboxPorts) })
  if (event.type === 'signed_in' || event.type === 'met') rememberBoot(after.user, Date.now())
  // What was refused while the session was over is asked for again.
  if (before.state === 'sign_in_again' && after.state === 'signed_in') void queryClient.invalidateQueries()
  if (event.type === 'signed_in' && !isFromOtherTab) await wipeOthers(user)
}

function flushWhenLeaving(): void {
  const flush = () => void currentKeeper()?.flush()
  addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush()
  })
}

/**
 * Starts reading without a network: connectivity, the session and what the device keeps for the person.
 * Synchronous, and before the router is made: the first frame already knows who is signed in.
 */
export function startOffline(): void {
  startConnectivity()
  onSessionChange(follow)
  onAdmitted(() => {
    const { state, user } = sessionState()
    if (state === 'signed_in' && user !== null) rememberContact(user.id, Date.now())
  })
  startSession((userId) => recallBoot(userId, Date.now()))
  flushWhenLeaving()
  startYardSet()
}
