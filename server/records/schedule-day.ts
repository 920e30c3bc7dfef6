import type { ScheduleDay } from '#contract/boards/schedule.ts'
import { jsonObject } from './json-object.ts'

/** SQL for whether the day has a plan. A cleared day keeps its row, because its history refers to it. */
export const isPlanned = (s: string) => `${s}.status is not null`

/** SQL for a schedule day on the wire (`scheduleDay` of the contract). `s` is the alias of `schedule_days`. */
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
