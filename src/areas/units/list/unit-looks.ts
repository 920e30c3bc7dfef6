import type { Unit } from '#contract/units/unit-rows.ts'
import { modelWords } from '#src/format/model-words.ts'
import { typeTitle } from '../unit-words.ts'

/** What a unit looks like: "Freightliner Cascadia 2021 · White · Sleeper · P482100". */
export function looksWords(unit: Unit): string {
  const { color, type } = unit
  const plate = unit.kind === 'truck' ? unit.extra_info.licence_plate : null
  return [modelWords(unit), color, type && typeTitle(type), plate].filter(Boolean).join(' · ')
}
