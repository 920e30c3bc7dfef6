import type { SessionPorts } from '../session-ports.ts'
import { ACCESS_COOKIE, REFRESH_COOKIE, REMEMBERED_SECONDS } from './cookies.ts'
import type { KeptHalf } from './key-vault.ts'
import { UNKNOWN_TOKEN } from './refresh-halves.ts'
import { claimsOf } from './token-claims.ts'
import type { KeptPerson, KeptTokens, Tokens } from './token-vault.ts'

type Ports = Pick<SessionPorts, 'cookies' | 'choice' | 'signOut' | 'vault' | 'keys'>

/**
 * What this device keeps of a session: cookies, the remember-me choice, and a copy of both in the vault, which a killed
 * browser has written to disk: Firefox writes local storage up to five seconds late, Chromium cookies up to thirty.
 */
export class KeptSession {
  readonly #ports: Ports
  #half: KeptHalf | null = null
  #refreshAtFreeze: string | null = null

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** The specification's rule: an access token, and the stored choice. */
  get hasWayIn(): boolean {
    return this.access !== null && this.choice !== null
  }
  get access(): string | null {
    return this.#ports.cookies.read(ACCESS_COOKIE)
  }
  /** What there is of the refresh token here: the first half, or all of it from a host that keeps none in a cookie of its own. */
  get refresh(): string | null {
    return this.#ports.cookies.read(REFRESH_COOKIE) ?? this.#ownHalf
  }
  /** Whether the host keeps the second half, in a cookie that can't be read here. */
  get isSplit(): boolean {
    return this.#ports.cookies.read(REFRESH_COOKIE) === null && this.#ownHalf !== null
  }
  get choice(): 'remembered' | 'this_tab' | null {
    return this.#ports.choice.read()
  }

  /**
   * The tokens of the session that is to be ended; null where there is none. A half that this page has not read yet is asked for at
   * once, before the device forgets it.
   */
  async tokensToEnd(): Promise<Tokens | null> {
    const { access, refresh, isSplit } = this
    if (access === null) return null
    if (refresh !== null) return { access, refresh, isSplit }
    const found = await inVault(this.#ports.keys.findHalf())
    return { access, refresh: isOf(found, access) ? found.half : UNKNOWN_TOKEN, isSplit: true }
  }

  /** Keeps what a sign-in has brought. */
  async keep(tokens: Tokens, isRemembered: boolean): Promise<void> {
    this.write(tokens, isRemembered)
    this.choose(isRemembered)
    await (isRemembered ? this.keepInVault(tokens) : this.endInVault(null))
    await this.keepHalf()
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

  keepInVault(tokens: Tokens): Promise<unknown> {
    return inVault(this.#ports.vault.keep(tokens))
  }
  /**
   * Keeps the whole token as a first half before the host is asked for a second one: its cookie takes the place of the one that
   * the token stands in, and the rest of the answer may be lost.
   */
  async keepAsHalf(refresh: string): Promise<void> {
    if (this.#ownHalf === refresh) return
    this.#half = halfOf(this.access, refresh)
    await this.keepHalf()
  }
  /**
   * Keeps the half that was written, unless its session has been signed out meanwhile; where the browser keeps nothing it lasts as
   * long as the page.
   */
  async keepHalf(): Promise<void> {
    if (this.#half !== null && this.#ownHalf !== null) await inVault(this.#ports.keys.keepHalf(this.#half))
  }
  /**
   * Takes up the half that the device keeps: another tab may have got another one since. Where the device does not answer in
   * time (`late`), or can't (`broken`), what this page has stands.
   */
  async recallHalf(): Promise<'known' | 'late' | 'broken'> {
    try {
      this.#half = (await this.#ports.keys.findHalf()) ?? this.#half
      return 'known'
    } catch (error) {
      return error instanceof DOMException && error.name === 'TimeoutError' ? 'late' : 'broken'
    }
  }
  /** Forgets the session in this tab: another one has seen to the device. */
  letGo(): void {
    this.#half = null
    this.#ports.choice.remove()
  }
  /** Keeps who is remembered, sealed; of a session of one tab nothing. */
  async keepPerson(person: KeptPerson): Promise<void> {
    if (this.choice === 'remembered') await inVault(this.#ports.vault.keepPerson(person))
  }
  /** @param access a token of the server's session that is over; null for none */
  endInVault(access: string | null): Promise<unknown> {
    return inVault(this.#ports.vault.end(claimsOf(access)?.sid ?? null))
  }

  /** Whether a session is kept here, in whatever place. */
  async isAnywhere(): Promise<boolean> {
    return this.access !== null || (await inVault(this.#ports.vault.find())) !== null
  }

  /** Writes down again what is kept of a remembered session, and answers it; null when there is nothing to restore. */
  async restore(): Promise<KeptTokens | null> {
    if (this.choice === 'this_tab' || this.hasWayIn) return null
    const kept = await inVault(this.#ports.vault.find())
    // Signed in or out meanwhile.
    if (kept === null || this.hasWayIn || (await this.#isEnded(kept.access))) return null
    // Of a host whose tokens name no session nothing tells whether it was ended here: then the choice must be there.
    if (this.choice === null && !claimsOf(kept.access)?.sid) return null
    const there = this.access
    if (there === null) this.#writeBack(kept)
    // The cookie of somebody who is signed in for one tab.
    else if (claimsOf(there)?.sub !== claimsOf(kept.access)?.sub) return null
    this.choose(true)
    return kept
  }

  /** A sign-out that was followed by a crash: the cookie came back from disk, but this device ended that session. */
  async isSignedOut(): Promise<boolean> {
    const { access } = this
    return access !== null && this.#isEnded(access)
  }

  get #ownHalf(): string | null {
    return isOf(this.#half, this.access) ? this.#half.half : null
  }

  #writeBack({ access, refresh }: KeptTokens): void {
    this.#ports.cookies.write(ACCESS_COOKIE, access, REMEMBERED_SECONDS)
    if (refresh !== null) this.#ports.cookies.write(REFRESH_COOKIE, refresh, REMEMBERED_SECONDS)
  }

  /** Before the browser stops this tab: what is signed in here now. */
  noteFreeze(): void {
    this.#refreshAtFreeze = this.refresh
  }
  /** Whether it is a session of this user still; null: of no one. */
  isStillOf(user: { readonly id: number } | null): boolean {
    if (user === null || !this.hasWayIn) return user === null && !this.hasWayIn
    const claims = claimsOf(this.access)
    // A host's tokens may not say whose they are.
    return claims === null ? this.refresh === this.#refreshAtFreeze : claims.sub === String(user.id)
  }

  async #isEnded(access: string): Promise<boolean> {
    const sid = claimsOf(access)?.sid ?? null
    if (sid === null) return false
    return this.#ports.signOut.has(sid) || (await inVault(this.#ports.vault.ended())) === sid
  }
}

const halfOf = (access: string | null, half: string): KeptHalf => {
  const { sub = '', sid = null } = claimsOf(access) ?? {}
  return { sub, sid, half }
}

/** Whether a half belongs to the session of an access token. */
function isOf(half: KeptHalf | null, access: string | null): half is KeptHalf {
  const claims = claimsOf(access)
  return half !== null && half.sub === claims?.sub && (half.sid === undefined || half.sid === claims.sid)
}

/** The vault is a second copy: where the browser has no storage, or it is full, the cookies stand alone. */
function inVault<T>(work: Promise<T>): Promise<T | null> {
  return work.catch(() => null)
}
