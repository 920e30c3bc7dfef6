import * as z from 'zod/mini'
import { isoDate } from '#contract/record.ts'

/** What the dashboard's address says. Whatever is not understood there is as if it were absent. */
export const dashboardSearch = z.object({
  /** The Sunday whose statistics are shown; without one, those of this moment. */
  week: z.catch(z._default(z.union([isoDate, z.literal('')]), ''), ''),
})
export type DashboardSearch = z.output<typeof dashboardSearch>

/** What an address that says nothing means; left out of addresses that the page writes. */
export const DASHBOARD_DEFAULTS: DashboardSearch = { week: '' }
