import type { SecurityLine } from '#server/base/request-source.ts'
import { StartError } from '#server/base/start-error.ts'
import type { TokenSecrets } from '#server/base/token-secret.ts'
import type { Db, Sql } from '#server/db/db.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { secretId } from '#server/modules/session/device-key.ts'
import { endAll } from '#server/modules/session/ended-session-repository.ts'
import {
  findSecrets,
  forgetSecretIds,
  lockSecrets,
  noteCurrentSecret,
} from '#server/modules/session/token-secret-repository.ts'

/** @param unread of the file that is not read, if there is one */
function lost(ids: readonly string[], unread: string | null): StartError {
  const others = ids.filter((id) => id !== unread)
  return new StartError(
    [
      `This database was served with a secret that is not here (${ids.join(', ')}).`,
      'Without it, what devices have sealed under its keys can never be opened again: changes that wait there are lost.',
      ...(others.length < ids.length
        ? [
            `${unread} lies in token-secret of DATA_DIR, which is not read while TOKEN_SECRET is set: add what stands there to FORMER_TOKEN_SECRETS.`,
          ]
        : []),
      ...(others.length > 0
        ? [
            'Put the secret back: token-secret or former-token-secrets of DATA_DIR from a backup, or TOKEN_SECRET or FORMER_TOKEN_SECRETS;',
            'servers that share a database need the same ones.',
          ]
        : []),
      `To give those changes up instead, set FORGET_TOKEN_SECRETS=${ids.join(',')}.`,
    ].join(' '),
  )
}

/** A thief with the last secret could make access tokens: all users sign in again. */
async function endForNewSecret(sql: Sql, { log, now }: Start): Promise<void> {
  const sessions = await endAll(sql, null, now, null)
  const source = { session: null, network: '', userAgent: '', log }
  const detail = { sessions }
  await noteSecurityEvent(sql, source, { kind: 'secret_changed', at: now, actor: null, subject: null, detail })
}

/** A start of the server. */
interface Start {
  readonly log: SecurityLine
  readonly now: Date
}

/**
 * Notes with which secret the database is served from now on. Throws a `StartError` when it was served with one before that is
 * neither this one, nor a former one, nor among those to `forget` (ids, which are then forgotten).
 * With another secret than the last one all sessions end, also where it is a former one that was put back.
 */
export async function noteSecrets(
  db: Db,
  { current, former, unread }: TokenSecrets,
  forget: readonly string[],
  { log, now }: Start,
): Promise<void> {
  const present = secretId(current)
  const kept = new Set([present, ...former.map(secretId)])
  await db.tx(async (sql) => {
    await lockSecrets(sql)
    const isHere = (id: string) => kept.has(id)
    const forgotten = forget.filter((id) => !isHere(id))
    const known = await findSecrets(sql)
    await forgetSecretIds(sql, forgotten)
    const missing = known.map(({ id }) => id).filter((id) => !isHere(id) && !forgotten.includes(id))
    if (missing.length > 0) throw lost(missing, unread === undefined ? null : secretId(unread))
    const isAnother = known.some(({ id, is_current }) => is_current && id !== present)
    if (isAnother) await endForNewSecret(sql, { log, now })
    await noteCurrentSecret(sql, present)
  })
}
