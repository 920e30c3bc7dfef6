import { Problem } from '#server/base/problem.ts'
import type { TokenSecrets } from '#server/base/token-secret.ts'
import type { Sql } from '#server/db/db.ts'
import { type DeviceKey, deviceKey, secretId } from './device-key.ts'
import { type AskingSession, findKnownDevice } from './device-key-repository.ts'

const unknownDevice = () =>
  new Problem(403, { detail: 'This account has never been signed in to on this device: sign out, and sign in here.' })
const secretChanges = () =>
  new Problem(
    503,
    { detail: 'The secret of the server is just being changed. Try again in a moment.' },
    { 'retry-after': '5' },
  )

/**
 * The keys of a device for a user who has signed in on it: that of the present secret first, then those of former ones, which
 * open what was sealed before. Throws 403 for another device. Throws 503 while another process on the database has a secret
 * that this one does not know: a device that was told fewer keys than there are would take its own stores for damaged.
 */
export async function listDeviceKeys(
  sql: Sql,
  { current, former }: TokenSecrets,
  asking: AskingSession,
): Promise<readonly DeviceKey[]> {
  const known = await findKnownDevice(sql, asking)
  if (!known.isKnown) throw unknownDevice()
  const used = new Set(known.secrets)
  // Also those that this database does not remember: it may be from a backup, and what was forgotten may have been found.
  const secrets = [current, ...former]
  for (const secret of secrets) used.delete(secretId(secret))
  if (used.size > 0) throw secretChanges()
  return secrets.map((secret) => deviceKey(secret, asking.user, asking.device))
}
