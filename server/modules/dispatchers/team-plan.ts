import type { DispatcherChange } from '#contract/people/dispatcher-changes.ts'
import { fullName } from '#contract/wire/people.ts'
import { invalid, Problem } from '#server/base/problem.ts'

interface Named {
  readonly first_name: string
  readonly last_name: string
}

/** A driver whom a change names, with who leads them now. */
export interface NamedDriver extends Named {
  readonly id: number
  readonly dispatcher: (Named & { readonly id: number }) | null
}

type Teaming = Pick<DispatcherChange, 'driver_ids' | 'add_drivers' | 'remove_drivers'>

/** The field of a change that says who comes; a refusal to take somebody in stands there. */
export const comingField = ({ driver_ids }: Teaming) => (driver_ids === undefined ? 'add_drivers' : 'driver_ids')

/**
 * The ids of all drivers that a change names; null when it is not about drivers. Throws a 400 when it says who they are in
 * two ways at once.
 */
export function namedDrivers({ driver_ids, add_drivers = [], remove_drivers = [] }: Teaming): readonly number[] | null {
  const comeOrGo = [...add_drivers.map(({ id }) => id), ...remove_drivers]
  if (driver_ids === undefined) {
    const both = add_drivers.some(({ id }) => remove_drivers.includes(id))
    if (both) throw invalid({ add_drivers: ['The same driver can not come and go at once.'] })
    return comeOrGo.length === 0 ? null : comeOrGo
  }
  if (comeOrGo.length > 0) {
    throw invalid({ driver_ids: ['Say either who all the drivers are, or who comes and who goes.'] })
  }
  return driver_ids
}

const inOrder = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b)

/** The drivers that a change names as all of them, each once and in the order of their ids; undefined when it does not. */
export const allDrivers = ({ driver_ids }: Teaming) => driver_ids && inOrder(driver_ids)

/** Who the drivers are after some come and go; `now` when it is the same people. */
export function afterComingAndGoing(
  now: readonly number[],
  { add_drivers = [], remove_drivers = [] }: Teaming,
): readonly number[] {
  const going = new Set(remove_drivers)
  const after = inOrder([...now, ...add_drivers.map(({ id }) => id)]).filter((id) => !going.has(id))
  return after.length === now.length && after.every((id, at) => id === now[at]) ? now : after
}

/**
 * Refuses drivers that there are not, and those who have been given to somebody else since the person looked, with their
 * ids beside the words (see `refusedOnes`).
 * @param coming the ids of those who are not this dispatcher's yet
 * @param known the drivers named, as they are now
 */
export function refuseComing(
  change: Teaming,
  coming: readonly number[],
  known: ReadonlyMap<number, NamedDriver>,
): void {
  const from = new Map(change.add_drivers?.map((one) => [one.id, one.from]))
  const refused = new Map<number, string>()
  for (const id of coming) {
    const driver = known.get(id)
    if (!driver) refused.set(id, 'There is no such driver.')
    else if (change.driver_ids === undefined && from.get(id) !== (driver.dispatcher?.id ?? null))
      refused.set(id, movedSince(driver))
  }
  if (refused.size === 0) return
  const words = [...new Set(refused.values())]
  throw new Problem(400, { [comingField(change)]: words, refused: [...refused.keys()] })
}

function movedSince({ dispatcher, ...driver }: NamedDriver): string {
  if (!dispatcher) return `${fullName(driver)} has no dispatcher any more.`
  return `${fullName(driver)} has been given to ${fullName(dispatcher)} in the meantime.`
}
