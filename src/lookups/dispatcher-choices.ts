import type { DispatcherName, DispatcherToPick } from '#contract/people/dispatchers.ts'
import { fullName } from '#contract/wire/people.ts'
import type { PickChoice } from '#src/offline/command.ts'
import { allRows } from '#src/offline/reading/all-rows.ts'
import { dispatcherNames } from './dispatcher-name-queries.ts'

/** A dispatcher to pick, or none. */
export interface DispatcherChoice extends PickChoice {
  readonly content: DispatcherName | null
}

/** Who can lead a driver or a unit, by name; first nobody. Who does not work leads nobody, but the one `present` stays to be seen. */
export function choicesOf(
  dispatchers: readonly DispatcherToPick[],
  present: number | null,
): readonly DispatcherChoice[] {
  const offered = dispatchers.filter(({ id, status }) => status === 'working' || id === present)
  return [
    { value: '', title: 'No dispatcher', content: null },
    ...offered.map(({ id, user }) => ({ value: `${id}`, title: fullName(user), content: { id, user } })),
  ]
}

/** The same for the Outbox, from what the device knows. Throws, with words for the person, when they are not to be had. */
export async function dispatcherChoices(present: number | null): Promise<readonly DispatcherChoice[]> {
  return choicesOf(await allRows(dispatcherNames, 'Dispatchers'), present)
}
