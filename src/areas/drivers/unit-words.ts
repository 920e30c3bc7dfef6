import { fullName } from '#contract/people.ts'
import type { UnitName, UnitSort } from '#contract/units.ts'

export const UNIT_TITLES: Readonly<Record<UnitSort, string>> = { truck: 'Truck', trailer: 'Trailer' }

/** What kind of vehicle it is: "Freightliner Cascadia 2021". */
export function modelWords({ transport_model, year }: UnitName): string {
  return [transport_model, year].filter(Boolean).join(' ')
}

/** "1042 · Freightliner Cascadia 2021 · Maria Lopez", as far as that is known. */
export function unitTitle(unit: UnitName): string {
  return [unit.id, modelWords(unit), unit.driver === null ? '' : fullName(unit.driver)].filter(Boolean).join(' · ')
}
