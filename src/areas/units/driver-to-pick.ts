import type { DriverName } from '#contract/drivers.ts'
import { fullName } from '#contract/people.ts'
import type { UnitName, UnitSort } from '#contract/units.ts'
import { allRows } from '#src/offline/all-rows.ts'
import type { PickChoice } from '#src/offline/command.ts'
import { driverNames } from '#src/picks/driver-name-queries.ts'
import { unitList } from '#src/picks/unit-name-queries.ts'
import type { UnitDriver } from './new-unit.ts'

/** A driver to pick, or none. */
export interface DriverToPick extends PickChoice {
  readonly content: UnitDriver | null
}

/**
 * Who may be given a new unit of a kind: nobody, who has none, then who has one already, told by it. Behind them those in
 * Firing, with the reason. `units`: of that kind, as far as they are known here.
 */
export function driversToPick(
  drivers: readonly DriverName[],
  sort: UnitSort,
  units: readonly Pick<UnitName, 'id' | 'client_id' | 'driver'>[],
): readonly DriverToPick[] {
  const choice =
    (group: string, isDisabled?: true) =>
    (row: DriverName): DriverToPick => {
      const { id, user } = row
      const had = row[sort]
      const known = units.find((unit) => unit.id === had && unit.driver?.id === id)
      return {
        value: `${id}`,
        title: had === null ? fullName(user) : `${fullName(user)} · has ${had}`,
        group,
        content: {
          driver: { id, first_name: user.first_name, last_name: user.last_name },
          had: had === null ? null : { id: had, client_id: known?.client_id ?? null },
        },
        ...(isDisabled && { isDisabled }),
      }
    }
  const isFiring = ({ current_status }: DriverName) => current_status === 'firing_process'
  const others = drivers.filter((row) => !isFiring(row))
  return [
    { value: '', title: 'No driver', content: null },
    ...others.filter((row) => row[sort] === null).map(choice(`Without a ${sort}`)),
    ...others.filter((row) => row[sort] !== null).map(choice(`Who will have this ${sort} instead`)),
    ...drivers.filter(isFiring).map(choice('In Firing: their units can’t be changed', true)),
  ]
}

/** The same for the Outbox, from what the device knows. Throws, with words for the person, when they are not to be had. */
export async function loadDriversToPick(sort: UnitSort): Promise<readonly DriverToPick[]> {
  const drivers = await allRows(driverNames, 'Drivers')
  // By their ids alone the units are named as well, but for those that no server has heard of.
  const units = await allRows(unitList(sort), 'Units').catch(() => [])
  return driversToPick(drivers, sort, units)
}
