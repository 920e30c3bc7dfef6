import type { Sql } from '#server/db/db.ts'
import { newOpaqueToken, tokenHash } from '#server/opaque-token.ts'
import { keepLink } from './link-repository.ts'

const LINK_MS = 24 * 60 * 60_000

/** A token that sets the person's password, once and for a day. It ends the one before; only its hash is stored. */
export async function makeLink(sql: Sql, user: number, now: Date): Promise<{ token: string; expiresAt: Date }> {
  const token = newOpaqueToken()
  const expiresAt = new Date(now.getTime() + LINK_MS)
  await keepLink(sql, user, tokenHash(token), expiresAt)
  return { token, expiresAt }
}
