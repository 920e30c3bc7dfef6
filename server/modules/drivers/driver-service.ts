import { administrator, can } from '#contract/access.ts'
import type { CurrentUser } from '#contract/current-user.ts'
import type { DriverChange } from '#contract/drivers.ts'
import type { RecordRef } from '#contract/record.ts'
import type { Sql } from '#server/db/db.ts'
import { forbidden, invalid, notFound } from '#server/http/problem.ts'
import { usePhoto } from '#server/modules/files/file-service.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { type ChangeRequest, changeRecord } from '#server/records/change-record.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { completeStatus } from '#server/records/status-dates.ts'
import {
  type DriverFields,
  driverStore,
  findDriverNames,
  findDrivers,
  findUserOf,
  isDispatcher,
} from './driver-repository.ts'

export const listDrivers = findDrivers
export const listDriverNames = findDriverNames

export async function getDriver(sql: Sql, ref: RecordRef): Promise<RecordText> {
  const driver = await driverStore.find(sql, ref)
  if (!driver) throw notFound()
  return driver
}

/** A rate is kept with a dot, whatever the person's keyboard has; one without a digit is no rate. */
function keptRate(rate: string | null): string | null {
  return rate !== null && /\d/.test(rate) ? rate.replace(',', '.') : null
}

/** Who makes a change of a driver, and where the photo's bytes lie. */
export interface DriverChanger {
  readonly user: CurrentUser
  readonly files: FileStore
}

/** The photo that is asked for, as its path; undefined when the change is not about it. Throws 400 and 403. */
async function askedPhoto(
  { sql, author }: ChangeRequest,
  { user, files }: DriverChanger,
  ref: RecordRef,
  photo: DriverChange['photo'],
) {
  if (photo === undefined) return undefined
  if (!can(user, administrator)) throw forbidden()
  if (!photo) return photo
  const person = typeof ref === 'number' ? await findUserOf(sql, ref) : null
  if (person === null) throw notFound()
  const owner = { area: driverStore.area, record: `${ref}` }
  // The photo is the user's: one that was chosen there may be taken up again here.
  const alsoOwnedBy = [{ area: 'users', record: `${person}` } as const]
  return usePhoto(sql, { files, user: user.id, now: author.now, owner, alsoOwnedBy, field: 'photo' }, photo)
}

/**
 * Changes some fields of a driver; any status may follow any other. Throws 404, 412 (see `changeRecord`), 400 for dates
 * in the wrong order, a dispatcher that there is not or a photo that is none, and 403 for a photo from anybody but an
 * administrator.
 */
export async function changeDriver(
  request: ChangeRequest,
  by: DriverChanger,
  ref: RecordRef,
  body: DriverChange,
): Promise<RecordText> {
  const photo = await askedPhoto(request, by, ref, body.photo)
  const asked = { ...body, photo, ...(body.rate === undefined ? {} : { rate: keptRate(body.rate) }) }
  if (body.dispatcher != null && !(await isDispatcher(request.sql, body.dispatcher))) {
    throw invalid({ dispatcher: ['There is no such dispatcher.'] })
  }
  return changeRecord<DriverFields>(request, driverStore, ref, asked, (differs, current) =>
    completeStatus({ current, asked: body, differs, now: request.author.now }),
  )
}
