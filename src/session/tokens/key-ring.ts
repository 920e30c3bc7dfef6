import { clearSealer, type Sealer, sealerWith } from '#src/seal/sealer.ts'
import { neededNow } from '../needed-now.ts'
import type { GivenKeys } from './get-keys.ts'
import type { KeyVault, UserKeys } from './key-vault.ts'

/** Whose stores were closed because the server was not heard for too long: it says why there is no key, and opens nothing. */
export interface ClosedNote {
  read(): string | null
  /** null: no one's. */
  write(user: string | null): void
}

export interface KeyRingPorts {
  readonly keys: KeyVault
  readonly closed: ClosedNote
  /** The id of this browser. Throws an `ApiError` where the part that knows it can't be had. */
  readonly device: () => Promise<string>
}

/** Browsers give WebCrypto to pages that came over https, or from this very machine. */
const hasWebCrypto = () => globalThis.crypto?.subtle !== undefined

const getKeys = () => neededNow(() => import('./get-keys.ts'))

/** What seals for the user who is signed in; `signIn` as in `UserKeys`. */
export interface UsersSealer extends Sealer {
  readonly signIn: string | null
}
interface Here {
  readonly user: string
  readonly sealer: UsersSealer
}

/** The keys of the user who is signed in on this device, as one tab has them. */
export class KeyRing {
  readonly #ports: KeyRingPorts
  #here: Here | null = null
  /** How often keys were let go of: what comes after that for the time before is not kept. */
  #ends = 0

  constructor(ports: KeyRingPorts) {
    this.#ports = ports
  }

  /** What seals for a user; null while this tab has no key of that user. */
  sealerOf(user: string): UsersSealer | null {
    return this.#here?.user === user ? this.#here.sealer : null
  }

  /**
   * Takes up the key that the device keeps, if it is this user's; null stands for whoever it is, where a host's tokens do not
   * say. Answers whose it is, and what seals; null when there is none.
   */
  async recall(user: string | null): Promise<Here | null> {
    if (user === null || this.sealerOf(user) === null) {
      const before = this.#ends
      const kept = await inVault(this.#ports.keys.find())
      // Signed out while the device looked for it.
      if (kept === null || before !== this.#ends) return null
      if ((user !== null && kept.user !== user) || !this.#use(kept)) return null
    }
    return this.#here
  }

  /** The headers of a sign-in: the server gives this device's keys to a user who has signed in from it. */
  async headers(): Promise<Readonly<Record<string, string>>> {
    return hasWebCrypto() ? { 'Device-Id': await this.#ports.device() } : {}
  }

  /** Asks the server for the keys of the signed-in user; with `token` of that one's. Throws an `ApiError`. */
  async ask(token?: string): Promise<GivenKeys> {
    if (!hasWebCrypto()) return []
    const [{ askForKeys }, device] = await Promise.all([getKeys(), this.#ports.device()])
    return askForKeys(device, token)
  }

  /**
   * Seals for a user from now on, and keeps the keys, with a name for the sign-in that brought them, if one did. A browser
   * that keeps none asks for them at each start.
   */
  async adopt(user: string, given: GivenKeys, { isSignIn = false } = {}): Promise<void> {
    const before = this.#ends
    const { newSignIn, withOwnKey } = await getKeys()
    const signIn = isSignIn ? newSignIn() : null
    const keys = hasWebCrypto() ? await withOwnKey(this.#ports.keys, user, given) : []
    if (before !== this.#ends) return
    this.#use({ user, keys, signIn })
    this.#ports.closed.write(null)
    await inVault(this.#ports.keys.keep({ user, keys, signIn }))
    if (before !== this.#ends && this.#here === null) await inVault(this.#ports.keys.forget())
  }

  /** Forgets the keys, on the device too. What is sealed under them is closed until their user signs in again. */
  async forget(): Promise<void> {
    this.letGo()
    await inVault(this.#ports.keys.forget())
  }
  /** Forgets the keys of a user of whom the server has not been heard for too long. */
  close(user: string): Promise<void> {
    this.#ports.closed.write(user)
    return this.forget()
  }
  isClosed(user: string | null): boolean {
    return user !== null && this.#ports.closed.read() === user
  }
  /** Forgets keys that were left behind: the browser has let go of a session that was to last as long as it runs. */
  async forgetUnless(isSignedIn: () => Promise<boolean>): Promise<void> {
    const kept = await inVault(this.#ports.keys.find())
    if (kept !== null && !(await isSignedIn())) await this.forget()
  }
  /** Forgets them in this tab alone: another one has seen to the device. */
  letGo(): void {
    this.#ends += 1
    this.#here = null
  }

  #use({ user, keys, signIn }: UserKeys): boolean {
    // What was put there by hand may be anything.
    if (!Array.isArray(keys) || !keys.every((one) => one?.key instanceof CryptoKey)) return false
    const [first, ...others] = keys
    if (first === undefined && hasWebCrypto()) return false
    const sealer = first === undefined ? clearSealer : sealerWith([first, ...others])
    this.#here = { user, sealer: { ...sealer, signIn: signIn ?? null } }
    return true
  }
}

/** Where the browser has no storage the keys are in memory alone. */
function inVault<T>(work: Promise<T>): Promise<T | null> {
  return work.catch(() => null)
}
