import type { Inspection } from '#contract/maintenance/inspections.ts'
import { sortName } from '#contract/wire/people.ts'
import { type FleetManagerName, fleetManagerNames } from '#src/lookups/fleet-managers-queries.ts'
import { lastKnownUnit } from '#src/lookups/unit-miles-queries.ts'
import { prefetch } from '#src/offline/reading/declared-query.ts'
import { derivedList } from '#src/offline/reading/derived-list.ts'

type Manager = Inspection['fleet_manager']

/** The fleet manager of a name, as units tell it; null where none is called so, or more than one. */
export function managerNamed(name: string, managers: readonly FleetManagerName[]): Manager {
  const isCalled = ({ user }: FleetManagerName) => sortName(user) === name.trim().toLowerCase()
  const [one, other] = managers.filter(isCalled)
  if (one === undefined || other !== undefined) return null
  const { first_name, last_name } = one.user
  return { id: one.id, first_name, last_name }
}

/** Who looks after a unit, as far as this device knows. */
export async function managerOf({ kind, id }: Inspection['transport']): Promise<Manager> {
  const [unit] = await Promise.all([lastKnownUnit(kind, id), prefetch(fleetManagerNames)])
  const made = unit && (await derivedList(fleetManagerNames, fleetManagerNames.rules))
  return made ? managerNamed(unit.data.extra_info.fleet_manager_name, made.data.rows) : null
}

/**
 * Who is in charge of a report once another unit is chosen: whoever looks after that one, unless somebody was chosen who
 * does not look after the former one.
 */
export function managerWith(present: Manager, { former, next }: { readonly former: Manager; readonly next: Manager }) {
  return present === null || present.id === former?.id ? next : present
}
