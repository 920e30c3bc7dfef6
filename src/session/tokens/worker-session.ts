import { type Sealer, sealerWith } from '#src/seal/sealer.ts'
import type { SessionPorts } from '../session-ports.ts'
import { ACCESS_COOKIE } from './cookies.ts'
import { StoredSession } from './stored-session.ts'
import { claimsOf, payloadOf } from './token-claims.ts'
import { type RefreshOutcome, TokenRefresher } from './token-refresher.ts'
import type { StoredTokens, Tokens } from './token-vault.ts'

const DAY_MS = 24 * 60 * 60_000
/**
 * Stored data is locked 14 days after the server's last response. A token is never younger than that response, and the
 * device's clock may be wrong: a token from further ahead than the second limit shows that it is, and a clock that is
 * less wrong is still within the 14 days.
 */
const [MAX_AGE_MS, MAX_AHEAD_MS] = [13 * DAY_MS, DAY_MS]

export interface WorkerSessionPorts extends Pick<SessionPorts, 'vault' | 'keys' | 'runExclusively'> {
  /** Replaces the stored tokens if they still are of the same session, in one transaction. */
  readonly renewTokens: (tokens: Tokens) => Promise<void>
  readonly cookies: { get(name: string): Promise<{ readonly value?: string | undefined } | null> }
  /** Milliseconds since 1970. */
  readonly now: () => number
}

interface FoundSession {
  readonly user: string
  readonly sid: string
  readonly access: string
  readonly sealer: Sealer
  readonly signIn: string | null
}

/**
 * The remembered session of this device, for a worker without a page. It has no local storage and reads cookies
 * asynchronously, so the session counts only while three places agree on it: the token vault, the key vault with the
 * keys and half of the refresh token, and the access cookie. A sign-out clears all three. A session of one tab is in no
 * token vault: it ended with its tab.
 */
export class WorkerSession {
  /** The user's id as text. */
  readonly userId: string
  readonly sealer: Sealer
  /** The sign-in that brought the keys; see `UserKeys`. */
  readonly signIn: string | null
  readonly #sid: string
  readonly #ports: WorkerSessionPorts
  readonly #refresher: TokenRefresher
  /** Null once the session has ended on this device. */
  #access: string | null
  /** How many refreshes are under way: until they end, the vault may be older than `#access`. */
  #refreshes = 0

  private constructor(ports: WorkerSessionPorts, { user, sid, access, sealer, signIn }: FoundSession) {
    this.userId = user
    this.sealer = sealer
    this.signIn = signIn
    this.#sid = sid
    this.#ports = ports
    this.#access = access
    // What the server has ended stays stored: the next page learns it from the server, and ends all that belongs to it.
    const onEnded = async () => this.end()
    this.#refresher = new TokenRefresher({ stored: this.#stored(), withRefreshLock: ports.runExclusively, onEnded })
  }

  /** The session, or null when no user's changes may be sent. Rejects when the device's storage fails. */
  static async open(ports: WorkerSessionPorts): Promise<WorkerSession | null> {
    const found = await findSession(ports)
    return found && new WorkerSession(ports, found)
  }

  readonly user = (): string | null => (this.#access === null ? null : this.userId)
  readonly token = (): string | null => this.#access
  readonly refresh = async (used: string): Promise<RefreshOutcome> => {
    this.#refreshes += 1
    try {
      return await this.#refresher.refresh(used)
    } finally {
      this.#refreshes -= 1
    }
  }

  /** Reads the device again; the session ends if it is not there any more. Rejects when the device's storage fails. */
  readonly check = async (): Promise<void> => {
    const before = this.#access
    const found = await findSession(this.#ports)
    if (this.#access === null) return
    if (found?.sid !== this.#sid || found.user !== this.userId) this.#access = null
    // A page may have got a newer token meanwhile. What was read during a refresh of this worker may be older.
    else if (this.#refreshes === 0 && this.#access === before) this.#access = found.access
  }
  /** No token is given out from now on. */
  end(): void {
    this.#access = null
    this.#refresher.giveUp()
  }

  /** What the refresh of a token reads and writes of a session. */
  #stored(): StoredSession {
    const { vault, keys, renewTokens } = this.#ports
    return new StoredSession({
      cookies: {
        read: (name) => (name === ACCESS_COOKIE ? this.#access : null),
        write: (name, value) => {
          // Not after the end.
          if (name === ACCESS_COOKIE && this.#access !== null) this.#access = value
        },
        remove: () => undefined,
      },
      choice: { read: () => 'remembered', write: () => undefined, remove: () => undefined },
      signOut: { has: () => false, add: () => undefined },
      vault: { ...vault, save: renewTokens },
      keys,
    })
  }
}

async function findSession(ports: WorkerSessionPorts): Promise<FoundSession | null> {
  const { vault, keys, cookies, now } = ports
  // First: after a sign-out this is empty, and nothing else is opened.
  const [tokens, ended] = [await vault.find(), await vault.ended()]
  const claims = claimsOf(tokens?.access ?? null)
  const { sub, sid } = claims ?? { sub: null, sid: null }
  if (tokens === null || sub === null || sid === null || sid === ended || !isRecent(tokens, now())) return null
  const isOfSession = (one: { readonly sub: string; readonly sid?: string | null } | null) =>
    one?.sub === sub && one.sid === sid
  const half = await keys.findHalf()
  const cookie = claimsOf((await cookies.get(ACCESS_COOKIE))?.value ?? null)
  const stored = await keys.find()
  if (!isOfSession(half) || !isOfSession(cookie) || stored?.user !== sub) return null
  const sealer = sealerOf(stored.keys)
  return sealer && { user: sub, sid, access: tokens.access, sealer, signIn: stored.signIn ?? null }
}

function isRecent({ access }: StoredTokens, now: number): boolean {
  const payload = payloadOf(access)
  if (typeof payload !== 'object' || payload === null || !('iat' in payload)) return false
  const age = now - Number(payload.iat) * 1000
  return age <= MAX_AGE_MS && age >= -MAX_AHEAD_MS
}

/** A row that was edited by hand can contain anything. */
function sealerOf(keys: unknown): Sealer | null {
  if (!Array.isArray(keys) || !keys.every((one) => one?.key instanceof CryptoKey)) return null
  const [first, ...others] = keys
  return first === undefined ? null : sealerWith([first, ...others])
}
