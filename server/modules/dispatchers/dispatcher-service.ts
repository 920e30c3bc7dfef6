import type { DispatcherChange } from '#contract/people/dispatcher-changes.ts'
import { HAS_DRIVERS } from '#contract/people/dispatchers.ts'
import { administrator, can } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { forbidden, invalid, notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { type PersonPhoto, usePersonPhoto } from '#server/modules/files/file-service.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { type ChangeRequest, changeRecord } from '#server/records/change-record.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { completeStatusDates } from '#server/records/status-dates.ts'
import { findTeam, whyLeadsNoDrivers } from '#server/records/team-change.ts'
import { findDispatcherNames, findDispatchers } from './dispatcher-list-repository.ts'
import { type DispatcherFields, dispatcherStore, findPerson, isDispatcher } from './dispatcher-repository.ts'
import { releaseTeam } from './move-drivers.ts'
import {
  addedDriversField,
  completeTeam,
  type NamedDriver,
  namedDrivers,
  refuseAddedDrivers,
  teamAfterChange,
} from './team-plan.ts'
import { lockAndReadDrivers } from './team-repository.ts'

export const listDispatchers = findDispatchers
export const listDispatcherNames = findDispatcherNames

export async function getDispatcher(sql: Sql, ref: RecordRef): Promise<RecordText> {
  const dispatcher = await dispatcherStore.find(sql, ref)
  if (!dispatcher) throw notFound()
  return dispatcher
}

/** The ids of a dispatcher's drivers, in order. */
export const listTeam = findTeam
export { isDispatcher, releaseTeam }

/** The user who changes a dispatcher, and the store of the photo. */
export interface DispatcherChanger {
  readonly user: CurrentUser
  readonly files: FileStore
}

const NO_DRIVERS: ReadonlyMap<number, NamedDriver> = new Map()

/**
 * Changes some fields of a dispatcher, or the drivers. Throws 404, 412 (see `changeRecord`), 400 by field: for a
 * leaving dispatcher who still has drivers, drivers for a dispatcher who can't have any, a driver who does not exist or
 * has moved to another dispatcher in the meantime, dates in the wrong order, and an unusable photo; and 403 for a photo
 * from a user who is not an administrator.
 */
export async function changeDispatcher(
  request: ChangeRequest,
  by: DispatcherChanger,
  ref: RecordRef,
  body: DispatcherChange,
): Promise<RecordText> {
  const { sql, author } = request
  if (body.photo !== undefined && !can(by.user, administrator)) throw forbidden()
  const named = namedDrivers(body)
  const person = typeof ref === 'number' ? await findPerson(sql, ref) : null
  if (!person) throw notFound()
  const known = named === null ? NO_DRIVERS : await lockAndReadDrivers(sql, person.id, named)
  const owner: PersonPhoto = { area: 'dispatchers', id: person.id, person: person.user, by, now: author.now }
  const photo = body.photo ? await usePersonPhoto(sql, owner, body.photo) : body.photo
  const { add_drivers: _, remove_drivers: __, ...fields } = body
  const requested = { ...fields, photo, driver_ids: completeTeam(body) }
  return changeRecord<DispatcherFields>(request, dispatcherStore, person.id, requested, (changed, current) => {
    refuseToLeaveDrivers(changed, current)
    const driver_ids = changed.driver_ids ?? teamAfterChange(current.driver_ids, body)
    const added = driver_ids.filter((id) => !current.driver_ids.includes(id))
    const refusal = whyLeadsNoDrivers({ ...person, status: changed.status ?? current.status })
    if (added.length > 0 && refusal !== null) throw invalid({ [addedDriversField(body)]: [refusal] })
    refuseAddedDrivers(body, added, known)
    const implied = completeStatusDates({ current, requested: body, changed, now: author.now })
    return { ...implied, ...(driver_ids !== current.driver_ids && { driver_ids }) }
  })
}

/** Throws a 400 when a dispatcher who still has drivers leaves, even if the same change removes those drivers. */
function refuseToLeaveDrivers(differs: Partial<DispatcherFields>, current: DispatcherFields): void {
  const isGoing = differs.status !== undefined && differs.status !== 'working'
  if (isGoing && current.driver_ids.length > 0) throw invalid({ status: [HAS_DRIVERS] })
}
