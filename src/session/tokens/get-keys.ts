import { deviceSessionEndpoints } from '#contract/session/device-sessions.ts'
import { ApiError } from '#src/api/api-error.ts'
import { hostProves } from '#src/api/ask.ts'
import { call } from '#src/api/call.ts'
import { fromBase64 } from '#src/seal/base64.ts'
import { importSealKey, type SealKey } from '#src/seal/sealer.ts'
import type { KeyVault } from './key-vault.ts'

/** What the server gave; null for a host that has no such keys. */
export type GivenKeys = readonly SealKey[] | null

/** A host without this call: one that proves its answers has it, and gave the keys under which things are sealed. */
function lacksCall(error: unknown): boolean {
  if (!(error instanceof ApiError) || hostProves() !== 'no') return false
  return error.kind === 'not_ours' || error.status === 404 || error.status === 405
}

/** The contract has judged its letters. */
const bytesOf = (base64url: string) =>
  fromBase64(base64url.replaceAll('-', '+').replaceAll('_', '/')) ?? new Uint8Array()

/** A name for a sign-in that no one can foretell. */
export const newSignIn = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Asks the server for the keys of the signed-in user; with `token` of that one's. Throws an `ApiError`. */
export async function askForKeys(device: string, token?: string): Promise<GivenKeys> {
  try {
    const body = { device }
    const { data } = await call(deviceSessionEndpoints.deviceKey, { body, ...(token !== undefined && { token }) })
    return await Promise.all(data.keys.map(({ id, key }) => importSealKey(id, bytesOf(key))))
  } catch (error) {
    if (lacksCall(error)) return null
    throw error
  }
}

/**
 * A host that gives no keys has them made here: they never leave the device, and are not deleted, because nothing
 * would bring them back. A host that gives keys by now still finds what was sealed under those.
 */
export async function withOwnKey(vault: KeyVault, user: string, given: GivenKeys): Promise<readonly SealKey[]> {
  // Where the browser does not say what it has, nothing is put in its place.
  const kept = await vault.findOwn(user).catch(() => undefined)
  if (given !== null) return kept ? [...given, kept] : given
  if (kept) return [kept]
  const own = await newKey()
  // In memory alone where the browser keeps none: then it keeps no changes either.
  return [kept === null ? await vault.keepOwn(user, own).catch(() => own) : own]
}

async function newKey(): Promise<SealKey> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const id = Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0'))
  return { id: id.join(''), key }
}
