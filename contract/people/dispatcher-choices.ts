import * as z from 'zod/mini'

/** `dissmissed` is spelled so on the wire and on screen. */
export const DISPATCHER_STATUSES = ['working', 'dissmissed', 'on_vacation'] as const
export const dispatcherStatus = z.enum(DISPATCHER_STATUSES)
export type DispatcherStatus = z.output<typeof dispatcherStatus>

/** Title and color of each, in the order of `DISPATCHER_STATUSES`. */
export const DISPATCHER_DUTIES = [
  { value: 'working', title: 'Working', color: 'green' },
  { value: 'dissmissed', title: 'Dissmissed', color: 'red' },
  { value: 'on_vacation', title: 'Vacation', color: 'blue' },
] as const satisfies readonly { readonly value: DispatcherStatus; readonly title: string; readonly color: string }[]

/** The orders of the list, as `ordering` names them; ties go by name and id. */
export const DISPATCHER_ORDERINGS = ['first_name,last_name', 'status'] as const
export type DispatcherOrdering = (typeof DISPATCHER_ORDERINGS)[number]

/** The same of the schedule, whose rows are dispatchers. */
export const SCHEDULE_ORDERINGS = ['first_name,last_name', 'status'] as const
export type ScheduleOrdering = (typeof SCHEDULE_ORDERINGS)[number]
