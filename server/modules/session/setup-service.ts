import type { setupEndpoints } from '#contract/session/setup.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import { sortName } from '#contract/wire/people.ts'
import { newOpaqueToken, tokenHash } from '#server/base/opaque-token.ts'
import { Problem } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import type { Db, Sql } from '#server/db/db.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { assertGoodPassword, hashPassword } from './password-service.ts'
import { isSetupLinkLive, keepSetupLink, spendSetupLink } from './setup-repository.ts'

const LINK_MS = 24 * 60 * 60_000

const linkIsDead = () =>
  new Problem(410, { detail: 'This link was used already, or is older than a day. A new start prints a new one.' })

/** A token that makes the first administrator, once, within a day. Only its hash is stored. */
export async function makeSetupToken(sql: Sql, now: Date): Promise<string> {
  const token = newOpaqueToken()
  await keepSetupLink(sql, tokenHash(token), now, new Date(now.getTime() + LINK_MS))
  return token
}

/** Throws 410 when the link makes nobody any more, 400 for a password that is easily guessed. */
export async function createAdministrator(
  db: Db,
  body: BodyOf<(typeof setupEndpoints)['createAdministrator']>,
  { source, now, host }: { readonly source: RequestSource; readonly now: Date; readonly host: string | null },
): Promise<void> {
  const { token, password, ...person } = body
  const hash = tokenHash(token)
  // Before the work of hashing a password is done for just anybody.
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
