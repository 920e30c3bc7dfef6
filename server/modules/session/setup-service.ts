import type { BodyOf } from '#contract/endpoint.ts'
import { sortName } from '#contract/people.ts'
import type { setupEndpoints } from '#contract/setup.ts'
import type { Sql } from '#server/db/db.ts'
import { Problem } from '#server/http/problem.ts'
import { newOpaqueToken, tokenHash } from '#server/opaque-token.ts'
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
  sql: Sql,
  body: BodyOf<(typeof setupEndpoints)['createAdministrator']>,
  now: Date,
): Promise<void> {
  const { token, password, ...person } = body
  const hash = tokenHash(token)
  // Before the work of hashing a password is done for just anybody.
  if (!(await isSetupLinkLive(sql, hash, now))) throw linkIsDead()
  assertGoodPassword('password', password, person)
  const administrator = { ...person, sort_name: sortName(person), passwordHash: await hashPassword(password) }
  if (!(await spendSetupLink(sql, hash, now, administrator))) throw linkIsDead()
}
