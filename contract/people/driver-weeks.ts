import * as z from 'zod/mini'
import { reportDay } from '#contract/wire/days.ts'
import { isoDate, serverId } from '#contract/wire/record.ts'

/**
 * A driver's figures of seven days (the last week of a range may have fewer): dollars and miles. `week` counts from the
 * week that begins today, so the seven days that end today are -1. `income` comes to administrators alone.
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

/** The weeks that are answered when no range is asked for: so many that end today. */
export const DEFAULT_WEEKS = 8
/** Days of a range, both included; without them `DEFAULT_WEEKS` weeks that end today. */
export const additionalRange = {
  additional_data_date_from: z.optional(reportDay),
  additional_data_date_to: z.optional(reportDay),
}
