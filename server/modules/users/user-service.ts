import { administrator, can, view } from '#contract/access.ts'
import type { CurrentUser } from '#contract/current-user.ts'
import type { RecordRef } from '#contract/record.ts'
import type { Sql } from '#server/db/db.ts'
import { notFound } from '#server/http/problem.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { findFleetManagerNames, findUsers } from './user-list-repository.ts'
import { findUser } from './user-repository.ts'

export const listUsers = findUsers
export const listFleetManagerNames = findFleetManagerNames

const SHOWN_TO_OTHERS = {
  permissions: '($2::boolean or u.id = $3::integer)',
  driver: '($4::boolean or u.id = $3::integer)',
  dispatcher: '($5::boolean or u.id = $3::integer)',
}

/** A user as far as `viewer` may see; throws 404 when there is none. */
export async function getUser(sql: Sql, ref: RecordRef, viewer: CurrentUser): Promise<RecordText> {
  const may = [can(viewer, administrator), viewer.id, can(viewer, view('drivers')), can(viewer, view('dispatchers'))]
  const user = await findUser(sql, ref, SHOWN_TO_OTHERS, may)
  if (!user) throw notFound()
  return user
}
