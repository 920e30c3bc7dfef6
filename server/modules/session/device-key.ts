import { createHmac, hkdfSync } from 'node:crypto'
import type { deviceSessionEndpoints } from '#contract/session/device-sessions.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'

const KEY_BYTES = 32

/** Identifies a secret without revealing it: 8 hex digits, the same at every start. */
export const secretId = (secret: Uint8Array): string =>
  createHmac('sha256', secret).update('id of the secret').digest('hex').slice(0, 8)

export type DeviceKey = ReplyOf<typeof deviceSessionEndpoints.deviceKey>['keys'][number]

/**
 * The key with which a device seals what it stores for a user. It is derived and stored nowhere, so a database restored
 * from a backup yields the same key. `device`: its UUID in lower case.
 */
export function deviceKey(secret: Uint8Array, user: number, device: string): DeviceKey {
  const key = hkdfSync('sha256', secret, '', `haulyard device key|${user}|${device}`, KEY_BYTES)
  return { id: secretId(secret), key: Buffer.from(key).toString('base64url') }
}
