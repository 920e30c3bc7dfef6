import { fleetManagerNames } from '#src/lookups/fleet-managers-queries.ts'
import { unitList } from '#src/lookups/unit-name-queries.ts'
import type { PickChoice } from '#src/offline/command.ts'
import { allRows } from '#src/offline/reading/all-rows.ts'
import { managerChoices, transportChoices } from './inspection-choices.ts'

/**
 * The choices of units for the Outbox. Both loaders throw an error with a user-visible text if no list is available.
 */
export async function loadTransportChoices(
  present: Parameters<typeof transportChoices>[1],
): Promise<readonly PickChoice[]> {
  const units = await Promise.all([allRows(unitList('truck'), 'Trucks'), allRows(unitList('trailer'), 'Trailers')])
  return transportChoices(units.flat(), present)
}

export async function loadManagerChoices(
  present: Parameters<typeof managerChoices>[1],
): Promise<readonly PickChoice[]> {
  return managerChoices(await allRows(fleetManagerNames, 'Fleet managers'), present)
}
