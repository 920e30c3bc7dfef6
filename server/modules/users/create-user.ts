import * as z from 'zod/mini'
import { type NewUser, newUser, USER_RULES, userChanges } from '#contract/people/user-changes.ts'
import { ROLES } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { fullName } from '#contract/wire/people.ts'
import { invalid, passwordNeeded } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { notifyAdministrators, queueMail } from '#server/modules/mail/mail-service.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { assertGoodPassword, hashPassword, type PasswordOwner } from '#server/modules/session/password-service.ts'
import { isPasswordRecent } from '#server/modules/session/recent-password-service.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import type { FieldChange } from '#server/records/history-log.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { completeStatusDates } from '#server/records/status-dates.ts'
import type { UserChanger } from './change-user.ts'
import { needsPassword } from './needs-password.ts'
import { insertUser, setFirstPhoto } from './new-user-repository.ts'
import { beginDispatching, beginDriving } from './user-duties.ts'
import { flatChange } from './user-fields.ts'
import { useUserPhoto } from './user-photo.ts'
import { findUser } from './user-repository.ts'

/** Fields of a new user that contradict the role or that the role lacks. The body may be incomplete. */
function contradictionsIn({ role, driver, dispatcher, password }: Partial<NewUser>): [field: string, words: string][] {
  const wrong: [string, string][] = []
  if (role === undefined || !ROLES.includes(role)) return wrong
  if (role === 'driver' && driver === undefined) wrong.push(['driver', USER_RULES.required])
  if (role === 'dispatcher' && dispatcher === undefined) wrong.push(['dispatcher', USER_RULES.required])
  if (role !== 'driver' && driver) wrong.push(['driver', 'Only drivers have these fields.'])
  if (role === 'driver' && dispatcher) wrong.push(['dispatcher', 'Drivers don’t have these fields.'])
  if (role !== 'driver' && password === undefined) wrong.push(['password', USER_RULES.required])
  return wrong
}

/**
 * The endpoint with a check of the whole body, which also runs if fields are missing: one response reports all
 * problems.
 */
export const createUserEndpoint = endpoint({
  ...userChanges.create,
  body: newUser.check(
    z.check(
      (payload) => {
        for (const [field, message] of contradictionsIn(payload.value))
          payload.issues.push({ code: 'custom', message, input: payload.value, path: [field] })
      },
      { when: ({ value }) => value instanceof Object },
    ),
  ),
})

/**
 * The hash of a new user's password, computed before the transaction because it is slow on purpose; null without a
 * password. `by`: the user who waits for it. Throws 400 by field.
 */
export async function prepareNewUser(body: NewUser & Pick<PasswordOwner, 'host'>, by: number): Promise<string | null> {
  if (body.password === undefined) return null
  assertGoodPassword('password', body.password, body)
  return hashPassword(body.password, { account: by })
}

/**
 * Creates a user with the duty of the role. For a `client_id` that is already known, returns the user who has it
 * (`isNew` false): the device sent the request before. Throws 400 by field, and 403 for a user with rights if the
 * session has no recent password.
 */
export async function createUser(
  request: ChangeRequest,
  by: UserChanger,
  body: NewUser,
  passwordHash: string | null,
): Promise<RecordText & { readonly isNew: boolean }> {
  const { sql, author, source } = request
  const client_id = body.client_id?.toLowerCase() ?? null
  const known = client_id === null ? null : await findUser(sql, client_id)
  if (known) return { ...known, isNew: false }
  const user_permissions = [...(body.user_permissions ?? [])].sort((a, b) => a - b)
  const isNeeded = needsPassword('new', { role: body.role, user_permissions })
  if (isNeeded && !(await isPasswordRecent(sql, by, author.now))) throw passwordNeeded()
  const complete = { ...body, ...dutiesOf(body, author.now) }
  const id = await insertUser(sql, { ...body, client_id, user_permissions, passwordHash }, author, historyOf(complete))
  if (id === null) return findSentBefore(sql, client_id)
  if (complete.driver) await beginDriving(sql, id, complete.driver, author)
  if (complete.dispatcher) await beginDispatching(sql, id, complete.dispatcher, author)
  if (body.photo) await setFirstPhoto(sql, id, await useUserPhoto(request, by, id, body.photo))
  const { role } = body
  await noteSecurityEvent(sql, source, {
    kind: 'user_created',
    at: author.now,
    actor: author.user,
    subject: id,
    detail: { role },
  })
  if (role === 'administrator')
    await notifyAdministrators(sql, { name: fullName(body), user: id, by: author.user }, author.now)
  if (body.send_email) await queueMail(sql, id, 'welcome', author.now)
  return { ...(await readNewUser(sql, id)), isNew: true }
}

/**
 * If the request was sent twice at the same time, the second waits for the first and finds its user. Otherwise the
 * address is taken.
 */
async function findSentBefore(sql: Sql, client_id: string | null): Promise<RecordText & { readonly isNew: boolean }> {
  const known = client_id === null ? null : await findUser(sql, client_id)
  if (!known) throw invalid({ email: [USER_RULES.taken] })
  return { ...known, isNew: false }
}

async function readNewUser(sql: Sql, id: number): Promise<RecordText> {
  const user = await findUser(sql, id)
  if (!user) throw new Error(`user ${id} vanished while being made`)
  return user
}

const NO_DATES = { status_date_from: null, status_date_to: null }

/** The driver or dispatcher to write, with the initial dates of the status. */
function dutiesOf({ role, driver, dispatcher }: NewUser, now: Date) {
  const withDates = <Part extends NonNullable<NewUser['dispatcher'] | NewUser['driver']>>(part: Part) => {
    const current = { status: null, ...NO_DATES }
    const problemOf = (message: string) => invalid({ [role]: { status_date_to: [message] } })
    return {
      ...NO_DATES,
      ...completeStatusDates({ current, requested: part, changed: part, now, problemOf }),
      ...withoutUndefined(part),
    }
  }
  return {
    driver: role === 'driver' && driver ? withDates(driver) : undefined,
    // Ignored for other roles such as administrator, as for a change of role.
    dispatcher: role === 'dispatcher' && dispatcher ? withDates(dispatcher) : undefined,
  }
}

function withoutUndefined<Part extends object>(part: Part): { [K in keyof Part]: Exclude<Part[K], undefined> } {
  const own = Object.entries(part).filter(([, value]) => value !== undefined)
  // Undefined values are removed; the others keep their types.
  return Object.fromEntries(own) as { [K in keyof Part]: Exclude<Part[K], undefined> }
}

/** The history entries of a new user: all fields except the password. */
function historyOf(body: Omit<NewUser, 'driver' | 'dispatcher'> & ReturnType<typeof dutiesOf>): readonly FieldChange[] {
  const { client_id: _, password: __, send_email: ___, ...rest } = body
  const fields = Object.entries(flatChange(rest, undefined)).filter(([, to]) => to !== undefined)
  return fields.map(([field, to]) => ({ field, from: null, to }))
}
