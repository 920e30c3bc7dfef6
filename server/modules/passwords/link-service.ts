import { newOpaqueToken, tokenHash } from '#server/base/opaque-token.ts'
import type { Sql } from '#server/db/db.ts'
import { storeLink } from './link-repository.ts'

const LINK_MS = 24 * 60 * 60_000

export interface Link {
  readonly token: string
  readonly expiresAt: Date
  /** The address that the link may be mailed to. */
  readonly email: string
}

/**
 * A token that sets the user's password, once and within a day; null if no such active user exists. The two tokens
 * before it stay valid. Only its hash is stored.
 */
export async function createLink(sql: Sql, user: number, now: Date): Promise<Link | null> {
  const token = newOpaqueToken()
  const expiresAt = new Date(now.getTime() + LINK_MS)
  const owner = await storeLink(sql, user, tokenHash(token), { now, expiresAt })
  return owner && { token, expiresAt, email: owner.email }
}
