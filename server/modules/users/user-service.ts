import { administrator, can, edit, view } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import type { RecordText } from '#server/records/record-text.ts'
import type { PageRequest, PageText } from '#server/records/sql/page-sql.ts'
import { findFleetManagerNames, findUsers } from './user-list-repository.ts'
import { findOtherUser, findRole, findUser, SHOWING } from './user-repository.ts'

export const listUsers = findUsers

const UNIT_AREAS = ['trucks', 'trailers'] as const

/**
 * The fleet managers to pick from. Users who may change units and view them are told how to reach each, because that is copied to
 * the unit; others are not.
 */
export function listFleetManagers(sql: Sql, page: PageRequest, viewer: CurrentUser): Promise<PageText> {
  const isReached = UNIT_AREAS.some((area) => can(viewer, view(area)) && can(viewer, edit(area)))
  return findFleetManagerNames(sql, page, isReached)
}

/**
 * A user as far as `viewer` may see: oneself in full, and every user for an administrator. Throws 404 when there is none, and
 * the same when no area shows it that the viewer may view: who walks through the ids learns nothing.
 */
export async function getUser(sql: Sql, ref: RecordRef, viewer: CurrentUser): Promise<RecordText> {
  const found = can(viewer, administrator) ? await findUser(sql, ref) : await findSeen(sql, ref, viewer)
  if (!found) throw notFound()
  return found
}

async function findSeen(sql: Sql, ref: RecordRef, viewer: CurrentUser): Promise<RecordText | null> {
  const person = await findRole(sql, ref)
  if (!person) return null
  if (person.id === viewer.id) return findUser(sql, viewer.id)
  const isSeen = SHOWING.map((area) => can(viewer, view(area)))
  return findOtherUser(sql, person.id, isSeen)
}

/** Throws 404 when there is no such user. */
export async function getUserId(sql: Sql, ref: RecordRef): Promise<number> {
  const found = await findRole(sql, ref)
  if (!found) throw notFound()
  return found.id
}
