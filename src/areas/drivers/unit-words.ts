import type { UnitKind } from '#contract/units/unit-choices.ts'
import { type UnitName, unitNumberWords } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { modelWords } from '#src/format/model-words.ts'

export const UNIT_TITLES: Readonly<Record<UnitKind, string>> = { truck: 'Truck', trailer: 'Trailer' }

/** A unit in words, as far as known: "1042 · Freightliner Cascadia 2021 · Maria Lopez". */
export function unitTitle(unit: UnitName): string {
  return [unitNumberWords(unit), modelWords(unit), unit.driver === null ? '' : fullName(unit.driver)]
    .filter(Boolean)
    .join(' · ')
}
