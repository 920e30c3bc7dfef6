import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { HostProofNote } from '#src/api/fetch-verified.ts'
import { holdLock } from '#src/browser/web-lock.ts'
import { loadChunk } from './load-chunk.ts'
import type { EndReason } from './session-end.ts'
import { browserCookies, type Cookies } from './tokens/cookies.ts'
import type { ClosedNote, KeyRingPorts } from './tokens/key-ring.ts'
import { indexedDbKeyVault } from './tokens/key-vault.ts'
import { indexedDbVault, type TokenVault } from './tokens/token-vault.ts'
import { readItem, removeItem, writeItem } from './web-storage.ts'

/** A message from one tab to the others. */
export type SessionNews =
  | { readonly type: 'signed_in'; readonly user: CurrentUser; readonly isRemembered: boolean }
  | { readonly type: 'signed_out' }
  | { readonly type: 'ended'; readonly why?: EndReason }

/** The remember-me choice: in local storage when ticked, in session storage otherwise. */
export interface RememberedChoice {
  read(): 'remembered' | 'this_tab' | null
  write(isRemembered: boolean): void
  remove(): void
}

/**
 * The last server sessions that were signed out on this device: a second note, in case the vault could not be written.
 */
export interface SignOutNote {
  has(sid: string): boolean
  add(sid: string): void
}

export interface SessionPorts extends KeyRingPorts {
  readonly cookies: Cookies
  readonly choice: RememberedChoice
  readonly signOut: SignOutNote
  readonly vault: TokenVault
  readonly host: HostProofNote
  /** Runs `work` under a lock over all tabs: no other tab signs in or refreshes meanwhile. */
  readonly runExclusively: <T>(work: () => Promise<T>) => Promise<T>
  readonly notifyTabs: (news: SessionNews) => void
  readonly onTabNews: (listener: (news: SessionNews) => void) => void
}

const CHOICE_KEY = 'haulyard:signed-in'
const HOST_KEY = 'haulyard:host-proves'
const CLOSED_KEY = 'haulyard:closed'
const SIGNED_OUT_KEY = 'haulyard:signed-out'
const MAX_SIGN_OUTS = 10
export const REFRESH_LOCK = 'auth-refresh'
/** The channel of `SessionNews`. */
export const SESSION_CHANNEL = 'haulyard-session'

/** The choice when the browser blocks storage: it lasts as long as the page. */
let pageChoice: 'this_tab' | null = null

export const browserChoice: RememberedChoice = {
  read() {
    if (readItem('local', CHOICE_KEY) !== null) return 'remembered'
    return readItem('session', CHOICE_KEY) !== null ? 'this_tab' : pageChoice
  },
  write(isRemembered) {
    browserChoice.remove()
    if (!writeItem(isRemembered ? 'local' : 'session', CHOICE_KEY, 'yes')) pageChoice = 'this_tab'
  },
  remove() {
    pageChoice = null
    removeItem('local', CHOICE_KEY)
    removeItem('session', CHOICE_KEY)
  },
}

const notedSignOuts = () => (readItem('local', SIGNED_OUT_KEY) ?? '').split(' ').filter(Boolean)
const browserSignOut: SignOutNote = {
  has: (sid) => notedSignOuts().includes(sid),
  add: (sid) => void writeItem('local', SIGNED_OUT_KEY, [sid, ...notedSignOuts()].slice(0, MAX_SIGN_OUTS).join(' ')),
}

const browserClosed: ClosedNote = {
  read: () => readItem('local', CLOSED_KEY),
  write: (user) => (user === null ? removeItem('local', CLOSED_KEY) : void writeItem('local', CLOSED_KEY, user)),
}

/** Stays after a sign-out, because the host stays the same. If it is lost, the device learns it again. */
const browserHost: HostProofNote = {
  read: () => readItem('local', HOST_KEY),
  write: (proves) => void writeItem('local', HOST_KEY, proves),
}

/** The real browser's ports. The channel is opened at first use, so that importing this module has no effect. */
export function browserPorts(): SessionPorts {
  let channel: BroadcastChannel | null = null
  const openChannel = () => {
    channel ??= new BroadcastChannel(SESSION_CHANNEL)
    return channel
  }
  return {
    cookies: browserCookies,
    choice: browserChoice,
    signOut: browserSignOut,
    vault: indexedDbVault,
    keys: indexedDbKeyVault,
    closed: browserClosed,
    device: async () => (await loadChunk(() => import('./device-id.ts'))).deviceId(),
    host: browserHost,
    // Over plain http there are no Web Locks: each tab then refreshes on its own, which is safe.
    runExclusively: (work) =>
      navigator.locks === undefined ? work() : holdLock(navigator.locks, REFRESH_LOCK, 'exclusive', work),
    notifyTabs: (news) => openChannel().postMessage(news),
    onTabNews: (listener) => {
      openChannel().onmessage = (message: MessageEvent<SessionNews>) => listener(message.data)
    },
  }
}
