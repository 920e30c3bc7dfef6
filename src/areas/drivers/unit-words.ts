import type { UnitKind } from '#contract/units/unit-choices.ts'
import { numberWords, type UnitName } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { modelWords } from '#src/format/model-words.ts'

export const UNIT_TITLES: Readonly<Record<UnitKind, string>> = { truck: 'Truck', trailer: 'Trailer' }

/** "1042 · Freightliner Cascadia 2021 · Maria Lopez", as far as that is known. */
export function unitTitle(unit: UnitName): string {
  return [numberWords(unit), modelWords(unit), unit.driver === null ? '' : fullName(unit.driver)]
    .filter(Boolean)
    .join(' · ')
}
