import type { Inspection } from '#contract/maintenance/inspections.ts'
import { type UnitName, unitRefOf } from '#contract/units/unit-names.ts'
import { transportOf } from '#src/areas/maintenance/inspection-choices.ts'

type Transport = Inspection['transport']

/**
 * The other unit of the same driver, as far as the device knows: the trailer of a truck, or the truck of a trailer. A
 * driver walks around both at once. Null for none.
 */
export function coupledUnit(
  { id, kind }: Pick<Transport, 'id' | 'kind'>,
  units: readonly UnitName[],
): Transport | null {
  const own = units.find((unit) => unit.kind === kind && (unitRefOf(unit) === id || unit.id === id))
  const driver = own?.driver
  if (!driver) return null
  const other = units.find((unit) => unit.kind !== kind && unit.driver?.id === driver.id)
  return other ? transportOf(other) : null
}
