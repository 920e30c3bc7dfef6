import type { DispatcherStatus } from '#contract/people/dispatcher-choices.ts'
import type { Sql } from '#server/db/db.ts'
import type { Author } from './history-log.ts'
import { noteLinkedChange } from './linked-record.ts'

/** A driver who went from one dispatcher to another; null for none. */
export interface TeamChange {
  readonly driver: number
  readonly from: number | null
  readonly to: number | null
}

/** A dispatcher as far as drivers are concerned. */
export interface Leader {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly status: DispatcherStatus
}

/** Why somebody can't be given drivers; null for a dispatcher who is working. */
export function leadsNobody({ first_name, last_name, status }: Omit<Leader, 'id'>): string | null {
  if (status === 'working') return null
  return `${first_name} ${last_name} is ${status === 'on_vacation' ? 'on vacation' : 'dissmissed'} and leads no drivers.`
}

const ascending = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

/**
 * Tells both dispatchers' records that a driver has changed sides: their versions rise, and their histories say who the
 * drivers were and are. Call it once the driver's row is written. Dispatchers are locked before drivers, by id: whoever
 * knows beforehand which they are does so; here they only come last.
 */
export async function noteTeamChanges(sql: Sql, author: Author, { driver, from, to }: TeamChange): Promise<void> {
  if (from === to) return
  for (const id of ascending([from, to].filter((one) => one !== null))) {
    await noteTeam(sql, author, id, id === from ? { gone: [driver] } : { come: [driver] })
  }
}

/** The same for dispatchers who have just lost drivers to one who tells of it. `lost`: by dispatcher, who is gone. */
export async function noteTeamLosses(
  sql: Sql,
  author: Author,
  lost: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  for (const id of ascending([...lost.keys()])) await noteTeam(sql, author, id, { gone: lost.get(id) })
}

interface ComeAndGone {
  readonly come?: readonly number[]
  readonly gone?: readonly number[] | undefined
}

async function noteTeam(sql: Sql, author: Author, id: number, { come = [], gone = [] }: ComeAndGone): Promise<void> {
  await sql.query('team.lock', 'select 1 from dispatchers where id = $1::integer for no key update', [id])
  // In a statement of its own: it sees the drivers who came or went while the one above waited.
  const now = await findTeam(sql, id)
  const before = ascending([...now.filter((one) => !come.includes(one)), ...gone])
  const changes = [{ field: 'driver_ids', from: before, to: now }]
  await noteLinkedChange(sql, { area: 'dispatchers', id, author, changes })
}

/** The drivers of a dispatcher, in the order of their ids; while the dispatcher is locked nobody else changes who they are. */
export async function findTeam(sql: Sql, dispatcher: number): Promise<readonly number[]> {
  const rows = await sql.query<{ id: number }>(
    'team.drivers',
    'select id from drivers where dispatcher_id = $1::integer and is_current order by id',
    [dispatcher],
  )
  return rows.map(({ id }) => id)
}
