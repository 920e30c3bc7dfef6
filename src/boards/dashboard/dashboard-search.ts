import * as z from 'zod/mini'
import { plausibleDay } from '#contract/wire/record.ts'

/** The search values in the dashboard's URL. Invalid values count as missing. */
export const dashboardSearch = z.object({
  /** The Sunday of the shown statistics; empty for the current ones. */
  week: z.catch(z.optional(plausibleDay), undefined),
})
export type DashboardSearch = z.output<typeof dashboardSearch>
