import type { Unit } from '#contract/unit-rows.ts'
import { typeTitle } from './unit-words.ts'

/** What a unit looks like: "Freightliner Cascadia 2021 · White · Sleeper · P482100". */
export function looksWords(unit: Unit): string {
  const { transport_model, year, color, type } = unit
  const plate = unit.kind === 'truck' ? unit.extra_info.licence_plate : null
  const model = [transport_model, year].filter(Boolean).join(' ')
  return [model, color, type && typeTitle(type), plate].filter(Boolean).join(' · ')
}
