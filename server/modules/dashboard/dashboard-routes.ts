import type { FastifyInstance } from 'fastify'
import { dashboardEndpoints } from '#contract/dashboard.ts'
import { Answer } from '#server/http/answer.ts'
import { serve } from '#server/http/serve.ts'
import { getDashboard, getWeek } from './dashboard-service.ts'

export function dashboardRoutes(app: FastifyInstance): void {
  serve(app, dashboardEndpoints.find, async ({ sql, now }) => new Answer(await getDashboard(sql, now), {}))
  serve(app, dashboardEndpoints.week, async ({ sql, params }) => new Answer(await getWeek(sql, params.day), {}))
}
