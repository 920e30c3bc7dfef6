import { USER_RULES, type userChanges } from '#contract/people/user-changes.ts'
import { administrator, can } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import { forbidden, invalid } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import type { Sql } from '#server/db/db.ts'
import { changePassword } from '#server/modules/passwords/password-change-service.ts'
import { checkOwnPassword } from '#server/modules/session/own-password-service.ts'
import { assertGoodPassword, hashPassword } from '#server/modules/session/password-service.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { changeUser, type UserChanger } from './change-user.ts'

type OwnChange = BodyOf<(typeof userChanges)['updateMe']>

const fieldsOf = ({ current_password: _, new_password: __, ...fields }: OwnChange) => fields
const namesAny = (fields: object) => Object.values(fields).some((value) => value !== undefined)

/** Whether the request changes fields that only an administrator may change. */
function needsAdministrator(body: OwnChange): boolean {
  const { wants_digest: _, ...fields } = fieldsOf(body)
  return namesAny(fields)
}

/** The request by which users change their own account. */
export interface OwnChangeCall {
  readonly sql: Sql
  readonly user: CurrentUser
  readonly session: string
  readonly source: RequestSource
  readonly now: Date
  readonly host: string | null
}

/**
 * Prepares a change of one's own account before its transaction: returns the hash of the new password, or null without
 * one. Throws 403 for fields that only an administrator may change, 400 by field, and 429 after too many wrong
 * passwords.
 */
export async function prepareOwnChange(
  { sql, user, session, source, now, host }: OwnChangeCall,
  body: OwnChange,
): Promise<string | null> {
  if (needsAdministrator(body) && !can(user, administrator)) throw forbidden()
  const { current_password, new_password } = body
  if (new_password === undefined) {
    if (current_password !== undefined) throw invalid({ new_password: [USER_RULES.required] })
    return null
  }
  if (current_password === undefined) throw invalid({ current_password: [USER_RULES.required] })
  await checkOwnPassword(sql, { user: user.id, session, source, now }, current_password)
  assertGoodPassword('new_password', new_password, {
    first_name: body.first_name ?? user.first_name,
    last_name: body.last_name ?? user.last_name,
    email: body.email ?? user.email,
    host,
  })
  return hashPassword(new_password, { account: user.id })
}

/** Changes the user's own fields and password. A new password ends all sessions except the one of the request. */
export async function changeOwnAccount(
  request: ChangeRequest,
  by: UserChanger,
  body: OwnChange,
  passwordHash: string | null,
): Promise<void> {
  const { sql, author, source } = request
  if (namesAny(fieldsOf(body))) await changeUser(request, by, by.user.id, fieldsOf(body))
  if (passwordHash === null) return
  await changePassword(sql, {
    user: by.user.id,
    passwordHash,
    author,
    source,
    by: 'password',
    except: by.session,
  })
}
