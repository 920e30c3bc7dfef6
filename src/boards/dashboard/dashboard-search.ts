import * as z from 'zod/mini'
import { plausibleDay } from '#contract/wire/record.ts'

/** What the dashboard's address says. Whatever is not understood there is as if it were absent. */
export const dashboardSearch = z.object({
  /** The Sunday whose statistics are shown; without one, those of this moment. */
  week: z.catch(z.optional(plausibleDay), undefined),
})
export type DashboardSearch = z.output<typeof dashboardSearch>
