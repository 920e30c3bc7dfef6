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
import { completeStatusDates, type StatusPeriod } from '#server/records/status-dates.ts'
import { refuseLastAdministrator } from './administrators.ts'
import { lockDispatcherOf } from './duty-repository.ts'
import { needsPassword } from './needs-password.ts'
import { reportChange, type UserDifferences } from './report-change.ts'
import { flatChange, type OwnSettings, type UserFields } from './user-fields.ts'
import { useUserPhoto } from './user-photo.ts'
import { findRole, userStore } from './user-repository.ts'

/** The user who makes the change, with the session, and the store that holds the photo's bytes. */
export interface UserChanger extends PasswordSession {
  readonly user: CurrentUser
  readonly files: FileStore
}

type DifferingFields = Partial<UserFields>

/** The first status of a user who receives this role. */
const INITIAL_STATUS = { driver: 'detention__layover', dispatcher: 'on_vacation' } as const

/**
 * Changes some fields of a user. Throws 404, 412 (see `changeRecord`), and 400 by field: for an address that is taken,
 * duties of another role, the last administrator, and fields that users must not change of themselves. Throws 403 if
 * the change needs a recent password (see `needsPassword`) and the session has none.
 */
export async function changeUser(
  request: ChangeRequest,
  by: UserChanger,
  ref: RecordRef,
  body: UserChange & OwnSettings,
): Promise<RecordText> {
  const { sql, author } = request
  const user = await findRole(sql, ref)
  if (!user) throw notFound()
  if (body.is_active === false) await refuseLastAdministrator(sql, user.id, 'is_active')
  if (body.role !== undefined && body.role !== 'administrator') await refuseLastAdministrator(sql, user.id, 'role')
  await refuseToAbandonDrivers(sql, user.id, body)
  const photo = body.photo && (await useUserPhoto(request, by, user.id, body.photo))
  const requested = flatChange(dropUnusedDispatcher(body, body.role ?? user.role), photo)
  const isOwn = user.id === by.user.id
  let differences: UserDifferences = { before: null, differs: {} }
  const complete = async (differs: DifferingFields, current: UserFields) => {
    differences = { before: current, differs }
    if (isOwn) refuseOwnChange(differs)
    refuseOtherDuties(body, differs.role ?? current.role)
    // Not earlier: the change that the lock waited for may have ended the session, such as the owner restoring the
    // address.
    const isNeeded = needsPassword(isOwn ? 'own' : 'other', differs)
    if (isNeeded && !(await isPasswordRecent(sql, by, author.now))) throw passwordNeeded()
    return impliedBy(differs, current, requested, author.now)
  }
  const changed = await changeRecord<UserFields>(request, userStore, user.id, requested, complete).catch(throwTaken)
  await reportChange(request, user.id, differences)
  if (body.is_active === false) await endSessions(sql, user.id, author.now)
  return changed
}

/** Throws 400 if a dispatcher who goes on vacation or is dismissed still has drivers. */
async function refuseToAbandonDrivers(sql: Sql, user: number, { dispatcher, role }: UserChange): Promise<void> {
  const { status } = dispatcher ?? {}
  if ((status !== 'dissmissed' && status !== 'on_vacation') || (role !== undefined && role !== 'dispatcher')) return
  const locked = await lockDispatcherOf(sql, user)
  if (!locked || locked.status === status || (await listTeam(sql, locked.id)).length === 0) return
  throw invalid({ dispatcher: { status: [HAS_DRIVERS] } })
}

const OWN_CHANGE_REFUSALS = {
  role: 'You can’t change your own role. Ask another administrator.',
  is_active: 'Nobody deactivates themselves: ask another administrator.',
  user_permissions: 'You can’t change your own permissions. Ask another administrator.',
} as const

function refuseOwnChange(differs: DifferingFields): void {
  const refused = Object.entries(OWN_CHANGE_REFUSALS).filter(([field]) => field in differs)
  if (refused.length > 0) throw invalid(Object.fromEntries(refused.map(([field, words]) => [field, [words]])))
}

/** Drops `dispatcher` for roles that have no duty: clients send it with every role change, except to driver. */
function dropUnusedDispatcher(body: UserChange, role: UserFields['role']): UserChange {
  const { dispatcher, ...rest } = body
  return dispatcher === undefined || role === 'dispatcher' || role === 'driver' ? body : rest
}

function refuseOtherDuties({ driver, dispatcher }: UserChange, role: UserFields['role']): void {
  if (driver !== undefined && role !== 'driver') throw invalid({ driver: ['Only drivers have these fields.'] })
  if (dispatcher !== undefined && role === 'driver') throw invalid({ dispatcher: ['Drivers don’t have these fields.'] })
}

function impliedBy(
  differs: DifferingFields,
  current: UserFields,
  requested: ReturnType<typeof flatChange>,
  now: Date,
): DifferingFields {
  const role = differs.role ?? current.role
  if (role !== 'driver' && role !== 'dispatcher') return {}
  const lacksDuty =
    current[`${role}.status`] === null && Object.keys(differs).some((name) => name.startsWith(`${role}.`))
  const initial = differs.role === undefined && !lacksDuty ? {} : initialDuty(role, requested)
  const periodOf = (fields: object) => statusPeriodOf(fields, role)
  const implied = completeStatusDates({
    current: { ...NO_STATUS_PERIOD, ...periodOf(current) },
    requested: periodOf(requested),
    changed: { ...periodOf(initial), ...periodOf(differs) },
    now,
    problemOf: (message) => invalid({ [role]: { status_date_to: [message] } }),
  })
  return {
    ...initial,
    ...Object.fromEntries(Object.entries(implied).map(([name, value]) => [`${role}.${name}`, value])),
  }
}

/** The initial fields of a new duty, except those that the request sets. */
function initialDuty(role: keyof typeof INITIAL_STATUS, requested: ReturnType<typeof flatChange>): DifferingFields {
  const first: Record<string, unknown> = { [`${role}.status`]: INITIAL_STATUS[role] }
  if (role === 'driver') first['driver.position'] = 'company_driver'
  return Object.fromEntries(Object.entries(first).filter(([field]) => !(field in requested)))
}

const NO_STATUS_PERIOD: StatusPeriod = { status: null, status_date_from: null, status_date_to: null }

/** The status and its dates from the flat fields, as far as present. */
function statusPeriodOf(fields: object, of: keyof typeof INITIAL_STATUS): Partial<StatusPeriod> {
  const own = Object.entries(fields).filter(([field]) => field.startsWith(`${of}.status`))
  return Object.fromEntries(own.map(([field, value]) => [field.slice(of.length + 1), value]))
}

/**
 * The unique index decides whether an address is taken: a check beforehand would cost a round trip and could be out of
 * date.
 */
function throwTaken(error: unknown): never {
  if (error instanceof DatabaseError && error.constraint === 'users_email') throw invalid({ email: [USER_RULES.taken] })
  throw error
}
