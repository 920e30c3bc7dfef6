import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { HostNote } from '#src/api/ask.ts'
import { holdLock } from '#src/browser/web-lock.ts'
import type { WhyEnded } from './ends-session.ts'
import { neededNow } from './needed-now.ts'
import { browserCookies, type Cookies } from './tokens/cookies.ts'
import type { ClosedNote, KeyRingPorts } from './tokens/key-ring.ts'
import { indexedDbKeyVault } from './tokens/key-vault.ts'
import { indexedDbVault, type TokenVault } from './tokens/token-vault.ts'
import { readItem, removeItem, writeItem } from './web-storage.ts'

/** What one tab tells the others. */
export type SessionNews =
  | { readonly type: 'signed_in'; readonly user: CurrentUser; readonly isRemembered: boolean }
  | { readonly type: 'signed_out' }
  | { readonly type: 'ended'; readonly why?: WhyEnded }

/** The remember-me choice: in local storage when ticked, in session storage otherwise. */
export interface RememberedChoice {
  read(): 'remembered' | 'this_tab' | null
  write(isRemembered: boolean): void
  remove(): void
}

/** Which sessions of the server were signed out here last: a second note, for a vault that could not be written. */
export interface SignOutNote {
  has(sid: string): boolean
  add(sid: string): void
}

export interface SessionPorts extends KeyRingPorts {
  readonly cookies: Cookies
  readonly choice: RememberedChoice
  readonly signOut: SignOutNote
  readonly vault: TokenVault
  readonly host: HostNote
  /** Runs `work` while no other tab does. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
  readonly tellOthers: (news: SessionNews) => void
  readonly hearOthers: (listener: (news: SessionNews) => void) => void
}

const CHOICE_KEY = 'haulyard:signed-in'
const HOST_KEY = 'haulyard:host-proves'
const CLOSED_KEY = 'haulyard:closed'
const SIGNED_OUT_KEY = 'haulyard:signed-out'
const MAX_SIGN_OUTS = 10
const LOCK = 'auth-refresh'

/** Where the browser keeps nothing, the choice lasts as long as the page. */
let unkept: 'this_tab' | null = null

const browserChoice: RememberedChoice = {
  read() {
    if (readItem('local', CHOICE_KEY) !== null) return 'remembered'
    return readItem('session', CHOICE_KEY) !== null ? 'this_tab' : unkept
  },
  write(isRemembered) {
    browserChoice.remove()
    if (!writeItem(isRemembered ? 'local' : 'session', CHOICE_KEY, 'yes')) unkept = 'this_tab'
  },
  remove() {
    unkept = null
    removeItem('local', CHOICE_KEY)
    removeItem('session', CHOICE_KEY)
  },
}

const noted = () => (readItem('local', SIGNED_OUT_KEY) ?? '').split(' ').filter(Boolean)
const browserSignOut: SignOutNote = {
  has: (sid) => noted().includes(sid),
  add: (sid) => void writeItem('local', SIGNED_OUT_KEY, [sid, ...noted()].slice(0, MAX_SIGN_OUTS).join(' ')),
}

const browserClosed: ClosedNote = {
  read: () => readItem('local', CLOSED_KEY),
  write: (user) => (user === null ? removeItem('local', CLOSED_KEY) : void writeItem('local', CLOSED_KEY, user)),
}

/** Kept when the person leaves: the host stays. Where it is lost the device learns it anew. */
const browserHost: HostNote = {
  read: () => readItem('local', HOST_KEY),
  write: (proves) => void writeItem('local', HOST_KEY, proves),
}

/** The browser's own. The channel is opened at first use, so that importing this has no effect. */
export function browserPorts(): SessionPorts {
  let channel: BroadcastChannel | null = null
  const opened = () => {
    channel ??= new BroadcastChannel('haulyard-session')
    return channel
  }
  return {
    cookies: browserCookies,
    choice: browserChoice,
    signOut: browserSignOut,
    vault: indexedDbVault,
    keys: indexedDbKeyVault,
    closed: browserClosed,
    device: async () => (await neededNow(() => import('./device-id.ts'))).deviceId(),
    host: browserHost,
    // Web Locks are missing where the app is opened over plain http; then each tab refreshes for itself, which is safe.
    alone: (work) => (navigator.locks === undefined ? work() : holdLock(navigator.locks, LOCK, 'exclusive', work)),
    tellOthers: (news) => opened().postMessage(news),
    hearOthers: (listener) => {
      opened().onmessage = (message: MessageEvent<SessionNews>) => listener(message.data)
    },
  }
}
