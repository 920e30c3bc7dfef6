import type { Sql } from '#server/db/db.ts'
import { leaveUnits, moveUnitsAlong } from '#server/modules/units/unit-service.ts'
import type { Author, FieldChange } from '#server/records/history-log.ts'
import { findTeam, noteTeamLosses } from '#server/records/team-change.ts'
import { findLeadersOf, giveDrivers, lockDrivers } from './team-repository.ts'

/** Who a dispatcher's drivers were, and who they are to be. */
interface Teams {
  readonly dispatcher: number
  readonly from: readonly number[]
  readonly to: readonly number[]
}

async function move(sql: Sql, author: Author, drivers: readonly number[], to: number | null): Promise<void> {
  if (drivers.length === 0) return
  await giveDrivers(sql, author, drivers, to)
  await moveUnitsAlong(sql, author, drivers, to)
}

/**
 * Makes a dispatcher's drivers those of `to`; their units go along. The drivers' own records, the units' and those of the
 * dispatchers they came from tell of it; the dispatcher's own is the caller's to log.
 */
export async function moveDrivers(sql: Sql, author: Author, { dispatcher, from, to }: Teams): Promise<void> {
  const coming = to.filter((id) => !from.includes(id))
  const going = from.filter((id) => !to.includes(id))
  const leaders = await findLeadersOf(sql, coming)
  await move(sql, author, coming, dispatcher)
  await move(sql, author, going, null)
  await noteTeamLosses(sql, author, leaders)
}

/**
 * Leaves the drivers of somebody who is no dispatcher any more without one, and the units too. Answers what that changes of
 * the dispatcher, for the caller to log.
 */
export async function releaseTeam(sql: Sql, author: Author, dispatcher: number): Promise<readonly FieldChange[]> {
  const from = await findTeam(sql, dispatcher)
  await lockDrivers(sql, dispatcher, from)
  await moveDrivers(sql, author, { dispatcher, from, to: [] })
  await leaveUnits(sql, author, dispatcher)
  return from.length === 0 ? [] : [{ field: 'driver_ids', from, to: [] }]
}
