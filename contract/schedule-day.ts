import * as z from 'zod/mini'
import { dutyStatus } from './duty.ts'
import { person } from './people.ts'
import { clientId, isoDate, kind, serverId, version } from './record.ts'

/** One driver's duty on one day. `client_id` is there when a device made it. */
export const scheduleDay = z.object({
  id: serverId,
  date: isoDate,
  status: dutyStatus,
  description: z.string(),
  driver: serverId,
  client_id: z.nullable(clientId),
  version,
})
export type ScheduleDay = z.output<typeof scheduleDay>

/** A day is known by its driver and date: there is one, whoever makes it first. */
export const dayKind = kind(
  'day',
  (row: { readonly driver: number; readonly date: string }) => `${row.driver}/${row.date}`,
)

/** A driver with the days that were asked for; none for who may not view the schedule. */
export const scheduleDriver = z.object({
  id: serverId,
  user: person,
  truck: z.nullable(z.string()),
  trailer: z.nullable(z.string()),
  current_status: dutyStatus,
  days: z.array(scheduleDay),
})
export type ScheduleDriver = z.output<typeof scheduleDriver>
