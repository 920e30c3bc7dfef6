import type { RecordCodes } from '#contract/text/code-rank.ts'
import type { SearchedText } from '#contract/text/hits.ts'
import { type UnitLabel, unitNumberOf } from './unit-names.ts'

/** The characters at the end of a VIN by which people name a unit. */
const VIN_END = 6

interface UnitMarks extends UnitLabel {
  readonly licence_plate?: string | null | undefined
  readonly vin?: string | null | undefined
}

/** The codes of a unit, for the rank of a search: its number, its plate and the end of its VIN. */
export function unitCodes(unit: UnitMarks): RecordCodes {
  return { number: unitNumberOf(unit), others: [unit.licence_plate ?? null, unit.vin?.slice(-VIN_END) ?? null] }
}

/** The texts by which pickers find a unit, in addition to its title. The number is a part of its name there. */
export function unitNameTexts(unit: UnitMarks): readonly SearchedText[] {
  return [
    { title: 'name', text: unitNumberOf(unit), isCode: true },
    { title: 'license plate', text: unit.licence_plate ?? '', isCode: true },
    { title: 'VIN', text: unit.vin?.slice(-VIN_END) ?? '' },
  ]
}
