import type { DispatcherStatus } from '#contract/people/dispatcher-choices.ts'
import type { Sql } from '#server/db/db.ts'
import type { Author } from './history-log.ts'
import { logLinkedChange } from './linked-record.ts'

/** A driver who moved from one dispatcher to another. Null means no dispatcher. */
export interface TeamChange {
  readonly driver: number
  readonly from: number | null
  readonly to: number | null
}

/** The dispatcher of a team of drivers. */
export interface TeamDispatcher {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly status: DispatcherStatus
}

/** The error text for a dispatcher who can't get drivers. Null for a dispatcher who is working. */
export function whyLeadsNoDrivers({ first_name, last_name, status }: Omit<TeamDispatcher, 'id'>): string | null {
  if (status === 'working') return null
  return `${first_name} ${last_name} is ${status === 'on_vacation' ? 'on vacation' : 'dissmissed'} and leads no drivers.`
}

const ascending = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

/**
 * Logs the move of a driver in the records of both dispatchers: raises their versions and adds the old and new lists of
 * drivers to their histories. Call it after the driver's row is written. The lock order is dispatchers before drivers,
 * each by id. A caller that knows the dispatchers beforehand locks them before the driver; otherwise they are locked
 * here, last.
 */
export async function logTeamChange(sql: Sql, author: Author, { driver, from, to }: TeamChange): Promise<void> {
  if (from === to) return
  for (const id of ascending([from, to].filter((one) => one !== null))) {
    await logTeam(sql, author, id, id === from ? { left: [driver] } : { joined: [driver] })
  }
}

/**
 * Like `logTeamChange`, for dispatchers who lost drivers to another dispatcher, whose own change logs the gain.
 * `lost`: the drivers who left, by dispatcher.
 */
export async function logTeamLosses(
  sql: Sql,
  author: Author,
  lost: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  for (const id of ascending([...lost.keys()])) await logTeam(sql, author, id, { left: lost.get(id) })
}

interface TeamMoves {
  readonly joined?: readonly number[]
  readonly left?: readonly number[] | undefined
}

async function logTeam(sql: Sql, author: Author, id: number, { joined = [], left = [] }: TeamMoves): Promise<void> {
  await sql.query('team.lock', 'select 1 from dispatchers where id = $1::integer for no key update', [id])
  // A separate statement: it sees the drivers who joined or left while the lock statement waited.
  const driversNow = await findTeam(sql, id)
  const driversBefore = ascending([...driversNow.filter((one) => !joined.includes(one)), ...left])
  const changes = [{ field: 'driver_ids', from: driversBefore, to: driversNow }]
  await logLinkedChange(sql, { area: 'dispatchers', id, author, changes })
}

/** The drivers of a dispatcher, by id. While the dispatcher is locked, no other transaction changes this list. */
export async function findTeam(sql: Sql, dispatcher: number): Promise<readonly number[]> {
  const rows = await sql.query<{ id: number }>(
    'team.drivers',
    'select id from drivers where dispatcher_id = $1::integer and is_current order by id',
    [dispatcher],
  )
  return rows.map(({ id }) => id)
}
