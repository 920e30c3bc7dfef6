import { Problem } from '#server/base/problem.ts'
import type { TokenSecrets } from '#server/base/token-secret.ts'
import type { Sql } from '#server/db/db.ts'
import { type DeviceKey, deviceKey, secretId } from './device-key.ts'
import { findKnownDevice, type RequestingSession } from './device-key-repository.ts'

const unknownDevice = () =>
  new Problem(403, { detail: 'This account has never been signed in to on this device: sign out, and sign in here.' })
const secretChanges = () =>
  new Problem(
    503,
    { detail: 'The secret of the server is just being changed. Try again in a moment.' },
    { 'retry-after': '5' },
  )

/**
 * The keys of a device for a user who has signed in on it: the key of the current secret first, then those of former
 * secrets, which open older sealed data. Throws 403 if the user has never signed in on the device. Throws 503 while
 * another process on the database uses a secret that this process does not have: a device that received too few keys
 * would treat its own stores as damaged.
 */
export async function listDeviceKeys(
  sql: Sql,
  { current, former }: TokenSecrets,
  requesting: RequestingSession,
): Promise<readonly DeviceKey[]> {
  const known = await findKnownDevice(sql, requesting)
  if (!known.isKnown) throw unknownDevice()
  const unknownIds = new Set(known.secrets)
  // Includes secrets missing from the database: the database may be a restored backup, or a lost secret was configured
  // again.
  const secrets = [current, ...former]
  for (const secret of secrets) unknownIds.delete(secretId(secret))
  if (unknownIds.size > 0) throw secretChanges()
  return secrets.map((secret) => deviceKey(secret, requesting.user, requesting.device))
}
