import type { Sql } from '#server/db/db.ts'
import { releaseTeam } from '#server/modules/dispatchers/dispatcher-service.ts'
import { freeUnits } from '#server/modules/units/unit-service.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import { DISPATCHERS_FIELDS, DRIVERS_FIELDS } from '#server/records/duty-fields.ts'
import type { Author, HistoryLog } from '#server/records/history-log.ts'
import { noteLinkedChange } from '#server/records/linked-record.ts'
import { noteTeamChanges } from '#server/records/team-change.ts'
import { writeOwnDriver } from './driver-ids.ts'
import { endDispatcher, endDriver, findDispatcherOf, findDriverOf, writeDispatcher } from './duty-repository.ts'
import { type DispatcherDuty, type DriverDuty, dutyOf, type UserFields } from './user-fields.ts'

const BEGINS = { field: 'is_current', from: false, to: true }
const LEAVES = { field: 'is_current', from: true, to: false }

/** The driver and the dispatcher follow what their user has become, or was made as. */
export async function writeDuties(sql: Sql, user: number, fields: UserFields, log: HistoryLog): Promise<void> {
  const { changes, author } = log
  const touches = (name: string) => changes.some(({ field }) => field === 'role' || field.startsWith(`${name}.`))
  const begins = changes.some(({ field }) => field === 'role') ? [BEGINS] : []
  if (fields.role === 'driver') {
    const written = touches('driver') ? await writeOwnDriver(sql, user, dutyOf<DriverDuty>(fields, 'driver')) : null
    const driver = written?.id ?? (await findDriverOf(sql, user))
    const shared = [...begins, ...DRIVERS_FIELDS.ofUsers(changes), ...(written?.lost ?? [])]
    if (driver !== null) await noteLinkedChange(sql, { area: 'drivers', id: driver, author, changes: shared })
  }
  if (fields.role === 'dispatcher') {
    const dispatcher = touches('dispatcher')
      ? await writeDispatcher(sql, user, dutyOf<DispatcherDuty>(fields, 'dispatcher'))
      : await findDispatcherOf(sql, user)
    const shared = [...begins, ...DISPATCHERS_FIELDS.ofUsers(changes)]
    if (dispatcher !== null)
      await noteLinkedChange(sql, { area: 'dispatchers', id: dispatcher, author, changes: shared })
  }
  const former = changes.find(({ field }) => field === 'role')?.from
  if (former === 'driver') await leaveDriving(sql, user, author)
  if (former === 'dispatcher') await leaveDispatching(sql, user, author)
}

/** Of somebody who was just made a driver: whoever shows drivers hears of it. */
export async function beginDriving(sql: Sql, user: number, duty: DriverDuty, author: Author): Promise<void> {
  const { id, lost } = await writeOwnDriver(sql, user, duty)
  await noteLinkedChange(sql, { area: 'drivers', id, author, changes: [BEGINS, ...lost] })
}

/** The same for a dispatcher. */
export async function beginDispatching(sql: Sql, user: number, duty: DispatcherDuty, author: Author): Promise<void> {
  const dispatcher = await writeDispatcher(sql, user, duty)
  await noteLinkedChange(sql, { area: 'dispatchers', id: dispatcher, author, changes: [BEGINS] })
}

/** Of somebody who is no driver any more: off the lists, led by nobody, the units free from today on. */
export async function leaveDriving(sql: Sql, user: number, author: Author): Promise<void> {
  const ended = await endDriver(sql, user)
  if (!ended) return
  const { id, dispatcher: from } = ended
  const led = from === null ? [] : [{ field: 'dispatcher', from, to: null }]
  const changes = [LEAVES, ...led, ...(await freeUnits(sql, author, id, chicagoDay(author.now)))]
  await noteLinkedChange(sql, { area: 'drivers', id, author, changes })
  await noteTeamChanges(sql, author, { driver: id, from, to: null })
}

/** Of somebody who is no dispatcher any more: off the lists, and the drivers have none. */
export async function leaveDispatching(sql: Sql, user: number, author: Author): Promise<void> {
  const id = await endDispatcher(sql, user)
  if (id === null) return
  const changes = [LEAVES, ...(await releaseTeam(sql, author, id))]
  await noteLinkedChange(sql, { area: 'dispatchers', id, author, changes })
}
