import type { FastifyInstance } from 'fastify'
import { expenseFeedEndpoints } from '#contract/tolls.ts'
import { serve } from '#server/http/serve.ts'
import { listFeeds } from './feed-service.ts'

export function feedRoutes(app: FastifyInstance): void {
  serve(app, expenseFeedEndpoints.list, async ({ sql }) => [...(await listFeeds(sql))])
}
