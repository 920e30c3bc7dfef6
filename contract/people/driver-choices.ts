import * as z from 'zod/mini'

/** The five duty statuses of drivers and of days in the schedule. Titles as the trade writes them. */
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
  const choice = DUTY_STATUSES.find((status) => status.value === value)
  if (!choice) throw new Error(`unknown duty status "${value}"`)
  return choice
}

/** The sort orders of the list: the values of `ordering`. Equal rows are sorted by name, then by id. */
export const DRIVER_ORDERINGS = ['first_name,last_name', 'dispatcher', 'status'] as const
export type DriverOrdering = (typeof DRIVER_ORDERINGS)[number]
