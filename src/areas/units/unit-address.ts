import { unitRefOf } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import type { UnitRef } from '#src/lookups/unit-url.ts'
import { NO_VERSION_YET } from './changes/seen-unit.ts'

/** What an address needs of a unit. */
export type AddressedUnit = Pick<Unit, 'kind' | 'id' | 'client_id' | 'version'>

/** How addresses name a unit. The id of a unit that is not created at the server yet is provisional. */
export function unitRefIn(unit: AddressedUnit): UnitRef {
  return { kind: unit.kind, id: unit.version === NO_VERSION_YET ? unitRefOf(unit) : unit.id }
}

/** The ids by which reports name a unit: those that a device created with the unit name it by its client id. */
export function unitIds(unit: AddressedUnit): readonly string[] {
  const { client_id } = unit
  return [...new Set([unitRefIn(unit).id, ...(client_id === null ? [] : [client_id])])]
}

/** The address of a unit's page, for a link. */
export function unitAddress(unit: AddressedUnit) {
  const { kind, id } = unitRefIn(unit)
  return { to: '/units/$kind/$id', params: { kind, id } } as const
}
