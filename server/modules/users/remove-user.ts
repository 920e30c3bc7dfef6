import type { RecordRef } from '#contract/record.ts'
import { invalid, notFound, Problem } from '#server/http/problem.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { changedByOthers } from '#server/records/changed-by-others.ts'
import { noteLinkedChange } from '#server/records/linked-record.ts'
import { refuseLastAdministrator } from './administrators.ts'
import { deleteUser } from './new-user-repository.ts'
import { leaveDispatching, leaveDriving } from './user-duties.ts'
import { findRole, userStore } from './user-repository.ts'

/**
 * Deletes a user with the account, the sessions, and the driver or dispatcher that the user is. Throws 404, 400 for
 * oneself and for the last administrator, and 412 when somebody else has changed the user since the person looked.
 */
export async function removeUser(request: ChangeRequest, by: number, ref: RecordRef): Promise<void> {
  const { sql, author } = request
  const found = await findRole(sql, ref)
  if (!found) throw notFound()
  const { id } = found
  if (id === by) throw invalid({ non_field_errors: ['Nobody deletes their own account: ask another administrator.'] })
  await refuseLastAdministrator(sql, id, 'non_field_errors')
  await refuseChanged(request, id)
  await leaveDriving(sql, id, author)
  await leaveDispatching(sql, id, author)
  // Before the row is gone: whoever shows it hears of it.
  const changes = [{ field: 'is_deleted', from: false, to: true }]
  await noteLinkedChange(sql, { area: 'users', id, author, changes })
  await deleteUser(sql, id)
}

async function refuseChanged({ sql, author, seenVersion }: ChangeRequest, id: number): Promise<void> {
  const current = await userStore.lock(sql, id)
  if (!current) throw notFound()
  if (seenVersion === null || seenVersion === current.version) return
  const since = await changedByOthers(sql, author, { area: 'users', record: id, seenVersion })
  // A version that this database never gave, for it was restored from a backup, says nothing of what was seen.
  if (since.size === 0 && seenVersion < current.version) return
  const now = await userStore.find(sql, id)
  throw changedSince(now?.text ?? 'null')
}

function changedSince(text: string): Problem {
  const detail = 'Somebody else has changed this user in the meantime. Look again before you delete.'
  return new Problem(412, { detail, current: JSON.parse(text), conflicts: {} })
}
