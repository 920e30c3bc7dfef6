import { newOpaqueToken, tokenHash } from '#server/base/opaque-token.ts'
import type { Sql } from '#server/db/db.ts'
import { keepLink } from './link-repository.ts'

const LINK_MS = 24 * 60 * 60_000

export interface Link {
  readonly token: string
  readonly expiresAt: Date
  /** Where it may be mailed to. */
  readonly email: string
}

/**
 * A token that sets the person's password, once and for a day; null when there is no such active person. The two
 * before it still hold; only its hash is stored.
 */
export async function makeLink(sql: Sql, user: number, now: Date): Promise<Link | null> {
  const token = newOpaqueToken()
  const expiresAt = new Date(now.getTime() + LINK_MS)
  const owner = await keepLink(sql, user, tokenHash(token), { now, expiresAt })
  return owner && { token, expiresAt, email: owner.email }
}
