import type { TollVehicle } from '#contract/expenses/tolls.ts'

/** Identifies a vehicle in a choice. */
export function tollVehicleValue({ Plate, TransponderId, UnitNumber }: TollVehicle): string {
  return `${Plate}-${TransponderId}-${UnitNumber}`
}

/** The vehicle's name: its unit number, or else its plate or its transponder. */
export function tollVehicleTitle({ Plate, TransponderId, UnitNumber }: TollVehicle): string {
  return UnitNumber || Plate || TransponderId
}

/**
 * Whether two vehicles are the same truck, even if its plate, number or transponder has changed. Transponders move
 * between trucks, so a transponder only identifies a truck without plate and number. Numbers move too: the same number
 * with another plate and another transponder is another truck.
 */
export function isSameVehicle(one: TollVehicle, other: TollVehicle): boolean {
  const has = (field: keyof TollVehicle) => one[field] !== '' && one[field] === other[field]
  const isOther = (field: keyof TollVehicle) => one[field] !== '' && other[field] !== '' && one[field] !== other[field]
  const isNumbered = has('UnitNumber') && !(isOther('Plate') && isOther('TransponderId'))
  return isNumbered || has('Plate') || (one.UnitNumber + one.Plate === '' && has('TransponderId'))
}
