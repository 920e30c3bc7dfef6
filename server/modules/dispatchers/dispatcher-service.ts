import type { DispatcherChange } from '#contract/people/dispatcher-changes.ts'
import { HAS_DRIVERS } from '#contract/people/dispatchers.ts'
import { administrator, can } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { forbidden, invalid, notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { type PersonsPhoto, usePersonsPhoto } from '#server/modules/files/file-service.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { type ChangeRequest, changeRecord } from '#server/records/change-record.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { completeStatus } from '#server/records/status-dates.ts'
import { findTeam, leadsNobody } from '#server/records/team-change.ts'
import { findDispatcherNames, findDispatchers } from './dispatcher-list-repository.ts'
import { type DispatcherFields, dispatcherStore, findPerson, isDispatcher } from './dispatcher-repository.ts'
import { releaseTeam } from './move-drivers.ts'
import {
  afterComingAndGoing,
  allDrivers,
  comingField,
  type NamedDriver,
  namedDrivers,
  refuseComing,
} from './team-plan.ts'
import { lockDrivers } from './team-repository.ts'

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

/** Who makes a change of a dispatcher, and where the photo's bytes lie. */
export interface DispatcherChanger {
  readonly user: CurrentUser
  readonly files: FileStore
}

const NOBODY: ReadonlyMap<number, NamedDriver> = new Map()

/**
 * Changes some fields of a dispatcher, or who the drivers are. Throws 404, 412 (see `changeRecord`), 400 by field: for who
 * would go and leave drivers behind, drivers for somebody who leads none, a driver that there is not or who has been
 * given to somebody else meanwhile, dates in the wrong order or a photo that is none; and 403 for a photo from anybody
 * but an administrator.
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
  const known = named === null ? NOBODY : await lockDrivers(sql, person.id, named)
  const owner: PersonsPhoto = { area: 'dispatchers', id: person.id, person: person.user, by, now: author.now }
  const photo = body.photo ? await usePersonsPhoto(sql, owner, body.photo) : body.photo
  const { add_drivers: _, remove_drivers: __, ...fields } = body
  const asked = { ...fields, photo, driver_ids: allDrivers(body) }
  return changeRecord<DispatcherFields>(request, dispatcherStore, person.id, asked, (differs, current) => {
    refuseToLeaveDrivers(differs, current)
    const driver_ids = differs.driver_ids ?? afterComingAndGoing(current.driver_ids, body)
    const coming = driver_ids.filter((id) => !current.driver_ids.includes(id))
    const refusal = leadsNobody({ ...person, status: differs.status ?? current.status })
    if (coming.length > 0 && refusal !== null) throw invalid({ [comingField(body)]: [refusal] })
    refuseComing(body, coming, known)
    const implied = completeStatus({ current, asked: body, differs, now: author.now })
    return { ...implied, ...(driver_ids !== current.driver_ids && { driver_ids }) }
  })
}

/** A dispatcher who goes away leaves nobody without one unnoticed, not even when the same change would take them away. */
function refuseToLeaveDrivers(differs: Partial<DispatcherFields>, current: DispatcherFields): void {
  const isGoing = differs.status !== undefined && differs.status !== 'working'
  if (isGoing && current.driver_ids.length > 0) throw invalid({ status: [HAS_DRIVERS] })
}
