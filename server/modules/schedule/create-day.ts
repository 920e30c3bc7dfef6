import type { scheduleChanges } from '#contract/boards/schedule-changes.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import { busy, invalid } from '#server/base/problem.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { isClientIdTaken } from '#server/records/client-id-lookup.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { findDayByClientId } from './day-repository.ts'
import { type ConflictFormat, noSuchDriver, type RequestedDay, setDays } from './set-days.ts'
import { type LockedDays, lockDays } from './set-days-repository.ts'

/** The 412 of a single day: conflicts are named by field only. */
const SINGLE_DAY_FORMAT: ConflictFormat = { nameOf: (_date, field) => field, currentOf: ([day]) => day ?? null }

/**
 * Creates a day. The known `client_id` of a planned day returns that day with `isNew` false: the device sent the
 * request before. Where another day is planned, a new `client_id` changes that day. It counts as a change by a user who
 * saw nothing there, or who saw the version in the request. Throws 400 for an unknown driver, and for a second day of
 * the same driver and date without a `client_id`; 412 by field.
 */
export async function createDay(
  request: ChangeRequest,
  body: BodyOf<(typeof scheduleChanges)['create']>,
): Promise<RecordText & { isNew: boolean }> {
  const { driver, date, client_id } = body
  // Locks the driver first: when a day is sent twice at the same time, the second request then finds the first one's
  // day.
  const lockedDays = await lockDays(request.sql, driver, [date])
  const named = client_id === undefined ? null : await findDayByClientId(request.sql, client_id)
  if (named && !named.isCleared) return { ...named, isNew: false }
  if (!lockedDays) throw noSuchDriver('driver')
  if (named && !(named.driver === driver && named.date === date)) {
    throw invalid({ client_id: ['Another day has this name already.'] })
  }
  const existing = lockedDays.byDate.get(date)
  const isPlanned = existing != null && existing.status !== null
  if (isPlanned && client_id === undefined) throw invalid({ date: ['The driver has a day on this date already.'] })
  // Without a row, the seen version can only mean that nothing was planned.
  const seen = existing ? (request.seenVersion ?? 0) : 0
  const { status, description } = body
  const day = await writeDay(request, lockedDays, { date, status, description, client_id, seen })
  return { ...day, isNew: !isPlanned }
}

async function writeDay(
  request: ChangeRequest,
  lockedDays: LockedDays,
  requestedDay: RequestedDay,
): Promise<RecordText> {
  try {
    const [day] = await setDays(request, lockedDays, [requestedDay], SINGLE_DAY_FORMAT)
    if (!day) throw new Error('a day that was made has no row')
    return day
  } catch (error) {
    // A concurrent request has just used the client id for another driver's day. A retry finds that day.
    if (isClientIdTaken(error)) throw busy('This name is being given to another day just now.')
    throw error
  }
}
