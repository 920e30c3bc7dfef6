import { permissionId } from '#contract/people/users.ts'
import { AREAS } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { notifyAdministrators } from '#server/modules/mail/mail-service.ts'
import { endDoubtfulLinks, notifyFormerAddress } from '#server/modules/passwords/former-address-service.ts'
import { endLinks } from '#server/modules/passwords/password-change-service.ts'
import { type NewSecurityEvent, noteSecurityEvent } from '#server/modules/security/security-service.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import type { UserFields } from './user-fields.ts'

/** The differences that a change made to a user; `before` is null if nothing changed. */
export interface UserDifferences {
  readonly before: UserFields | null
  readonly differs: Partial<UserFields>
}

/**
 * Logs a change of an account's owner or rights, notifies the users concerned by mail, and ends the account's links.
 */
export async function reportChange(
  request: ChangeRequest,
  user: number,
  { before, differs }: UserDifferences,
): Promise<void> {
  if (before === null) return
  const { sql, author, source } = request
  const { now } = author
  for (const event of eventsOf(before, differs))
    await noteSecurityEvent(sql, source, { ...event, at: now, actor: author.user, subject: user })
  // The link was mailed to the former address, or to a user who must not sign in.
  if (differs.email !== undefined || differs.is_active === false) await endLinks(sql, user)
  if (differs.email !== undefined)
    await notifyFormerAddress(sql, user, { from: before.email, to: differs.email, by: author.user, now })
  if (differs.is_active === false) await endDoubtfulLinks(sql, user)
  const after = { ...before, ...differs }
  if (isNewAdministrator(after, differs))
    await notifyAdministrators(sql, { name: fullName(after), user, by: author.user }, now)
}

/** Whether the change makes the user an administrator: by a new role, or by activating the account. */
function isNewAdministrator({ role }: UserFields, differs: Partial<UserFields>): boolean {
  return role === 'administrator' && (differs.role !== undefined || differs.is_active === true)
}

function eventsOf(before: UserFields, { email, role, is_active, user_permissions }: Partial<UserFields>) {
  const events: Pick<NewSecurityEvent, 'kind' | 'detail'>[] = []
  if (email !== undefined) events.push({ kind: 'email_changed' })
  if (role !== undefined) events.push({ kind: 'role_changed', detail: { from: before.role, to: role } })
  if (is_active !== undefined) events.push({ kind: is_active ? 'activated' : 'deactivated' })
  if (user_permissions !== undefined) {
    const detail = permissionsChanged(before.user_permissions, user_permissions)
    events.push({ kind: 'permissions_changed', detail })
  }
  return events
}

const NAMES = new Map(
  AREAS.flatMap((area, n) => (['view', 'edit'] as const).map((need) => [permissionId(need, n), `${need} ${area}`])),
)
const named = (ids: readonly number[]) => ids.map((id) => NAMES.get(id) ?? `${id}`).join(', ')

/** The granted and the revoked permissions, each as "view drivers, edit drivers". */
function permissionsChanged(from: readonly number[], to: readonly number[]) {
  return {
    given: named(to.filter((id) => !from.includes(id))),
    taken: named(from.filter((id) => !to.includes(id))),
  }
}
