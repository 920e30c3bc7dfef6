import type { Sql } from '#server/db/db.ts'
import { releaseTeam } from '#server/modules/dispatchers/dispatcher-service.ts'
import { freeUnits } from '#server/modules/units/unit-service.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import { DISPATCHER_USER_FIELDS, DRIVER_USER_FIELDS } from '#server/records/duty-fields.ts'
import type { Author, HistoryLog } from '#server/records/history-log.ts'
import { logLinkedChange } from '#server/records/linked-record.ts'
import { logTeamChange } from '#server/records/team-change.ts'
import { writeDriverDuty } from './driver-ids.ts'
import { endDispatcher, endDriver, findDispatcherOf, findDriverOf, writeDispatcher } from './duty-repository.ts'
import { type DispatcherDuty, type DriverDuty, dutyOf, type UserFields } from './user-fields.ts'

const BEGINS = { field: 'is_current', from: false, to: true }
const LEAVES = { field: 'is_current', from: true, to: false }

/** Updates the driver and the dispatcher of a changed user: starts, changes or ends the duty to match the role. */
export async function writeDuties(sql: Sql, user: number, fields: UserFields, log: HistoryLog): Promise<void> {
  const { changes, author } = log
  const touches = (name: string) => changes.some(({ field }) => field === 'role' || field.startsWith(`${name}.`))
  const begins = changes.some(({ field }) => field === 'role') ? [BEGINS] : []
  if (fields.role === 'driver') {
    const written = touches('driver') ? await writeDriverDuty(sql, user, dutyOf<DriverDuty>(fields, 'driver')) : null
    const driver = written?.id ?? (await findDriverOf(sql, user))
    const shared = [...begins, ...DRIVER_USER_FIELDS.toDutyChanges(changes), ...(written?.lost ?? [])]
    if (driver !== null) await logLinkedChange(sql, { area: 'drivers', id: driver, author, changes: shared })
  }
  if (fields.role === 'dispatcher') {
    const dispatcher = touches('dispatcher')
      ? await writeDispatcher(sql, user, dutyOf<DispatcherDuty>(fields, 'dispatcher'))
      : await findDispatcherOf(sql, user)
    const shared = [...begins, ...DISPATCHER_USER_FIELDS.toDutyChanges(changes)]
    if (dispatcher !== null)
      await logLinkedChange(sql, { area: 'dispatchers', id: dispatcher, author, changes: shared })
  }
  const former = changes.find(({ field }) => field === 'role')?.from
  if (former === 'driver') await leaveDriving(sql, user, author)
  if (former === 'dispatcher') await leaveDispatching(sql, user, author)
}

/** Creates the driver of a new user and logs it, which notifies pages that show drivers. */
export async function beginDriving(sql: Sql, user: number, duty: DriverDuty, author: Author): Promise<void> {
  const { id, lost } = await writeDriverDuty(sql, user, duty)
  await logLinkedChange(sql, { area: 'drivers', id, author, changes: [BEGINS, ...lost] })
}

/** Creates the dispatcher of a new user and logs it, which notifies pages that show dispatchers. */
export async function beginDispatching(sql: Sql, user: number, duty: DispatcherDuty, author: Author): Promise<void> {
  const dispatcher = await writeDispatcher(sql, user, duty)
  await logLinkedChange(sql, { area: 'dispatchers', id: dispatcher, author, changes: [BEGINS] })
}

/** Ends a user's driver duty: removed from the lists, without a dispatcher, and the units are free from today on. */
export async function leaveDriving(sql: Sql, user: number, author: Author): Promise<void> {
  const ended = await endDriver(sql, user)
  if (!ended) return
  const { id, dispatcher: from } = ended
  const release = from === null ? [] : [{ field: 'dispatcher', from, to: null }]
  const changes = [LEAVES, ...release, ...(await freeUnits(sql, author, id, chicagoDay(author.now)))]
  await logLinkedChange(sql, { area: 'drivers', id, author, changes })
  await logTeamChange(sql, author, { driver: id, from, to: null })
}

/** Ends a user's dispatcher duty: removed from the lists, and the dispatcher's drivers have no dispatcher. */
export async function leaveDispatching(sql: Sql, user: number, author: Author): Promise<void> {
  const id = await endDispatcher(sql, user)
  if (id === null) return
  const changes = [LEAVES, ...(await releaseTeam(sql, author, id))]
  await logLinkedChange(sql, { area: 'dispatchers', id, author, changes })
}
