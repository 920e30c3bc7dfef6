import type { DispatcherName } from '#contract/people/dispatchers.ts'
import type { DriverName } from '#contract/people/drivers.ts'
import { folded } from '#contract/text/folded.ts'
import { codeText, hasWords, searchWords } from '#contract/text/search.ts'
import { fullName } from '#contract/wire/people.ts'
import type { ChangeDrivers } from '../dispatcher-drivers-commands.ts'

/** A list with more drivers than this has a search field. */
export const SEARCH_BEYOND = 8

type Ids = ReadonlySet<number>

/** The drivers to choose from: the dispatcher's current drivers first, then all others who are not in Firing. */
export function driversToChoose(drivers: readonly DriverName[], present: Ids): readonly DriverName[] {
  const others = drivers.filter(({ id, current_status }) => !present.has(id) && current_status !== 'firing_process')
  return [...drivers.filter(({ id }) => present.has(id)), ...others]
}

/** The drivers whose name or units contain all words of a search. */
export function matchingDrivers(drivers: readonly DriverName[], search: string): readonly DriverName[] {
  const words = searchWords(search)
  if (words.length === 0) return drivers
  return drivers.filter(({ user, truck, trailer }) =>
    hasWords(`${folded(fullName(user))} ${codeText(truck)} ${codeText(trailer)}`, words),
  )
}

/** Whether the choice differs from the current team. */
export function isChangedTeam(present: Ids, chosen: Ids): boolean {
  return present.size !== chosen.size || [...chosen].some((id) => !present.has(id))
}

interface TeamChoice {
  readonly dispatcher: DispatcherName
  /** `present`: the team when the dialog opened. `chosen`: the new team. */
  readonly present: Ids
  readonly chosen: Ids
  readonly drivers: readonly DriverName[]
  /** The dispatchers by id. */
  readonly dispatchers: ReadonlyMap<number, DispatcherName>
}

/** The change for a choice: the added drivers with their former dispatchers, and the removed drivers. */
export function changeOf({ dispatcher, present, chosen, drivers, dispatchers }: TeamChoice): ChangeDrivers {
  const named = ({ id, user, truck, trailer }: DriverName) => ({
    id,
    name: fullName(user),
    units: [truck, trailer].filter((unit) => unit !== null),
  })
  const come = drivers.filter(({ id }) => chosen.has(id) && !present.has(id))
  const go = drivers.filter(({ id }) => present.has(id) && !chosen.has(id))
  const { id, user } = dispatcher
  return {
    dispatcher: { id, user },
    add: come.map((driver) => ({ ...named(driver), from: dispatcherOf(driver, dispatchers) })),
    remove: go.map(named),
  }
}

/** The driver's dispatcher; null for none. */
export function dispatcherOf(
  { dispatcher }: DriverName,
  dispatchers: ReadonlyMap<number, DispatcherName>,
): DispatcherName | null {
  return dispatcher === null ? null : (dispatchers.get(dispatcher) ?? null)
}

/** The dispatchers by id. */
export function byId(dispatchers: readonly DispatcherName[]): ReadonlyMap<number, DispatcherName> {
  return new Map(dispatchers.map(({ id, user }) => [id, { id, user }]))
}
