import type { RecordRef } from '#contract/wire/record.ts'
import { invalid, notFound } from '#server/base/problem.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { logLinkedChange } from '#server/records/linked-record.ts'
import { lockForRemoval } from '#server/records/lock-for-removal.ts'
import { refuseLastAdministrator } from './administrators.ts'
import { deleteUser } from './new-user-repository.ts'
import { leaveDispatching, leaveDriving } from './user-duties.ts'
import { findRole, userStore } from './user-repository.ts'

/**
 * Deletes a user with the account, the sessions, and the driver or dispatcher that the user is. Throws 404, 400 for
 * one's own account and for the last administrator, and 412 if another user has changed the user since the version that
 * the client saw.
 */
export async function removeUser(request: ChangeRequest, by: number, ref: RecordRef): Promise<void> {
  const { sql, author, source } = request
  const user = await findRole(sql, ref)
  if (!user) throw notFound()
  const { id } = user
  if (id === by) throw invalid({ non_field_errors: ['You can’t delete your own account. Ask another administrator.'] })
  await refuseLastAdministrator(sql, id, 'non_field_errors')
  await lockForRemoval(request, userStore, id, 'user')
  await leaveDriving(sql, id, author)
  await leaveDispatching(sql, id, author)
  // Before the row is deleted, so that screens that show the user are notified and the log has the name.
  const changes = [{ field: 'is_deleted', from: false, to: true }]
  await logLinkedChange(sql, { area: 'users', id, author, changes })
  const { role } = user
  await noteSecurityEvent(sql, source, {
    kind: 'user_deleted',
    at: author.now,
    actor: by,
    subject: id,
    detail: { role },
  })
  await deleteUser(sql, id, author.now)
}
