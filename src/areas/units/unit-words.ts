import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Unit } from '#contract/units/units.ts'
import { modelWords } from '#src/format/model-words.ts'
import { asTitle } from '#src/format/value-words.ts'

/** The types that there are of each kind, as the wire has them; a unit may have another one. */
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

/** "dry_van" → "Dry van". */
export const typeTitle = (type: string): string => asTitle(type)

/** The types to choose from: all that are known of the kind, and what the unit has. */
export function typeChoices(sort: UnitKind, present: string | null) {
  const known = TYPES[sort]
  const all = present === null || present === '' || known.includes(present) ? known : [...known, present]
  return all.map((value) => ({ value, title: typeTitle(value) }))
}

/** What a unit looks like: "Freightliner Cascadia 2021 · White · Sleeper · P482100". */
export function looksWords(unit: Unit): string {
  const { color, type } = unit
  const plate = unit.kind === 'truck' ? unit.extra_info.licence_plate : null
  return [modelWords(unit), color, type && typeTitle(type), plate].filter(Boolean).join(' · ')
}
