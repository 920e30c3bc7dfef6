import type { DispatcherName, DispatcherOption } from '#contract/people/dispatchers.ts'
import { fullName } from '#contract/wire/people.ts'
import type { PickChoice } from '#src/offline/command.ts'
import { allRows } from '#src/offline/reading/all-rows.ts'
import { dispatcherNames } from './dispatcher-name-queries.ts'

/** A choice in a dispatcher picker: a dispatcher or "No dispatcher". */
export interface DispatcherChoice extends PickChoice {
  readonly content: DispatcherName | null
}

/**
 * The dispatchers that a driver or a unit can have, by name, after "No dispatcher". Only working dispatchers are
 * offered, and the current one (`present`, an id) whatever their status.
 */
export function dispatchersToOffer(
  dispatchers: readonly DispatcherOption[],
  present: number | null,
): readonly DispatcherChoice[] {
  const offered = dispatchers.filter(({ id, status }) => status === 'working' || id === present)
  return [
    { value: '', title: 'No dispatcher', content: null },
    ...offered.map(({ id, user }) => ({ value: `${id}`, title: fullName(user), content: { id, user } })),
  ]
}

/**
 * The same for the Outbox, from the device's data. Throws an error with a message for the user when the names can't be
 * loaded.
 */
export async function dispatcherChoices(present: number | null): Promise<readonly DispatcherChoice[]> {
  return dispatchersToOffer(await allRows(dispatcherNames, 'Dispatchers'), present)
}
