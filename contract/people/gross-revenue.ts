import * as z from 'zod/mini'
import { administrator } from '#contract/wire/access.ts'
import { reportDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { pageOf, pageQuery } from '#contract/wire/page.ts'
import { isoDate, serverId } from '#contract/wire/record.ts'

/** The revenue of a load in dollars, on the day of its delivery. */
export const revenueEntry = z.object({
  id: serverId,
  date: isoDate,
  dispatcher: z.nullable(serverId),
  driver: z.nullable(serverId),
  amount: z.number(),
})

export const grossRevenueEndpoints = {
  byDates: endpoint({
    name: 'grossRevenue.byDates',
    summary:
      'Gross revenue in a range of days, newest first; by default, the seven days that end today. `total` is the sum of the whole range.',
    method: 'GET',
    path: '/api/gross_revenue/revenue_by_dates/',
    access: administrator,
    query: z.object({ ...pageQuery, date_after: z.optional(reportDay), date_before: z.optional(reportDay) }),
    reply: z.extend(pageOf(revenueEntry), { total: z.number() }),
  }),
}
