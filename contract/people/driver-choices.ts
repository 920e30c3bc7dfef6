import * as z from 'zod/mini'

/** The five duty statuses of a driver; a day of the schedule has one of them too. Labels as the trade writes them. */
export const DUTY_STATUSES = [
  { value: 'on_the_road', title: 'On The Road', color: 'green' },
  { value: 'safety_orientation', title: 'Safety Orientation', color: 'yellow' },
  { value: 'firing_process', title: 'Firing', color: 'red' },
  { value: 'on_vacation', title: 'Vacation', color: 'blue' },
  { value: 'detention__layover', title: 'Detention / Layover', color: 'gray' },
] as const
export type DutyStatus = (typeof DUTY_STATUSES)[number]['value']

export const dutyStatus = z.enum(DUTY_STATUSES.map((status) => status.value))

/** Title and color of a status. */
export function dutyStatusOf(value: DutyStatus): (typeof DUTY_STATUSES)[number] {
  const found = DUTY_STATUSES.find((status) => status.value === value)
  if (!found) throw new Error(`unknown duty status "${value}"`)
  return found
}

/** The orders of the list, as `ordering` names them; ties go by name and id. */
export const DRIVER_ORDERINGS = ['first_name,last_name', 'dispatcher', 'status'] as const
export type DriverOrdering = (typeof DRIVER_ORDERINGS)[number]
