import type { Db } from '#server/db/db.ts'
import { secretId } from '#server/modules/session/device-key.ts'
import { StartError } from '#server/start-error.ts'
import type { TokenSecrets } from '#server/token-secret.ts'

const listed = (ids: readonly string[]) => ids.join(', ')

function lost(ids: readonly string[]): StartError {
  return new StartError(
    [
      `This database was served with a secret that is not here (${listed(ids)}).`,
      'Without it, what devices have sealed under its keys can never be opened again: changes that wait there are lost.',
      'Put the secret back: token-secret or former-token-secrets of DATA_DIR from a backup, or TOKEN_SECRET or FORMER_TOKEN_SECRETS;',
      'servers that share a database need the same ones.',
      `To give those changes up instead, set FORGET_TOKEN_SECRETS=${ids.join(',')}.`,
    ].join(' '),
  )
}

/**
 * Notes with which secret the database is served from now on. Throws a `StartError` when it was served with one before that is
 * neither this one, nor a former one, nor among those to `forget` (ids, which are then forgotten).
 */
export async function noteSecrets(db: Db, { current, former }: TokenSecrets, forget: readonly string[]): Promise<void> {
  const present = secretId(current)
  const kept = new Set([present, ...former.map(secretId)])
  await db.tx(async (sql) => {
    // Of two processes with two secrets that start at once, one must see the other's.
    await sql.query(
      'token_secrets.lock',
      `select pg_advisory_xact_lock(hashtext('haulyard token_secrets')) is null as ok`,
    )
    await sql.query('token_secrets.forget', 'delete from token_secrets where id = any($1::text[])', [
      forget.filter((id) => !kept.has(id)),
    ])
    const used = await sql.query<{ id: string }>(
      'token_secrets.list',
      'select id from token_secrets order by first_used_at, id',
    )
    const missing = used.map(({ id }) => id).filter((id) => !kept.has(id))
    if (missing.length > 0) throw lost(missing)
    await sql.query('token_secrets.note', 'insert into token_secrets (id) values ($1) on conflict do nothing', [
      present,
    ])
  })
}
