import type { DispatcherName } from '#contract/people/dispatchers.ts'
import type { DriverName } from '#contract/people/drivers.ts'
import { folded } from '#contract/text/folded.ts'
import { codeText, hasWords, searchWords } from '#contract/text/search.ts'
import { fullName } from '#contract/wire/people.ts'
import type { ChangeDrivers } from '../dispatcher-drivers-commands.ts'

/** Beyond so many, a list can be searched. */
export const SEARCH_BEYOND = 8

type Ids = ReadonlySet<number>

/** Whom a dispatcher may be given: the present drivers first, then all others who are not in Firing. */
export function choosable(drivers: readonly DriverName[], present: Ids): readonly DriverName[] {
  const others = drivers.filter(({ id, current_status }) => !present.has(id) && current_status !== 'firing_process')
  return [...drivers.filter(({ id }) => present.has(id)), ...others]
}

/** The drivers in whose name or units all words of a search stand. */
export function found(drivers: readonly DriverName[], search: string): readonly DriverName[] {
  const words = searchWords(search)
  if (words.length === 0) return drivers
  return drivers.filter(({ user, truck, trailer }) =>
    hasWords(`${folded(fullName(user))} ${codeText(truck)} ${codeText(trailer)}`, words),
  )
}

/** Whether the choice differs from what there was. */
export function differs(present: Ids, chosen: Ids): boolean {
  return present.size !== chosen.size || [...chosen].some((id) => !present.has(id))
}

interface Choice {
  readonly dispatcher: DispatcherName
  /** Whom the dispatcher led when the choice began, and whom from now on. */
  readonly present: Ids
  readonly chosen: Ids
  readonly drivers: readonly DriverName[]
  /** By their ids. */
  readonly dispatchers: ReadonlyMap<number, DispatcherName>
}

/** The change that a choice makes: who comes, from whom, and who goes. */
export function changeOf({ dispatcher, present, chosen, drivers, dispatchers }: Choice): ChangeDrivers {
  const named = ({ id, user }: DriverName) => ({ id, name: fullName(user) })
  const come = drivers.filter(({ id }) => chosen.has(id) && !present.has(id))
  const go = drivers.filter(({ id }) => present.has(id) && !chosen.has(id))
  const { id, user } = dispatcher
  return {
    dispatcher: { id, user },
    add: come.map((driver) => ({ ...named(driver), from: leaderOf(driver, dispatchers) })),
    remove: go.map(named),
  }
}

/** Whose a driver is; null for nobody's. */
export function leaderOf(
  { dispatcher }: DriverName,
  dispatchers: ReadonlyMap<number, DispatcherName>,
): DispatcherName | null {
  return dispatcher === null ? null : (dispatchers.get(dispatcher) ?? null)
}

/** Dispatchers by their ids. */
export function byId(dispatchers: readonly DispatcherName[]): ReadonlyMap<number, DispatcherName> {
  return new Map(dispatchers.map(({ id, user }) => [id, { id, user }]))
}
