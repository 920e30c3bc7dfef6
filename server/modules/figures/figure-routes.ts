import { fuelEndpoints } from '#contract/expenses/fuel.ts'
import { dispatcherEndpoints } from '#contract/people/dispatchers.ts'
import { driverEndpoints } from '#contract/people/drivers.ts'
import { grossRevenueEndpoints } from '#contract/people/gross-revenue.ts'
import { Answer } from '#server/http/call/answer.ts'
import { pageAnswer } from '#server/http/call/page-answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import {
  getDriverWeeks,
  listAllRevenue,
  listDispatcherWeeks,
  listDriverWeeks,
  listNetworkDrivers,
  listRevenue,
  totalFuel,
} from './figure-service.ts'

export const figureRoutes = apiRoutes((app) => {
  serve(app, driverEndpoints.weeks, async (call) =>
    pageAnswer(call.url, call.query, await listDriverWeeks(call.sql, call.query, call)),
  )
  serve(
    app,
    driverEndpoints.additionalInfo,
    async (call) => new Answer(await getDriverWeeks(call.sql, call.params.id, call.query, call), {}),
  )
  serve(app, dispatcherEndpoints.weeks, async ({ sql, query, url, now }) =>
    pageAnswer(url, query, await listDispatcherWeeks(sql, query, now)),
  )
  serve(app, dispatcherEndpoints.grossRevenue, async ({ sql, params, query, url, now }) =>
    pageAnswer(url, query, await listRevenue(sql, params.id, query, now)),
  )
  serve(app, grossRevenueEndpoints.byDates, async ({ sql, query, url, now }) =>
    pageAnswer(url, query, await listAllRevenue(sql, query, now)),
  )
  serve(app, fuelEndpoints.drivers, async ({ sql, query, url }) =>
    pageAnswer(url, query, await listNetworkDrivers(sql, query)),
  )
  serve(app, fuelEndpoints.expenses, async ({ sql, query }) => totalFuel(sql, query))
})
