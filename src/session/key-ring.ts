import { sessionEndpoints } from '#contract/session.ts'
import { ApiError } from '#src/api/api-error.ts'
import { hostProves } from '#src/api/ask.ts'
import { call } from '#src/api/call.ts'
import { fromBase64 } from '#src/seal/base64.ts'
import { clearSealer, importSealKey, type Sealer, type SealKey, sealerWith } from '#src/seal/sealer.ts'
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
  /** The id of this browser. */
  readonly device: () => Promise<string>
}

/** What the server gave; null for a host that has no such keys. */
export type GivenKeys = readonly SealKey[] | null

/** Browsers give WebCrypto to pages that came over https, or from this very machine. */
const hasWebCrypto = () => globalThis.crypto?.subtle !== undefined

/** A host without this call, and no server of ours that has a bad moment. */
function lacksCall(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.kind === 'not_ours') return hostProves() === 'no'
  return error.status === 404 || error.status === 405
}

/** The contract has judged its letters. */
const bytesOf = (base64url: string) =>
  fromBase64(base64url.replaceAll('-', '+').replaceAll('_', '/')) ?? new Uint8Array()

/** The keys of the user who is signed in on this device, as one tab has them. */
export class KeyRing {
  readonly #ports: KeyRingPorts
  #here: { readonly user: string; readonly sealer: Sealer } | null = null

  constructor(ports: KeyRingPorts) {
    this.#ports = ports
  }

  /** What seals for a user; null while this tab has no key of that user. */
  sealerOf(user: string): Sealer | null {
    return this.#here?.user === user ? this.#here.sealer : null
  }

  /**
   * Takes up the key that the device keeps, if it is this user's; null stands for whoever it is, where a host's tokens do not
   * say. Answers whose it is, and what seals; null when there is none.
   */
  async recall(user: string | null): Promise<{ readonly user: string; readonly sealer: Sealer } | null> {
    if (user === null || this.sealerOf(user) === null) {
      const kept = await inVault(this.#ports.keys.find())
      if (kept === null || (user !== null && kept.user !== user) || !this.#use(kept)) return null
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
    const body = { device: await this.#ports.device() }
    try {
      const { data } = await call(sessionEndpoints.deviceKey, { body, ...(token !== undefined && { token }) })
      return await Promise.all(data.keys.map(({ id, key }) => importSealKey(id, bytesOf(key))))
    } catch (error) {
      if (lacksCall(error)) return null
      throw error
    }
  }

  /** Seals for a user from now on, and keeps the keys. A browser that keeps none asks for them at each start. */
  async adopt(user: string, given: GivenKeys): Promise<void> {
    const keys = hasWebCrypto() ? await this.#withOwn(user, given) : []
    this.#use({ user, keys })
    this.#ports.closed.write(null)
    await inVault(this.#ports.keys.keep({ user, keys }))
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
    this.#here = null
  }

  #use({ user, keys }: UserKeys): boolean {
    const [first, ...others] = keys
    if (first === undefined && hasWebCrypto()) return false
    this.#here = { user, sealer: first === undefined ? clearSealer : sealerWith([first, ...others]) }
    return true
  }

  /**
   * A host that gives no keys has them made here: they never leave the device, and are not deleted, because nothing
   * would bring them back. A host that gives keys by now still finds what was sealed under those.
   */
  async #withOwn(user: string, given: GivenKeys): Promise<readonly SealKey[]> {
    const kept = await inVault(this.#ports.keys.findOwn(user))
    if (given !== null) return kept === null ? given : [...given, kept]
    if (kept !== null) return [kept]
    const own = await newKey()
    await inVault(this.#ports.keys.keepOwn(user, own))
    return [own]
  }
}

async function newKey(): Promise<SealKey> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const id = Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0'))
  return { id: id.join(''), key }
}

/** Where the browser has no storage the keys are in memory alone. */
function inVault<T>(work: Promise<T>): Promise<T | null> {
  return work.catch(() => null)
}
