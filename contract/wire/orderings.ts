/** The orders of lists, as `ordering` names them and the addresses of pages say them. Ties are broken by id. */

/** `-id` puts the newest first. */
export const USER_ORDERINGS = ['first_name,last_name', 'role', '-id'] as const
export type UserOrdering = (typeof USER_ORDERINGS)[number]

export const DRIVER_ORDERINGS = ['first_name,last_name', 'dispatcher', 'status'] as const
export type DriverOrdering = (typeof DRIVER_ORDERINGS)[number]

export const DISPATCHER_ORDERINGS = ['first_name,last_name', 'status'] as const
export type DispatcherOrdering = (typeof DISPATCHER_ORDERINGS)[number]

export const SCHEDULE_ORDERINGS = ['first_name,last_name', 'status'] as const
export type ScheduleOrdering = (typeof SCHEDULE_ORDERINGS)[number]

/** The orders of trucks and of trailers; `id` is what a unit is called. */
const UNIT_ORDERS = ['id', 'year', 'miles_driven', 'type'] as const
export type UnitOrder = (typeof UNIT_ORDERS)[number]
export const UNIT_ORDERINGS = [...UNIT_ORDERS, ...UNIT_ORDERS.map((order) => `-${order}` as const)] as const
export type UnitOrdering = (typeof UNIT_ORDERINGS)[number]

/** Which order it is, and whether it runs from the last to the first. */
export function orderOf(ordering: UnitOrdering): { readonly order: UnitOrder; readonly isDescending: boolean } {
  const order = UNIT_ORDERS.find((one) => one === ordering || `-${one}` === ordering) ?? 'id'
  return { order, isDescending: ordering.startsWith('-') }
}
