import type { DriverChange } from '#contract/drivers.ts'
import type { RecordRef } from '#contract/record.ts'
import { DatabaseError, type Sql } from '#server/db/db.ts'
import { invalid, notFound } from '#server/http/problem.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import { type ChangeRequest, changeRecord } from '#server/records/change-record.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { type DriverFields, driverStore, findDriverNames, findDrivers } from './driver-repository.ts'

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

/** What follows from a change of status: it begins today unless said, and the end of the former one is no longer its. */
function completeStatus(differs: Partial<DriverFields>, current: DriverFields, asked: DriverChange, now: Date) {
  const implied: { status_date_from?: string; status_date_to?: null } = {}
  if (differs.status !== undefined) {
    const today = chicagoDay(now)
    if (asked.status_date_from === undefined && current.status_date_from !== today) implied.status_date_from = today
    if (asked.status_date_to === undefined && current.status_date_to !== null) implied.status_date_to = null
  }
  const { status_date_from: from, status_date_to: to } = { ...current, ...implied, ...differs }
  const touchesDates = differs.status_date_from !== undefined || differs.status_date_to !== undefined
  if (touchesDates && from !== null && to !== null && to < from) {
    throw invalid({ status_date_to: ['The end must not be before the beginning.'] })
  }
  return implied
}

/**
 * Changes some fields of a driver; any status may follow any other. Throws 404, 412 (see `changeRecord`), and 400 for
 * dates in the wrong order or a dispatcher that there is not.
 */
export async function changeDriver(request: ChangeRequest, ref: RecordRef, body: DriverChange): Promise<RecordText> {
  const asked = body.rate === undefined ? body : { ...body, rate: keptRate(body.rate) }
  try {
    return await changeRecord<DriverFields>(request, driverStore, ref, asked, (differs, current) =>
      completeStatus(differs, current, asked, request.author.now),
    )
  } catch (error) {
    // The foreign key is the judge: asking first would be a round trip, and could be out of date. Ids beyond integer
    // (22003) are no dispatcher's either.
    const isUnknown = error instanceof DatabaseError && (error.code === '23503' || error.code === '22003')
    if (isUnknown && body.dispatcher != null) throw invalid({ dispatcher: ['There is no such dispatcher.'] })
    throw error
  }
}
