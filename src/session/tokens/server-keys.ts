import { deviceSessionEndpoints } from '#contract/session/device-sessions.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { hostProof } from '#src/api/fetch-verified.ts'
import { fromBase64 } from '#src/seal/base64.ts'
import { importSealKey, type SealKey } from '#src/seal/sealer.ts'
import type { KeyVault } from './key-vault.ts'

/** The keys that the server returned; null for a host without device keys. */
export type ServerKeys = readonly SealKey[] | null

/** Whether the host does not have this call. A host that proves its responses has it, and issued the keys in use. */
function lacksCall(error: unknown): boolean {
  if (!(error instanceof ApiError) || hostProof() !== 'no') return false
  return error.kind === 'not_ours' || error.status === 404 || error.status === 405
}

/** The contract has validated the characters. */
const bytesOf = (base64url: string) =>
  fromBase64(base64url.replaceAll('-', '+').replaceAll('_', '/')) ?? new Uint8Array()

/** An unpredictable name for a sign-in. */
export const newSignInName = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Requests the keys of the signed-in user, or of the user of `token`. Throws an `ApiError`. */
export async function requestKeys(device: string, token?: string): Promise<ServerKeys> {
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
 * The server's keys together with this device's own key. For a host without device keys an own key is created here. It
 * never leaves the device and is never deleted, because it could not be restored. If the host introduces device keys
 * later, the own key still opens what it has sealed.
 */
export async function withOwnKey(vault: KeyVault, user: string, serverKeys: ServerKeys): Promise<readonly SealKey[]> {
  // Undefined when storage can't be read: then no new key is stored over an existing one.
  const storedKey = await vault.findOwn(user).catch(() => undefined)
  if (serverKeys !== null) return storedKey ? [...serverKeys, storedKey] : serverKeys
  if (storedKey) return [storedKey]
  const newOwnKey = await newKey()
  // In memory only when the browser can't store it: then the outbox can't be stored either.
  return [storedKey === null ? await vault.saveOwn(user, newOwnKey).catch(() => newOwnKey) : newOwnKey]
}

async function newKey(): Promise<SealKey> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const id = Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0'))
  return { id: id.join(''), key }
}
