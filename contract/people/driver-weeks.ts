import * as z from 'zod/mini'
import { reportDay } from '#contract/wire/days.ts'
import { isoDate, serverId } from '#contract/wire/record.ts'

/**
 * A driver's figures for seven days (fewer in the last week of a range), in dollars and miles. `week` counts weeks from
 * today: 0 for seven days that begin today, -1 for seven days that end today. Only administrators get `income`.
 */
export const driverWeek = z.object({
  id: serverId,
  startDate: isoDate,
  endDate: isoDate,
  week: z.int(),
  fuel_expenses: z.number(),
  miles_driven: z.number(),
  income: z.optional(z.number()),
})
export type DriverWeekFigures = z.output<typeof driverWeek>
export const driverWeeks = z.object({ id: serverId, weeks: z.array(driverWeek) })
export type DriverWeeks = z.output<typeof driverWeeks>

/** The number of weeks in a response to a request without a range. The last week ends today. */
export const DEFAULT_WEEKS = 8
/** The first and the last day of a range. Default: `DEFAULT_WEEKS` weeks that end today. */
export const additionalRange = {
  additional_data_date_from: z.optional(reportDay),
  additional_data_date_to: z.optional(reportDay),
}
