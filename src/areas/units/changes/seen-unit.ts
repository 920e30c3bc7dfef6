import * as z from 'zod/mini'
import { driverKind } from '#contract/people/drivers.ts'
import { unitNumberOf, unitRefOf } from '#contract/units/unit-names.ts'
import { trailer, truck, type Unit } from '#contract/units/units.ts'
import { modelWords } from '#src/format/model-words.ts'
import { type RecordKey, recordKey } from '#src/offline/command.ts'
import { UNIT_WORDS } from '../unit-kinds.ts'

/** A unit as seen by the author of a change, stored with the change. */
export const seenUnit = z.union([truck, trailer])

/** The version of a unit that the server does not have yet. */
export const NO_VERSION_YET = 0

/** The version to send with a change; null for a unit that is not created yet. */
export const seenVersionOf = ({ version }: Unit) => (version === NO_VERSION_YET ? null : version)

export function driverKeyOf(driver: number): RecordKey {
  return recordKey(driverKind, `${driver}`)
}

/** The name of a trailer until the server has numbered it. */
export const NEW_TRAILER = 'New trailer'

/** The title of a unit: "Truck 1042". */
export function unitTitle(unit: Pick<Unit, 'kind' | 'id' | 'number'>): string {
  return unit.id === NEW_TRAILER ? unit.id : `${UNIT_WORDS[unit.kind].title} ${unitNumberOf(unit)}`
}

/**
 * The record of a change in words: the unit's number, or its looks while it has none, because several units may have no
 * number yet.
 */
export function recordWords(
  unit: Parameters<typeof modelWords>[0] & Pick<Unit, 'kind' | 'id' | 'number' | 'color'>,
): string {
  if (unit.id !== NEW_TRAILER) return unitTitle(unit)
  return [unitTitle(unit), modelWords(unit), unit.color].filter(Boolean).join(', ')
}

/**
 * The address of a unit's page. A unit of this device is named by its client id: another unit may get its number before
 * the server has it.
 */
export const unitPage = ({ was }: { readonly was: Pick<Unit, 'kind' | 'id' | 'client_id' | 'version'> }): string =>
  `/units/${was.kind}/${encodeURIComponent(was.version === NO_VERSION_YET ? unitRefOf(was) : was.id)}`
