import type { Sql } from '#server/db/db.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import { driversChanges } from '#server/records/driver-user-fields.ts'
import type { Author, HistoryLog } from '#server/records/history-log.ts'
import { noteLinkedChange } from '#server/records/linked-record.ts'
import { endDispatcher, endDriver, findDriverOf, writeDispatcher, writeDriver } from './duty-repository.ts'
import { type DispatcherDuty, type DriverDuty, dutyOf, type UserFields } from './user-fields.ts'

const BEGINS = { field: 'is_current', from: false, to: true }
const LEAVES = { field: 'is_current', from: true, to: false }

/** The driver and the dispatcher follow what their user has become, or was made as. */
export async function writeDuties(sql: Sql, user: number, fields: UserFields, log: HistoryLog): Promise<void> {
  const { changes, author } = log
  const touches = (name: string) => changes.some(({ field }) => field === 'role' || field.startsWith(`${name}.`))
  if (fields.role === 'driver') {
    const driver = touches('driver')
      ? await writeDriver(sql, user, dutyOf<DriverDuty>(fields, 'driver'))
      : await findDriverOf(sql, user)
    const begins = changes.some(({ field }) => field === 'role') ? [BEGINS] : []
    const shared = [...begins, ...driversChanges(changes)]
    if (driver !== null) await noteLinkedChange(sql, { area: 'drivers', id: driver, author, changes: shared })
  }
  if (fields.role === 'dispatcher' && touches('dispatcher')) {
    await writeDispatcher(sql, user, dutyOf<DispatcherDuty>(fields, 'dispatcher'))
  }
  const former = changes.find(({ field }) => field === 'role')?.from
  if (former === 'driver') await leaveDriving(sql, user, author)
  if (former === 'dispatcher') await leaveDispatching(sql, user, author)
}

/** Of somebody who was just made a driver: whoever shows drivers hears of it. */
export async function beginDriving(sql: Sql, user: number, duty: DriverDuty, author: Author): Promise<void> {
  const driver = await writeDriver(sql, user, duty)
  await noteLinkedChange(sql, { area: 'drivers', id: driver, author, changes: [BEGINS] })
}

/** Of somebody who is no driver any more: off the lists, the units free from today on. */
export async function leaveDriving(sql: Sql, user: number, author: Author): Promise<void> {
  const driver = await endDriver(sql, user, chicagoDay(author.now))
  if (driver !== null) await noteLinkedChange(sql, { area: 'drivers', id: driver, author, changes: [LEAVES] })
}

/** Of somebody who is no dispatcher any more: off the lists, and the drivers have none. */
export async function leaveDispatching(sql: Sql, user: number, author: Author): Promise<void> {
  for (const { id, dispatcher } of await endDispatcher(sql, user)) {
    const changes = [{ field: 'dispatcher', from: dispatcher, to: null }]
    await noteLinkedChange(sql, { area: 'drivers', id, author, changes })
  }
}
