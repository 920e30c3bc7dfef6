import type { DriverChange } from '#contract/people/driver-changes.ts'
import { administrator, can } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { forbidden, invalid, notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { usePersonPhoto } from '#server/modules/files/file-service.ts'
import { unitIdsByClientId } from '#server/modules/units/unit-service.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { type ChangeRequest, changeRecord, type RecordStore } from '#server/records/change-record.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { completeStatusDates } from '#server/records/status-dates.ts'
import { logTeamChange, type TeamDispatcher, whyLeadsNoDrivers } from '#server/records/team-change.ts'
import { type DriverFields, driverStore, findUserId, lockDispatchers } from './driver-repository.ts'
import { thisWeek } from './driver-service.ts'
import { lockRequestedUnits, moveDriversUnits, type RequestedUnits, refuseUnits } from './driver-units.ts'

/** A rate as it is stored: with a decimal point instead of a comma; null when empty. */
function storedRate(rate: string | null): string | null {
  return rate?.replace(',', '.') || null
}

/** The user who changes a driver, and the store of the photo. */
export interface DriverChanger {
  readonly user: CurrentUser
  readonly files: FileStore
}

/** The path of the requested photo; undefined when the change does not contain one. Throws 400, 403 and 404. */
async function requestedPhoto(
  { sql, author }: ChangeRequest,
  by: DriverChanger,
  id: number,
  photo: DriverChange['photo'],
) {
  if (photo === undefined) return undefined
  if (!can(by.user, administrator)) throw forbidden()
  if (!photo) return photo
  const person = await findUserId(sql, id)
  if (person === null) throw notFound()
  return usePersonPhoto(sql, { area: 'drivers', id, person, by, now: author.now }, photo)
}

/** Throws a 400 when the requested dispatcher can't have drivers. An unchanged dispatcher is not checked. */
function refuseDispatcher(leader: TeamDispatcher | null, { dispatcher }: Partial<DriverFields>): void {
  if (dispatcher === undefined || dispatcher === null || !leader) return
  const refusal = whyLeadsNoDrivers(leader)
  if (refusal !== null) throw invalid({ dispatcher: [refusal] })
}

/** The change with client ids of units replaced by the ids of those units. */
async function withUnitIds(sql: Sql, body: DriverChange): Promise<DriverChange> {
  const { truck_id, trailer_id, truck_was, trailer_was } = body
  const ids = await unitIdsByClientId(sql, [truck_id, trailer_id, truck_was, trailer_was])
  if (ids.size === 0) return body
  const idOf = (ref: string | null | undefined) => (ref == null ? ref : (ids.get(ref.toLowerCase()) ?? ref))
  const unitRefs = { truck_id, trailer_id, truck_was, trailer_was }
  return { ...body, ...Object.fromEntries(Object.entries(unitRefs).map(([field, ref]) => [field, idOf(ref)])) }
}

/** The driver store, extended to update the units and the dispatchers as well. */
function storeWithUnits(requestedUnits: RequestedUnits, now: Date): RecordStore<DriverFields> {
  const store = driverStore(thisWeek(now))
  return {
    ...store,
    async write(sql, driver, fields, log) {
      await moveDriversUnits(sql, requestedUnits, fields, log)
      const written = await store.write(sql, driver, fields, log)
      const dispatcherChange = log.changes.find(({ field }) => field === 'dispatcher')
      // `dispatcher` is an id or null.
      if (dispatcherChange)
        await logTeamChange(sql, log.author, {
          driver,
          from: dispatcherChange.from as number | null,
          to: fields.dispatcher,
        })
      return written
    },
  }
}

/**
 * Changes some fields of a driver, including the units and the dispatcher. Any status may follow any other. Throws 404,
 * 412 (see `changeRecord`), 400 for dates in the wrong order, an unavailable dispatcher or unit (with `held_by`, see
 * `currentHolderExtra`) or an unusable photo, and 403 for a photo from a user who is not an administrator.
 */
export async function changeDriver(
  request: ChangeRequest,
  by: DriverChanger,
  ref: RecordRef,
  change: DriverChange,
): Promise<RecordText> {
  const { sql, author } = request
  if (typeof ref !== 'number') throw notFound()
  const body = await withUnitIds(sql, change)
  const photo = await requestedPhoto(request, by, ref, body.photo)
  const requested = { ...body, photo, ...(body.rate === undefined ? {} : { rate: storedRate(body.rate) }) }
  // The lock order: dispatchers, drivers, units, each by id.
  const leader = body.dispatcher === undefined ? null : await lockDispatchers(sql, ref, body.dispatcher)
  if (body.dispatcher != null && !leader) throw invalid({ dispatcher: ['There is no such dispatcher.'] })
  const units = await lockRequestedUnits(sql, ref, body, author.now)
  const store = storeWithUnits(units, author.now)
  return changeRecord<DriverFields>(request, store, ref, requested, (changed, current) => {
    refuseDispatcher(leader, changed)
    refuseUnits(units, changed, current)
    return completeStatusDates({ current, requested: body, changed, now: author.now })
  })
}
