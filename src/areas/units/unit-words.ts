import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Unit } from '#contract/units/units.ts'
import { modelWords } from '#src/format/model-words.ts'
import { asTitle } from '#src/format/value-words.ts'

/** The known types of each unit kind, in the wire's form. A unit may have another type. */
const TYPES: Readonly<Record<UnitKind, readonly string[]>> = {
  truck: ['sleeper', 'day_cab', 'box_truck'],
  trailer: [
    'dry_van',
    'reefer',
    'flatbed',
    'step_deck',
    'lowboy',
    'tanker',
    'auto_hauler',
    'conestoga',
    'container_chassis',
  ],
}

/** The title of a type: "dry_van" → "Dry van". */
export const typeTitle = (type: string): string => asTitle(type)

/** The types to choose from: all known types of the kind and the unit's own. */
export function typeChoices(kind: UnitKind, present: string | null) {
  const known = TYPES[kind]
  const all = present === null || present === '' || known.includes(present) ? known : [...known, present]
  return all.map((value) => ({ value, title: typeTitle(value) }))
}

/** The looks of a unit in words: "Freightliner Cascadia 2021 · White · Sleeper · P482100". */
export function looksWords(unit: Unit): string {
  const { color, type, extra_info } = unit
  return [modelWords(unit), color, type && typeTitle(type), extra_info.licence_plate].filter(Boolean).join(' · ')
}
