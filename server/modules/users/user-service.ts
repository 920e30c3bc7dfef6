import { administrator, can, edit, view } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import type { RecordText } from '#server/records/record-text.ts'
import type { PageRequest, PageText } from '#server/records/sql/page-sql.ts'
import { findFleetManagerNames, findUsers } from './user-list-repository.ts'
import { findOtherUser, findRole, findUser, USER_AREAS } from './user-repository.ts'

export const listUsers = findUsers

const UNIT_AREAS = ['trucks', 'trailers'] as const

/**
 * The fleet managers to choose from. Viewers who may view and edit units receive their contact details, because those
 * are copied to the unit; other viewers do not.
 */
export function listFleetManagers(sql: Sql, page: PageRequest, viewer: CurrentUser): Promise<PageText> {
  return findFleetManagerNames(sql, page, seesContacts(viewer))
}

/** Whether a user sees the contact details of the fleet managers to choose from. */
export const seesContacts = (viewer: CurrentUser) =>
  UNIT_AREAS.some((area) => can(viewer, view(area)) && can(viewer, edit(area)))

/**
 * A user as far as `viewer` may see it: in full for the user's own account and for administrators. Throws the same 404
 * if the user does not exist and if no area that the viewer may view shows the user: probing ids reveals nothing.
 */
export async function getUser(sql: Sql, ref: RecordRef, viewer: CurrentUser): Promise<RecordText> {
  const found = can(viewer, administrator) ? await findUser(sql, ref) : await findVisible(sql, ref, viewer)
  if (!found) throw notFound()
  return found
}

async function findVisible(sql: Sql, ref: RecordRef, viewer: CurrentUser): Promise<RecordText | null> {
  const person = await findRole(sql, ref)
  if (!person) return null
  if (person.id === viewer.id) return findUser(sql, viewer.id)
  const canView = USER_AREAS.map((area) => can(viewer, view(area)))
  return findOtherUser(sql, person.id, canView)
}

/** The id of a user. Throws 404 if the user does not exist. */
export async function getUserId(sql: Sql, ref: RecordRef): Promise<number> {
  const found = await findRole(sql, ref)
  if (!found) throw notFound()
  return found.id
}
