import { HAS_DRIVERS } from '#contract/people/dispatchers.ts'
import { USER_RULES, type UserChange } from '#contract/people/user-changes.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { invalid, notFound, passwordNeeded } from '#server/base/problem.ts'
import { DatabaseError, type Sql } from '#server/db/db.ts'
import { listTeam } from '#server/modules/dispatchers/dispatcher-service.ts'
import { isPasswordRecent, type PasswordSession } from '#server/modules/session/recent-password-service.ts'
import { endSessions } from '#server/modules/session/session-service.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { type ChangeRequest, changeRecord } from '#server/records/change-record.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { completeStatus, type StatusSpell } from '#server/records/status-dates.ts'
import { refuseLastAdministrator } from './administrators.ts'
import { lockDispatcherOf } from './duty-repository.ts'
import { needsPassword } from './needs-password.ts'
import { type Differing, tellOfChange } from './tell-of-change.ts'
import { flatChange, type OwnWish, type UserFields } from './user-fields.ts'
import { useUserPhoto } from './user-photo.ts'
import { findRole, userStore } from './user-repository.ts'

/** Who makes a change of a user, and where the photo's bytes lie. */
export interface UserChanger extends PasswordSession {
  readonly user: CurrentUser
  readonly files: FileStore
}

type Differs = Partial<UserFields>

/** The status that somebody begins with who gets another role. */
const FIRST_STATUS = { driver: 'detention__layover', dispatcher: 'on_vacation' } as const

/**
 * Changes some fields of a user. Throws 404, 412 (see `changeRecord`), and 400 by field: for an address that is taken,
 * duties of another role, the last administrator, and what nobody may change of themselves. Throws 403 where a password is
 * needed (see `needsPassword`) and was not given a short while ago.
 */
export async function changeUser(
  request: ChangeRequest,
  by: UserChanger,
  ref: RecordRef,
  body: UserChange & OwnWish,
): Promise<RecordText> {
  const { sql, author } = request
  const found = await findRole(sql, ref)
  if (!found) throw notFound()
  if (body.is_active === false) await refuseLastAdministrator(sql, found.id, 'is_active')
  if (body.role !== undefined && body.role !== 'administrator') await refuseLastAdministrator(sql, found.id, 'role')
  await refuseToLeaveDrivers(sql, found.id, body)
  const photo = body.photo && (await useUserPhoto(request, by, found.id, body.photo))
  const asked = flatChange(forRole(body, body.role ?? found.role), photo)
  const isOwn = found.id === by.user.id
  let told: Differing = { before: null, differs: {} }
  const complete = async (differs: Differs, current: UserFields) => {
    told = { before: current, differs }
    if (isOwn) refuseOnOneself(differs)
    refuseOtherDuties(body, differs.role ?? current.role)
    // Not sooner: the session may be over by the change that the lock waited for, such as the owner's who put the address back.
    const isNeeded = needsPassword(isOwn ? 'own' : 'other', differs)
    if (isNeeded && !(await isPasswordRecent(sql, by, author.now))) throw passwordNeeded()
    return impliedBy(differs, current, asked, author.now)
  }
  const changed = await changeRecord<UserFields>(request, userStore, found.id, asked, complete).catch(asTaken)
  await tellOfChange(request, found.id, told)
  if (body.is_active === false) await endSessions(sql, found.id, author.now)
  return changed
}

/** A dispatcher who goes away leaves nobody without one unnoticed. */
async function refuseToLeaveDrivers(sql: Sql, user: number, { dispatcher, role }: UserChange): Promise<void> {
  const { status } = dispatcher ?? {}
  if ((status !== 'dissmissed' && status !== 'on_vacation') || (role !== undefined && role !== 'dispatcher')) return
  const found = await lockDispatcherOf(sql, user)
  if (!found || found.status === status || (await listTeam(sql, found.id)).length === 0) return
  throw invalid({ dispatcher: { status: [HAS_DRIVERS] } })
}

const ON_ONESELF = {
  role: 'Nobody changes their own role: ask another administrator.',
  is_active: 'Nobody deactivates themselves: ask another administrator.',
  user_permissions: 'Nobody changes their own permissions: ask another administrator.',
} as const

function refuseOnOneself(differs: Differs): void {
  const refused = Object.entries(ON_ONESELF).filter(([field]) => field in differs)
  if (refused.length > 0) throw invalid(Object.fromEntries(refused.map(([field, words]) => [field, [words]])))
}

/** A dispatcher's part is left aside for who is neither: role changes come with it for everybody but drivers. */
function forRole(body: UserChange, role: UserFields['role']): UserChange {
  const { dispatcher, ...rest } = body
  return dispatcher === undefined || role === 'dispatcher' || role === 'driver' ? body : rest
}

function refuseOtherDuties({ driver, dispatcher }: UserChange, role: UserFields['role']): void {
  if (driver !== undefined && role !== 'driver') throw invalid({ driver: ['Only a driver has these.'] })
  if (dispatcher !== undefined && role === 'driver') throw invalid({ dispatcher: ['A driver has none of these.'] })
}

function impliedBy(differs: Differs, current: UserFields, asked: ReturnType<typeof flatChange>, now: Date): Differs {
  const role = differs.role ?? current.role
  if (role !== 'driver' && role !== 'dispatcher') return {}
  const lacksDuty =
    current[`${role}.status`] === null && Object.keys(differs).some((name) => name.startsWith(`${role}.`))
  const begun = differs.role === undefined && !lacksDuty ? {} : firstDuty(role, asked)
  const part = (fields: object) => spellOf(fields, role)
  const implied = completeStatus({
    current: { ...NO_SPELL, ...part(current) },
    asked: part(asked),
    differs: { ...part(begun), ...part(differs) },
    now,
    blame: (message) => invalid({ [role]: { status_date_to: [message] } }),
  })
  return { ...begun, ...Object.fromEntries(Object.entries(implied).map(([name, value]) => [`${role}.${name}`, value])) }
}

/** What a new duty begins with, as far as nothing else is asked for. */
function firstDuty(role: keyof typeof FIRST_STATUS, asked: ReturnType<typeof flatChange>): Differs {
  const first: Record<string, unknown> = { [`${role}.status`]: FIRST_STATUS[role] }
  if (role === 'driver') first['driver.position'] = 'company_driver'
  return Object.fromEntries(Object.entries(first).filter(([field]) => !(field in asked)))
}

const NO_SPELL: StatusSpell = { status: null, status_date_from: null, status_date_to: null }

/** The status with its dates, of those flat fields that there are. */
function spellOf(fields: object, of: keyof typeof FIRST_STATUS): Partial<StatusSpell> {
  const own = Object.entries(fields).filter(([field]) => field.startsWith(`${of}.status`))
  return Object.fromEntries(own.map(([field, value]) => [field.slice(of.length + 1), value]))
}

/** The unique index is the judge of addresses: asking first would be a round trip, and could be out of date. */
function asTaken(error: unknown): never {
  if (error instanceof DatabaseError && error.constraint === 'users_email') throw invalid({ email: [USER_RULES.taken] })
  throw error
}
