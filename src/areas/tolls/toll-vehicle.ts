import type { TollVehicle } from '#contract/expenses/tolls.ts'

/** How one is told from the others in a choice. */
export function tollVehicleValue({ Plate, TransponderId, UnitNumber }: TollVehicle): string {
  return `${Plate}-${TransponderId}-${UnitNumber}`
}

/** What people call it: its unit number; of a truck without one its plate, or its transponder. */
export function tollVehicleTitle({ Plate, TransponderId, UnitNumber }: TollVehicle): string {
  return UnitNumber || Plate || TransponderId
}

/**
 * The same truck, also when its plate, its number or its transponder has changed since. Transponders move between trucks: one
 * tells only a truck that has nothing else. A number goes on to other trucks: one that is told otherwise in all else is another.
 */
export function isSameVehicle(one: TollVehicle, other: TollVehicle): boolean {
  const has = (field: keyof TollVehicle) => one[field] !== '' && one[field] === other[field]
  const isOther = (field: keyof TollVehicle) => one[field] !== '' && other[field] !== '' && one[field] !== other[field]
  const isNumbered = has('UnitNumber') && !(isOther('Plate') && isOther('TransponderId'))
  return isNumbered || has('Plate') || (one.UnitNumber + one.Plate === '' && has('TransponderId'))
}
