import * as z from 'zod/mini'
import { reportDay } from '#contract/days.ts'

/** What the dashboard's address says. Whatever is not understood there is as if it were absent. */
export const dashboardSearch = z.object({
  /** The Sunday whose statistics are shown; without one, those of this moment. */
  week: z.catch(z.optional(reportDay), undefined),
})
export type DashboardSearch = z.output<typeof dashboardSearch>
