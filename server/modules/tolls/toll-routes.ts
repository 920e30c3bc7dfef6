import { tollEndpoints } from '#contract/expenses/tolls.ts'
import { pageAnswer } from '#server/http/call/page-answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { listTollVehicles, totalTolls } from './toll-service.ts'

export const tollRoutes = apiRoutes((app) => {
  serve(app, tollEndpoints.vehicles, async ({ sql, query, url }) =>
    pageAnswer(url, query, await listTollVehicles(sql, query)),
  )
  serve(app, tollEndpoints.expenses, async ({ sql, body }) => totalTolls(sql, body))
})
