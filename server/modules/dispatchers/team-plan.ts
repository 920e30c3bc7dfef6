import type { DispatcherChange } from '#contract/people/dispatcher-changes.ts'
import { fullName } from '#contract/wire/people.ts'
import { invalid, Problem } from '#server/base/problem.ts'

interface PersonName {
  readonly first_name: string
  readonly last_name: string
}

/** A driver in a change, with the driver's current dispatcher. */
export interface NamedDriver extends PersonName {
  readonly id: number
  readonly dispatcher: (PersonName & { readonly id: number }) | null
}

type TeamChange = Pick<DispatcherChange, 'driver_ids' | 'add_drivers' | 'remove_drivers'>

/** The field of a change that adds drivers. Errors about added drivers are reported under this field. */
export const addedDriversField = ({ driver_ids }: TeamChange) =>
  driver_ids === undefined ? 'add_drivers' : 'driver_ids'

/**
 * The ids of all drivers in a change; null when the change contains no drivers. Throws a 400 when it lists both all
 * drivers and additions or removals, or adds and removes the same driver.
 */
export function namedDrivers({
  driver_ids,
  add_drivers = [],
  remove_drivers = [],
}: TeamChange): readonly number[] | null {
  const changedIds = [...add_drivers.map(({ id }) => id), ...remove_drivers]
  if (driver_ids === undefined) {
    const both = add_drivers.some(({ id }) => remove_drivers.includes(id))
    if (both) throw invalid({ add_drivers: ['The same driver can’t be added and removed in one change.'] })
    return changedIds.length === 0 ? null : changedIds
  }
  if (changedIds.length > 0) {
    throw invalid({ driver_ids: ['Say either who all the drivers are, or who comes and who goes.'] })
  }
  return driver_ids
}

const inOrder = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b)

/** The complete list of drivers in a change, without duplicates and sorted by id; undefined when it has none. */
export const completeTeam = ({ driver_ids }: TeamChange) => driver_ids && inOrder(driver_ids)

/** The drivers after additions and removals; the array `now` itself when nothing changes. */
export function teamAfterChange(
  now: readonly number[],
  { add_drivers = [], remove_drivers = [] }: TeamChange,
): readonly number[] {
  const going = new Set(remove_drivers)
  const after = inOrder([...now, ...add_drivers.map(({ id }) => id)]).filter((id) => !going.has(id))
  return after.length === now.length && after.every((id, at) => id === now[at]) ? now : after
}

/**
 * Throws a 400 for added drivers who do not exist, and for drivers who have moved to another dispatcher since the user
 * saw them. The response also contains their ids (see `refusedIdsExtra`).
 * @param added the ids of the drivers who are new to this dispatcher
 * @param known the drivers in the change, in their current state
 */
export function refuseAddedDrivers(
  change: TeamChange,
  added: readonly number[],
  known: ReadonlyMap<number, NamedDriver>,
): void {
  const from = new Map(change.add_drivers?.map((one) => [one.id, one.from]))
  const refused = new Map<number, string>()
  for (const id of added) {
    const driver = known.get(id)
    if (!driver) refused.set(id, 'There is no such driver.')
    else if (change.driver_ids === undefined && from.get(id) !== (driver.dispatcher?.id ?? null))
      refused.set(id, movedText(driver))
  }
  if (refused.size === 0) return
  const words = [...new Set(refused.values())]
  throw new Problem(400, { [addedDriversField(change)]: words, refused: [...refused.keys()] })
}

function movedText({ dispatcher, ...driver }: NamedDriver): string {
  if (!dispatcher) return `${fullName(driver)} has no dispatcher any more.`
  return `${fullName(driver)} has been given to ${fullName(dispatcher)} in the meantime.`
}
