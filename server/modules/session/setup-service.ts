import type { setupEndpoints } from '#contract/session/setup.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import { sortName } from '#contract/wire/people.ts'
import { newOpaqueToken, tokenHash } from '#server/base/opaque-token.ts'
import { Problem } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import type { Db, Sql } from '#server/db/db.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { assertGoodPassword, hashPassword } from './password-service.ts'
import { isSetupLinkLive, spendSetupLink, storeSetupLink } from './setup-repository.ts'

const LINK_MS = 24 * 60 * 60_000

const linkIsDead = () =>
  new Problem(410, { detail: 'This link was used already, or is older than a day. A new start prints a new one.' })

/** A token that creates the first administrator, once and within a day. Only its hash is stored. */
export async function createSetupToken(sql: Sql, now: Date): Promise<string> {
  const token = newOpaqueToken()
  await storeSetupLink(sql, tokenHash(token), now, new Date(now.getTime() + LINK_MS))
  return token
}

/**
 * Creates the first administrator. Throws 410 if the link is no longer live, and 400 for a password that is easy to
 * guess.
 */
export async function createAdministrator(
  db: Db,
  body: BodyOf<(typeof setupEndpoints)['createAdministrator']>,
  { source, now, host }: { readonly source: RequestSource; readonly now: Date; readonly host: string | null },
): Promise<void> {
  const { token, password, ...person } = body
  const hash = tokenHash(token)
  // Checked first, so that only callers with a live link cause the slow password hashing.
  if (!(await isSetupLinkLive(db, hash, now))) throw linkIsDead()
  assertGoodPassword('password', password, { ...person, host })
  const administrator = { ...person, sort_name: sortName(person), passwordHash: await hashPassword(password) }
  await db.tx(async (sql) => {
    const id = await spendSetupLink(sql, hash, now, administrator)
    if (id === null) throw linkIsDead()
    const detail = { role: 'administrator', by: 'link' }
    await noteSecurityEvent(sql, source, { kind: 'user_created', at: now, actor: null, subject: id, detail })
  })
}
