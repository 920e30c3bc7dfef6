import type { Inspection } from '#contract/maintenance/inspections.ts'
import { sortName } from '#contract/wire/people.ts'
import { type FleetManagerName, fleetManagerNames } from '#src/lookups/fleet-managers-queries.ts'
import { lastKnownUnit } from '#src/lookups/unit-miles-queries.ts'
import { prefetch } from '#src/offline/reading/declared-query.ts'
import { derivedList } from '#src/offline/reading/derived-list.ts'

type Manager = Inspection['fleet_manager']

/** The fleet manager with a name in the form that units store. Null if no manager, or more than one, has that name. */
export function managerNamed(name: string, managers: readonly FleetManagerName[]): Manager {
  const isCalled = ({ user }: FleetManagerName) => sortName(user) === name.trim().toLowerCase()
  const [one, other] = managers.filter(isCalled)
  if (one === undefined || other !== undefined) return null
  const { first_name, last_name } = one.user
  return { id: one.id, first_name, last_name }
}

/** The fleet manager of a unit, as far as this device knows. */
export async function managerOf({ kind, id }: Inspection['transport']): Promise<Manager> {
  const [unit] = await Promise.all([lastKnownUnit(kind, id), prefetch(fleetManagerNames)])
  const list = unit && (await derivedList(fleetManagerNames, fleetManagerNames.rules))
  return list ? managerNamed(unit.data.extra_info.fleet_manager_name, list.data.rows) : null
}

/**
 * The fleet manager of a report after its unit changed: the manager of the next unit. A manager whom the user chose
 * (not the manager of the former unit) stays.
 */
export function managerWith(present: Manager, { former, next }: { readonly former: Manager; readonly next: Manager }) {
  return present === null || present.id === former?.id ? next : present
}
