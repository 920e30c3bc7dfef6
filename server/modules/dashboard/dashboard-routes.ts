import { dashboardEndpoints } from '#contract/boards/dashboard.ts'
import { Answer } from '#server/http/call/answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { getDashboard, getWeek } from './dashboard-service.ts'

export const dashboardRoutes = apiRoutes((app) => {
  serve(app, dashboardEndpoints.find, async ({ sql, now }) => new Answer(await getDashboard(sql, now), {}))
  serve(app, dashboardEndpoints.week, async ({ sql, params }) => new Answer(await getWeek(sql, params.day), {}))
})
