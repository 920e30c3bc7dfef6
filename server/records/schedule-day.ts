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

/**
 * A CTE `days` (`driver`, `days`): the planned days of a range, by driver. `drivers`: SQL that selects the drivers' ids.
 * The days are read by driver and date (`= any`): ten times faster than a plain join.
 */
export const daysByDriver = (drivers: string, { first, last }: { readonly first: string; readonly last: string }) => `
  days as materialized (
    select s.driver_id as driver, json_agg(${dayJson('s')} order by s.date) as days from schedule_days s
    where s.driver_id = any(array(${drivers})) and s.date between ${first}::date and ${last}::date and ${isPlanned('s')}
    group by s.driver_id)`
