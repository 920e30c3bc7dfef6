import type { DriverChange } from '#contract/people/driver-changes.ts'
import { administrator, can } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { forbidden, invalid, notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { usePersonsPhoto } from '#server/modules/files/file-service.ts'
import { idsOf } from '#server/modules/units/unit-service.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { type ChangeRequest, changeRecord, type RecordStore } from '#server/records/change-record.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { completeStatus } from '#server/records/status-dates.ts'
import { type Leader, leadsNobody, noteTeamChanges } from '#server/records/team-change.ts'
import { type DriverFields, driverStore, findUserOf, lockLeaders } from './driver-repository.ts'
import { thisWeek } from './driver-service.ts'
import { type AskedUnits, lockAsked, moveDriversUnits, refuseUnits } from './driver-units.ts'

/** A rate is kept with a dot, whatever the person's keyboard has; an empty one is none. */
function keptRate(rate: string | null): string | null {
  return rate?.replace(',', '.') || null
}

/** Who makes a change of a driver, and where the photo's bytes lie. */
export interface DriverChanger {
  readonly user: CurrentUser
  readonly files: FileStore
}

/** The photo that is asked for, as its path; undefined when the change is not about it. Throws 400 and 403. */
async function askedPhoto({ sql, author }: ChangeRequest, by: DriverChanger, id: number, photo: DriverChange['photo']) {
  if (photo === undefined) return undefined
  if (!can(by.user, administrator)) throw forbidden()
  if (!photo) return photo
  const person = await findUserOf(sql, id)
  if (person === null) throw notFound()
  return usePersonsPhoto(sql, { area: 'drivers', id, person, by, now: author.now }, photo)
}

/** Throws a 400 when a driver can't come to the dispatcher that is asked for. A driver whose dispatcher stays is not asked. */
function refuseLeader(leader: Leader | null, { dispatcher }: Partial<DriverFields>): void {
  if (dispatcher === undefined || dispatcher === null || !leader) return
  const refusal = leadsNobody(leader)
  if (refusal !== null) throw invalid({ dispatcher: [refusal] })
}

/** The change with the ids of units, where it names some as a device does that made them. */
async function withUnitIds(sql: Sql, body: DriverChange): Promise<DriverChange> {
  const { truck_id, trailer_id, truck_was, trailer_was } = body
  const ids = await idsOf(sql, [truck_id, trailer_id, truck_was, trailer_was])
  if (ids.size === 0) return body
  const known = (ref: string | null | undefined) => (ref == null ? ref : (ids.get(ref.toLowerCase()) ?? ref))
  const named = { truck_id, trailer_id, truck_was, trailer_was }
  return { ...body, ...Object.fromEntries(Object.entries(named).map(([field, ref]) => [field, known(ref)])) }
}

/** Drivers as records whose units and dispatchers follow. */
function storeWithOthers(asked: AskedUnits, now: Date): RecordStore<DriverFields> {
  const store = driverStore(thisWeek(now))
  return {
    ...store,
    async write(sql, driver, fields, log) {
      await moveDriversUnits(sql, asked, fields, log)
      const written = await store.write(sql, driver, fields, log)
      const led = log.changes.find(({ field }) => field === 'dispatcher')
      // What the driver's fields hold for a dispatcher is its id, or null.
      if (led)
        await noteTeamChanges(sql, log.author, { driver, from: led.from as number | null, to: fields.dispatcher })
      return written
    },
  }
}

/**
 * Changes some fields of a driver, and with them who has which unit and who leads whom; any status may follow any other.
 * Throws 404, 412 (see `changeRecord`), 400 for dates in the wrong order, a dispatcher or a unit that can't be had (with
 * `held_by`, see `heldBy`) or a photo that is none, and 403 for a photo from anybody but an administrator.
 */
export async function changeDriver(
  request: ChangeRequest,
  by: DriverChanger,
  ref: RecordRef,
  given: DriverChange,
): Promise<RecordText> {
  const { sql, author } = request
  if (typeof ref !== 'number') throw notFound()
  const body = await withUnitIds(sql, given)
  const photo = await askedPhoto(request, by, ref, body.photo)
  const asked = { ...body, photo, ...(body.rate === undefined ? {} : { rate: keptRate(body.rate) }) }
  // Everything is locked in one order: dispatchers, drivers, units, each by id.
  const leader = body.dispatcher === undefined ? null : await lockLeaders(sql, ref, body.dispatcher)
  if (body.dispatcher != null && !leader) throw invalid({ dispatcher: ['There is no such dispatcher.'] })
  const units = await lockAsked(sql, ref, body, author.now)
  const store = storeWithOthers(units, author.now)
  return changeRecord<DriverFields>(request, store, ref, asked, (differs, current) => {
    refuseLeader(leader, differs)
    refuseUnits(units, differs, current)
    return completeStatus({ current, asked: body, differs, now: author.now })
  })
}
