import type { scheduleChanges } from '#contract/boards/schedule-changes.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import { busy, invalid } from '#server/base/problem.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { isNameTaken } from '#server/records/made-once.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { findNamedDay } from './day-repository.ts'
import { type NamedWish, noSuchDriver, setDays, type Telling } from './set-days.ts'
import { type HeldDays, lockDays } from './set-days-repository.ts'

/** The conflicts of a single day bear the names of its fields. */
const PLAINLY: Telling = { nameOf: (_date, field) => field, currentOf: ([day]) => day ?? null }

/**
 * Makes a day. A `client_id` that is known already answers the day that has it (`isNew` false): the device sent it
 * before. A new one where a day is planned changes that day, as a change of who saw nothing there, or the version that came
 * with it. Throws 400 for a driver that there is not, and for a second day of one driver and date that has no `client_id`;
 * 412 by fields.
 */
export async function makeDay(
  request: ChangeRequest,
  body: BodyOf<(typeof scheduleChanges)['create']>,
): Promise<RecordText & { isNew: boolean }> {
  const { driver, date, client_id } = body
  // First the driver: of one day that is sent twice at once the second then finds what the first has made.
  const held = await lockDays(request.sql, driver, [date])
  const named = client_id === undefined ? null : await findNamedDay(request.sql, client_id)
  if (named && !named.isCleared) return { ...named, isNew: false }
  if (!held) throw noSuchDriver('driver')
  if (named && !(named.driver === driver && named.date === date)) {
    throw invalid({ client_id: ['Another day has this name already.'] })
  }
  const there = held.byDate.get(date)
  const isPlanned = there != null && there.status !== null
  if (isPlanned && client_id === undefined) throw invalid({ date: ['The driver has a day on this date already.'] })
  // Where there never was a row, a version that was seen is that of nothing.
  const seen = there ? (request.seenVersion ?? 0) : 0
  const { status, description } = body
  const made = await written(request, held, { date, status, description, client_id, seen })
  return { ...made, isNew: !isPlanned }
}

async function written(request: ChangeRequest, held: HeldDays, wish: NamedWish): Promise<RecordText> {
  try {
    const [day] = await setDays(request, held, [wish], PLAINLY)
    if (!day) throw new Error('a day that was made has no row')
    return day
  } catch (error) {
    // At this very moment another driver's day got the name; whoever asks again finds it.
    if (isNameTaken(error)) throw busy('This name is being given to another day just now.')
    throw error
  }
}
