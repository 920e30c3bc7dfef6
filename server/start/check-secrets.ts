import type { SecurityChannel } from '#server/base/request-source.ts'
import { StartError } from '#server/base/start-error.ts'
import type { TokenSecrets } from '#server/base/token-secret.ts'
import type { Db, Sql } from '#server/db/db.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { secretId } from '#server/modules/session/device-key.ts'
import { endLiveSessions } from '#server/modules/session/ended-session-repository.ts'
import {
  findSecrets,
  forgetSecretIds,
  lockSecrets,
  noteCurrentSecret,
} from '#server/modules/session/token-secret-repository.ts'

/** @param unread the id of the secret in the file that is not read; null when the file has none */
function missingSecretError(ids: readonly string[], unread: string | null): StartError {
  const otherIds = ids.filter((id) => id !== unread)
  return new StartError(
    [
      `This database was served with a secret that is not here (${ids.join(', ')}).`,
      'Without it, what devices have sealed under its keys can never be opened again: changes that wait there are lost.',
      ...(otherIds.length < ids.length
        ? [
            `${unread} lies in token-secret of DATA_DIR, which is not read while TOKEN_SECRET is set: add what stands there to FORMER_TOKEN_SECRETS.`,
          ]
        : []),
      ...(otherIds.length > 0
        ? [
            'Put the secret back: token-secret or former-token-secrets of DATA_DIR from a backup, or TOKEN_SECRET or FORMER_TOKEN_SECRETS;',
            'servers that share a database need the same ones.',
          ]
        : []),
      `To give those changes up instead, set FORGET_TOKEN_SECRETS=${ids.join(',')}.`,
    ].join(' '),
  )
}

/**
 * Ends all sessions, because someone who stole the last secret could make access tokens. All users must sign in again.
 */
async function endAllSessions(sql: Sql, { log, now }: StartContext): Promise<void> {
  const sessions = await endLiveSessions(sql, null, now, null)
  const source = { session: null, network: '', userAgent: '', log }
  const detail = { sessions }
  await noteSecurityEvent(sql, source, { kind: 'secret_changed', at: now, actor: null, subject: null, detail })
}

/** The log and the time of a server start. */
interface StartContext {
  readonly log: SecurityChannel
  readonly now: Date
}

/**
 * Checks the secrets of this start and stores the id of the current one. Throws a `StartError` when the database was
 * used with a secret that is neither the current one, nor a former one, nor in `forget` (ids; they are then forgotten).
 * When the current secret changed, all sessions end, even if a former secret was put back.
 */
export async function checkSecrets(
  db: Db,
  { current, former, unread }: TokenSecrets,
  forget: readonly string[],
  { log, now }: StartContext,
): Promise<void> {
  const currentId = secretId(current)
  const presentIds = new Set([currentId, ...former.map(secretId)])
  await db.tx(async (sql) => {
    await lockSecrets(sql)
    const isPresent = (id: string) => presentIds.has(id)
    const forgotten = forget.filter((id) => !isPresent(id))
    const known = await findSecrets(sql)
    await forgetSecretIds(sql, forgotten)
    const missing = known.map(({ id }) => id).filter((id) => !isPresent(id) && !forgotten.includes(id))
    if (missing.length > 0) throw missingSecretError(missing, unread === undefined ? null : secretId(unread))
    const hasChanged = known.some(({ id, is_current }) => is_current && id !== currentId)
    if (hasChanged) await endAllSessions(sql, { log, now })
    await noteCurrentSecret(sql, currentId)
  })
}
