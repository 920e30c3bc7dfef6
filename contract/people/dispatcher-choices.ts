import * as z from 'zod/mini'
import { kind } from '#contract/wire/record.ts'

/** `dissmissed` has this spelling on the wire and on screen. */
export const DISPATCHER_STATUSES = ['working', 'dissmissed', 'on_vacation'] as const
export const dispatcherStatus = z.enum(DISPATCHER_STATUSES)
export type DispatcherStatus = z.output<typeof dispatcherStatus>

/** Title and color of each status, in the order of `DISPATCHER_STATUSES`. */
export const DISPATCHER_DUTIES = [
  { value: 'working', title: 'Working', color: 'green' },
  { value: 'dissmissed', title: 'Dissmissed', color: 'red' },
  { value: 'on_vacation', title: 'Vacation', color: 'blue' },
] as const satisfies readonly { readonly value: DispatcherStatus; readonly title: string; readonly color: string }[]

/** The sort orders of the list: the values of `ordering`. Equal rows are sorted by name, then by id. */
export const DISPATCHER_ORDERINGS = ['first_name,last_name', 'status'] as const
export type DispatcherOrdering = (typeof DISPATCHER_ORDERINGS)[number]

/** The sort orders of the schedule, whose rows are dispatchers. */
export const SCHEDULE_ORDERINGS = ['first_name,last_name', 'status'] as const
export type ScheduleOrdering = (typeof SCHEDULE_ORDERINGS)[number]

/** Dispatchers on the device. */
export const dispatcherKind = kind(
  'dispatcher',
  (row: { readonly id: number; readonly status: DispatcherStatus; readonly drivers: readonly number[] }) => `${row.id}`,
)
