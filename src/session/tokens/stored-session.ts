import type { SessionPorts } from '../session-ports.ts'
import { ACCESS_COOKIE, REFRESH_COOKIE, REMEMBERED_SECONDS } from './cookies.ts'
import type { RefreshHalf } from './key-vault.ts'
import { UNKNOWN_TOKEN } from './refresh-halves.ts'
import { claimsOf } from './token-claims.ts'
import type { StoredTokens, StoredUser, Tokens } from './token-vault.ts'

type Ports = Pick<SessionPorts, 'cookies' | 'choice' | 'signOut' | 'vault' | 'keys'>

/**
 * What this device stores of a session: cookies, the remember-me choice, and a copy of both in the vault. The vault
 * survives a killed browser, because it is written to disk immediately: Firefox writes local storage up to five seconds
 * late, Chromium cookies up to thirty.
 */
export class StoredSession {
  readonly #ports: Ports
  #half: RefreshHalf | null = null
  #refreshAtFreeze: string | null = null

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** The specification's rule for entering protected pages: an access token and the stored choice. */
  get canEnter(): boolean {
    return this.access !== null && this.choice !== null
  }
  get access(): string | null {
    return this.#ports.cookies.read(ACCESS_COOKIE)
  }
  /** The refresh token: its first half, or all of it from a host that keeps no second half in its own cookie. */
  get refresh(): string | null {
    return this.#ports.cookies.read(REFRESH_COOKIE) ?? this.#currentHalf
  }
  /** Whether the host keeps the second half in a cookie that scripts can't read. */
  get isSplit(): boolean {
    return this.#ports.cookies.read(REFRESH_COOKIE) === null && this.#currentHalf !== null
  }
  get choice(): 'remembered' | 'this_tab' | null {
    return this.#ports.choice.read()
  }

  /**
   * The tokens of the session to end; null without a session. A half that this page has not read yet is requested from
   * storage immediately, before the device forgets it.
   */
  async tokensToEnd(): Promise<Tokens | null> {
    const { access, refresh, isSplit } = this
    if (access === null) return null
    if (refresh !== null) return { access, refresh, isSplit }
    const storedHalf = await orNull(this.#ports.keys.findHalf())
    return { access, refresh: isHalfOf(storedHalf, access) ? storedHalf.half : UNKNOWN_TOKEN, isSplit: true }
  }

  /** Stores the tokens and the choice of a sign-in. */
  async save(tokens: Tokens, isRemembered: boolean): Promise<void> {
    this.write(tokens, isRemembered)
    this.choose(isRemembered)
    await (isRemembered ? this.saveInVault(tokens) : this.endInVault(null))
    await this.saveHalf()
  }
  write({ access, refresh, isSplit }: Tokens, isRemembered: boolean): void {
    const maxAge = isRemembered ? REMEMBERED_SECONDS : null
    this.#ports.cookies.write(ACCESS_COOKIE, access, maxAge)
    this.#half = isSplit ? halfOf(access, refresh) : null
    if (!isSplit) this.#ports.cookies.write(REFRESH_COOKIE, refresh, maxAge)
  }
  choose(isRemembered: boolean): void {
    this.#ports.choice.write(isRemembered)
  }
  forget(): void {
    const sid = claimsOf(this.access)?.sid
    if (sid) this.#ports.signOut.add(sid)
    this.#ports.cookies.remove(ACCESS_COOKIE)
    this.#ports.cookies.remove(REFRESH_COOKIE)
    this.#ports.choice.remove()
    this.#half = null
  }

  saveInVault(tokens: Tokens): Promise<unknown> {
    return orNull(this.#ports.vault.save(tokens))
  }
  /**
   * Stores the whole refresh token as a first half before the host is asked for a second one: the host's cookie
   * replaces the cookie that holds the token, and the response body may be lost.
   */
  async saveAsHalf(refresh: string): Promise<void> {
    if (this.#currentHalf === refresh) return
    this.#half = halfOf(this.access, refresh)
    await this.saveHalf()
  }
  /**
   * Stores the written half, unless its session has been signed out meanwhile. Without storage the half lasts as long
   * as the page.
   */
  async saveHalf(): Promise<void> {
    if (this.#half !== null && this.#currentHalf !== null) await orNull(this.#ports.keys.saveHalf(this.#half))
  }
  /**
   * Loads the stored half: another tab may have received a newer one. When storage does not respond in time (`late`) or
   * fails (`broken`), the half in memory stays.
   */
  async loadHalf(): Promise<'known' | 'late' | 'broken'> {
    try {
      this.#half = (await this.#ports.keys.findHalf()) ?? this.#half
      return 'known'
    } catch (error) {
      return error instanceof DOMException && error.name === 'TimeoutError' ? 'late' : 'broken'
    }
  }
  /** Forgets the session in this tab only: another tab has cleaned up the device. */
  forgetInTab(): void {
    this.#half = null
    this.#ports.choice.remove()
  }
  /** Stores the remembered user, sealed; does nothing for a session of one tab. */
  async saveUser(person: StoredUser): Promise<void> {
    if (this.choice === 'remembered') await orNull(this.#ports.vault.saveUser(person))
  }
  /** `access`: a token of the ended server session; null for none. */
  endInVault(access: string | null): Promise<unknown> {
    return orNull(this.#ports.vault.end(claimsOf(access)?.sid ?? null))
  }

  /** Whether a session is stored on this device, in the cookies or in the vault. */
  async isStoredAnywhere(): Promise<boolean> {
    return this.access !== null || (await orNull(this.#ports.vault.find())) !== null
  }

  /**
   * Restores the cookies and the choice of a remembered session from the vault; null when there is nothing to restore.
   */
  async restore(): Promise<StoredTokens | null> {
    if (this.choice === 'this_tab' || this.canEnter) return null
    const stored = await orNull(this.#ports.vault.find())
    // The user may have signed in or out meanwhile.
    if (stored === null || this.canEnter || (await this.#isEnded(stored.access))) return null
    // Without a session id in the token, nothing shows whether the session was ended here: then the choice is required.
    if (this.choice === null && !claimsOf(stored.access)?.sid) return null
    const access = this.access
    if (access === null) this.#writeBack(stored)
    // The cookie belongs to another user, who is signed in for one tab.
    else if (claimsOf(access)?.sub !== claimsOf(stored.access)?.sub) return null
    this.choose(true)
    return stored
  }

  /** Whether this device ended the session of the access cookie: after a crash the cookie can come back from disk. */
  async isSignedOut(): Promise<boolean> {
    const { access } = this
    return access !== null && this.#isEnded(access)
  }

  get #currentHalf(): string | null {
    return isHalfOf(this.#half, this.access) ? this.#half.half : null
  }

  #writeBack({ access, refresh }: StoredTokens): void {
    this.#ports.cookies.write(ACCESS_COOKIE, access, REMEMBERED_SECONDS)
    if (refresh !== null) this.#ports.cookies.write(REFRESH_COOKIE, refresh, REMEMBERED_SECONDS)
  }

  /** Notes the session before the browser freezes this tab. */
  noteFreeze(): void {
    this.#refreshAtFreeze = this.refresh
  }
  /** Whether the session still belongs to `user`; null: whether there is still no session. */
  isSessionOf(user: { readonly id: number } | null): boolean {
    if (user === null || !this.canEnter) return user === null && !this.canEnter
    const claims = claimsOf(this.access)
    // A host's tokens might not be readable.
    return claims === null ? this.refresh === this.#refreshAtFreeze : claims.sub === String(user.id)
  }

  async #isEnded(access: string): Promise<boolean> {
    const sid = claimsOf(access)?.sid ?? null
    if (sid === null) return false
    return this.#ports.signOut.has(sid) || (await orNull(this.#ports.vault.ended())) === sid
  }
}

const halfOf = (access: string | null, half: string): RefreshHalf => {
  const { sub = '', sid = null } = claimsOf(access) ?? {}
  return { sub, sid, half }
}

/** Whether a half belongs to the session of an access token. */
function isHalfOf(half: RefreshHalf | null, access: string | null): half is RefreshHalf {
  const claims = claimsOf(access)
  return half !== null && half.sub === claims?.sub && (half.sid === undefined || half.sid === claims.sid)
}

/** Null on failure: the vault is a second copy. When storage is missing or full, only the cookies remain. */
function orNull<T>(work: Promise<T>): Promise<T | null> {
  return work.catch(() => null)
}
