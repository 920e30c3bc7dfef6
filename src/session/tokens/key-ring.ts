import { clearSealer, type Sealer, sealerWith } from '#src/seal/sealer.ts'
import { loadChunk } from '../load-chunk.ts'
import type { KeyVault, UserKeys } from './key-vault.ts'
import type { ServerKeys } from './server-keys.ts'

/** Whose data was closed because the server was silent for too long. It only explains why there is no key. */
export interface ClosedNote {
  read(): string | null
  /** Null: no user's data is closed. */
  write(user: string | null): void
}

export interface KeyRingPorts {
  readonly keys: KeyVault
  readonly closed: ClosedNote
  /** The id of this browser. Throws an `ApiError` when its chunk can't be loaded. */
  readonly device: () => Promise<string>
}

/** Browsers provide WebCrypto only to pages from https or from the local machine. */
const hasWebCrypto = () => globalThis.crypto?.subtle !== undefined

const loadServerKeys = () => loadChunk(() => import('./server-keys.ts'))

/** The sealer of the signed-in user; `signIn` as in `UserKeys`. */
export interface UserSealer extends Sealer {
  readonly signIn: string | null
}
interface CurrentKey {
  readonly user: string
  readonly sealer: UserSealer
}

/** The keys of the signed-in user in one tab. */
export class KeyRing {
  readonly #ports: KeyRingPorts
  #current: CurrentKey | null = null
  /** Counts how often the keys were forgotten: keys that were requested before that must not be used after it. */
  #forgetCount = 0

  constructor(ports: KeyRingPorts) {
    this.#ports = ports
  }

  /** The sealer of a user; null while this tab has no key of that user. */
  sealerOf(user: string): UserSealer | null {
    return this.#current?.user === user ? this.#current.sealer : null
  }

  /**
   * Loads the key from device storage if it belongs to `user`; null accepts any user, for hosts whose tokens don't name
   * one. Resolves with the user and the sealer; null when there is no key.
   */
  async loadStoredKey(user: string | null): Promise<CurrentKey | null> {
    if (user === null || this.sealerOf(user) === null) {
      const before = this.#forgetCount
      const stored = await orNull(this.#ports.keys.find())
      // The user may have signed out meanwhile.
      if (stored === null || before !== this.#forgetCount) return null
      if ((user !== null && stored.user !== user) || !this.#use(stored)) return null
    }
    return this.#current
  }

  /** The headers of a sign-in: the server returns a device's keys only to a user who has signed in from that device. */
  async signInHeaders(): Promise<Readonly<Record<string, string>>> {
    return hasWebCrypto() ? { 'Device-Id': await this.#ports.device() } : {}
  }

  /** Requests the keys of the signed-in user, or of the user of `token`. Throws an `ApiError`. */
  async requestKeys(token?: string): Promise<ServerKeys> {
    if (!hasWebCrypto()) return []
    const [{ requestKeys }, device] = await Promise.all([loadServerKeys(), this.#ports.device()])
    return requestKeys(device, token)
  }

  /**
   * Uses these keys for a user from now on and stores them. Keys from a sign-in get a name for that sign-in. A browser
   * that can't store keys requests them at each start.
   */
  async adopt(user: string, serverKeys: ServerKeys, { isSignIn = false } = {}): Promise<void> {
    const before = this.#forgetCount
    const { newSignInName, withOwnKey } = await loadServerKeys()
    const signIn = isSignIn ? newSignInName() : null
    const keys = hasWebCrypto() ? await withOwnKey(this.#ports.keys, user, serverKeys) : []
    if (before !== this.#forgetCount) return
    this.#use({ user, keys, signIn })
    this.#ports.closed.write(null)
    await orNull(this.#ports.keys.save({ user, keys, signIn }))
    if (before !== this.#forgetCount && this.#current === null) await orNull(this.#ports.keys.forget())
  }

  /** Forgets the keys, also on the device. Sealed data stays closed until its user signs in again. */
  async forget(): Promise<void> {
    this.forgetInTab()
    await orNull(this.#ports.keys.forget())
  }
  /** Forgets the keys of a user for whom the server has not responded for too long. */
  close(user: string): Promise<void> {
    this.#ports.closed.write(user)
    return this.forget()
  }
  isClosed(user: string | null): boolean {
    return user !== null && this.#ports.closed.read() === user
  }
  /** Forgets leftover keys, when the browser was closed and dropped a session that was not to be remembered. */
  async forgetIfSignedOut(isSignedIn: () => Promise<boolean>): Promise<void> {
    const stored = await orNull(this.#ports.keys.find())
    if (stored !== null && !(await isSignedIn())) await this.forget()
  }
  /** Forgets the keys in this tab only: another tab has cleaned up the device. */
  forgetInTab(): void {
    this.#forgetCount += 1
    this.#current = null
  }

  #use({ user, keys, signIn }: UserKeys): boolean {
    // A row that was edited by hand can contain anything.
    if (!Array.isArray(keys) || !keys.every((one) => one?.key instanceof CryptoKey)) return false
    const [first, ...others] = keys
    if (first === undefined && hasWebCrypto()) return false
    const sealer = first === undefined ? clearSealer : sealerWith([first, ...others])
    this.#current = { user, sealer: { ...sealer, signIn: signIn ?? null } }
    return true
  }
}

/** Null on failure: without storage the keys are only in memory. */
function orNull<T>(work: Promise<T>): Promise<T | null> {
  return work.catch(() => null)
}
