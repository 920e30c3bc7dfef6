import * as z from 'zod/mini'

export const UNIT_KINDS = ['truck', 'trailer'] as const
export type UnitKind = (typeof UNIT_KINDS)[number]

/** "Truck": before a number or a name. */
export const kindTitle = (kind: UnitKind): string => (kind === 'truck' ? 'Truck' : 'Trailer')

/** The four statuses of a truck or a trailer. A unit is `assigned` exactly when it has a driver. */
export const VEHICLE_STATUSES = [
  { value: 'assigned', title: 'Assigned', color: 'green' },
  { value: 'on_service', title: 'On Service', color: 'yellow' },
  { value: 'for_sale', title: 'For Sale', color: 'blue' },
  { value: 'unassigned', title: 'Unassigned', color: 'gray' },
] as const
export type VehicleStatus = (typeof VEHICLE_STATUSES)[number]['value']
export const vehicleStatus = z.enum(VEHICLE_STATUSES.map((status) => status.value))

/** Title and color of a status. */
export function vehicleStatusOf(value: VehicleStatus): (typeof VEHICLE_STATUSES)[number] {
  const choice = VEHICLE_STATUSES.find((status) => status.value === value)
  if (!choice) throw new Error(`unknown vehicle status "${value}"`)
  return choice
}

/**
 * The sort orders of both lists: the values of `ordering`, with `-` for descending. `id` sorts by the unit's number.
 */
const UNIT_ORDERS = ['id', 'year', 'miles_driven', 'type'] as const
export type UnitOrder = (typeof UNIT_ORDERS)[number]
export const UNIT_ORDERINGS = [...UNIT_ORDERS, ...UNIT_ORDERS.map((order) => `-${order}` as const)] as const
export type UnitOrdering = (typeof UNIT_ORDERINGS)[number]

/** The sort order and the direction of an `ordering`. */
export function orderOf(ordering: UnitOrdering): { readonly order: UnitOrder; readonly isDescending: boolean } {
  const order = UNIT_ORDERS.find((one) => one === ordering || `-${one}` === ordering) ?? 'id'
  return { order, isDescending: ordering.startsWith('-') }
}
