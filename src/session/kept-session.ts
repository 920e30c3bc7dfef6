import { ACCESS_COOKIE, REFRESH_COOKIE, REMEMBERED_SECONDS } from './cookies.ts'
import type { SessionPorts } from './session-ports.ts'
import { claimsOf } from './token-claims.ts'
import type { KeptPerson, KeptTokens, Tokens } from './token-vault.ts'

type Ports = Pick<SessionPorts, 'cookies' | 'choice' | 'signOut' | 'vault'>

/**
 * What this device keeps of a session: cookies, the remember-me choice, and a copy of both in the vault, which a killed
 * browser has written to disk: Firefox writes local storage up to five seconds late, Chromium cookies up to thirty.
 */
export class KeptSession {
  readonly #ports: Ports

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
  get refresh(): string | null {
    return this.#ports.cookies.read(REFRESH_COOKIE)
  }
  get choice(): 'remembered' | 'this_tab' | null {
    return this.#ports.choice.read()
  }

  write(tokens: Tokens, isRemembered: boolean): void {
    const maxAge = isRemembered ? REMEMBERED_SECONDS : null
    this.#ports.cookies.write(ACCESS_COOKIE, tokens.access, maxAge)
    this.#ports.cookies.write(REFRESH_COOKIE, tokens.refresh, maxAge)
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
  }

  keepInVault(tokens: Tokens): Promise<unknown> {
    return inVault(this.#ports.vault.keep(tokens))
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
    if (there === null) this.write(kept, true)
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

  async #isEnded(access: string): Promise<boolean> {
    const sid = claimsOf(access)?.sid ?? null
    if (sid === null) return false
    return this.#ports.signOut.has(sid) || (await inVault(this.#ports.vault.ended())) === sid
  }
}

/** The vault is a second copy: where the browser has no storage, or it is full, the cookies stand alone. */
function inVault<T>(work: Promise<T>): Promise<T | null> {
  return work.catch(() => null)
}
