import * as z from 'zod/mini'

/** The five duty statuses of a driver; a day of the schedule has one of them too. Labels as the trade writes them. */
export const DUTY_STATUSES = [
  { value: 'on_the_road', title: 'On The Road', colour: 'green' },
  { value: 'safety_orientation', title: 'Safety Orientation', colour: 'yellow' },
  { value: 'firing_process', title: 'Firing', colour: 'red' },
  { value: 'on_vacation', title: 'Vacation', colour: 'blue' },
  { value: 'detention__layover', title: 'Detention / Layover', colour: 'gray' },
] as const
export type DutyStatus = (typeof DUTY_STATUSES)[number]['value']

export const dutyStatus = z.enum(DUTY_STATUSES.map((status) => status.value))

/** Title and colour of a status. */
export function dutyStatusOf(value: DutyStatus): (typeof DUTY_STATUSES)[number] {
  const found = DUTY_STATUSES.find((status) => status.value === value)
  if (!found) throw new Error(`unknown duty status "${value}"`)
  return found
}

/** `dissmissed` is spelt so on the wire and on screen. */
export const DISPATCHER_STATUSES = ['working', 'dissmissed', 'on_vacation'] as const
export const dispatcherStatus = z.enum(DISPATCHER_STATUSES)
export type DispatcherStatus = z.output<typeof dispatcherStatus>

/** Title and colour of each, in the order of `DISPATCHER_STATUSES`. */
export const DISPATCHER_DUTIES = [
  { value: 'working', title: 'Working', colour: 'green' },
  { value: 'dissmissed', title: 'Dissmissed', colour: 'red' },
  { value: 'on_vacation', title: 'Vacation', colour: 'blue' },
] as const satisfies readonly { readonly value: DispatcherStatus; readonly title: string; readonly colour: string }[]
