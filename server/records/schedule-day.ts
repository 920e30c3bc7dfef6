import type { ScheduleDay } from '#contract/boards/schedule.ts'
import { jsonObject } from './json-object.ts'

/** SQL for whether there is something planned: a day that was cleared keeps its row, and is told by its history alone. */
export const isPlanned = (s: string) => `${s}.status is not null`

/** SQL for a day of the schedule as the wire shows it (`scheduleDay` of the contract); `s` is the alias of `schedule_days`. */
export const dayJson = (s: string) =>
  jsonObject<ScheduleDay>({
    id: `${s}.id`,
    date: `${s}.date`,
    status: `${s}.status`,
    description: `${s}.description`,
    driver: `${s}.driver_id`,
    client_id: `${s}.client_id`,
    version: `${s}.version`,
  })
