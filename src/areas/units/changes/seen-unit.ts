import * as z from 'zod/mini'
import { driverKind } from '#contract/people/drivers.ts'
import { numberOf } from '#contract/units/unit-names.ts'
import { trailer, truck, type Unit } from '#contract/units/units.ts'
import { modelWords } from '#src/format/model-words.ts'
import { type RecordKey, recordKey } from '#src/offline/command.ts'
import { UNIT_WORDS } from '../unit-kinds.ts'

/** A unit as the person saw it when making a change, as it is kept with the change. */
export const seenUnit = z.union([truck, trailer])

/** A unit that the server has not seen yet has no version there. */
export const NO_VERSION_YET = 0

/** The version to name with a change; null for a unit that waits to be made. */
export const seenVersionOf = ({ version }: Unit) => (version === NO_VERSION_YET ? null : version)

export function driverKeyOf(driver: number): RecordKey {
  return recordKey(driverKind, `${driver}`)
}

/** What a trailer is called until the server has numbered it. */
export const NEW_TRAILER = 'New trailer'

/** "Truck 1042". */
export function unitTitle(unit: Pick<Unit, 'kind' | 'id' | 'number'>): string {
  return unit.id === NEW_TRAILER ? unit.id : `${UNIT_WORDS[unit.kind].title} ${numberOf(unit)}`
}

/** What a change is about: a unit by its number, or by what it looks like, for several may wait to be numbered. */
export function recordWords(
  unit: Parameters<typeof modelWords>[0] & Pick<Unit, 'kind' | 'id' | 'number' | 'color'>,
): string {
  if (unit.id !== NEW_TRAILER) return unitTitle(unit)
  return [unitTitle(unit), modelWords(unit), unit.color].filter(Boolean).join(', ')
}
