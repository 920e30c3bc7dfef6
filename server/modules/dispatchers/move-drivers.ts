import type { Sql } from '#server/db/db.ts'
import { moveUnitsAlong, removeDispatcherFromUnits } from '#server/modules/units/unit-service.ts'
import type { Author, FieldChange } from '#server/records/history-log.ts'
import { findTeam, logTeamLosses } from '#server/records/team-change.ts'
import { findDispatchersOf, lockAndReadDrivers, setDispatcher } from './team-repository.ts'

/** The ids of a dispatcher's drivers before and after a change. */
interface TeamTransition {
  readonly dispatcher: number
  readonly from: readonly number[]
  readonly to: readonly number[]
}

async function move(sql: Sql, author: Author, drivers: readonly number[], to: number | null): Promise<void> {
  if (drivers.length === 0) return
  await setDispatcher(sql, author, drivers, to)
  await moveUnitsAlong(sql, author, drivers, to)
}

/**
 * Replaces a dispatcher's drivers with `to`, and moves their units along. Logs the change in the records of the
 * drivers, the units and the drivers' previous dispatchers. The caller logs it in the dispatcher's own record.
 */
export async function moveDrivers(sql: Sql, author: Author, { dispatcher, from, to }: TeamTransition): Promise<void> {
  const added = to.filter((id) => !from.includes(id))
  const removed = from.filter((id) => !to.includes(id))
  const leaders = await findDispatchersOf(sql, added)
  await move(sql, author, added, dispatcher)
  await move(sql, author, removed, null)
  await logTeamLosses(sql, author, leaders)
}

/**
 * Removes all drivers and units from a dispatcher who leaves the role. They then have no dispatcher. Returns the
 * changes of the dispatcher's record, which the caller logs.
 */
export async function releaseTeam(sql: Sql, author: Author, dispatcher: number): Promise<readonly FieldChange[]> {
  const from = await findTeam(sql, dispatcher)
  await lockAndReadDrivers(sql, dispatcher, from)
  await moveDrivers(sql, author, { dispatcher, from, to: [] })
  await removeDispatcherFromUnits(sql, author, dispatcher)
  return from.length === 0 ? [] : [{ field: 'driver_ids', from, to: [] }]
}
