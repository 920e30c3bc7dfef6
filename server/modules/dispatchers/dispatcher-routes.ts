import type { FastifyInstance } from 'fastify'
import { dispatcherEndpoints } from '#contract/dispatchers.ts'
import { pageAnswer } from '#server/http/page-answer.ts'
import { serve } from '#server/http/serve.ts'
import { listDispatcherNames } from './dispatcher-service.ts'

export function dispatcherRoutes(app: FastifyInstance): void {
  serve(app, dispatcherEndpoints.miniList, async ({ sql, query, url }) =>
    pageAnswer(url, query, await listDispatcherNames(sql, query)),
  )
}
