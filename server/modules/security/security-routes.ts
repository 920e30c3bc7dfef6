import type { FastifyInstance } from 'fastify'
import { securityEndpoints } from '#contract/security.ts'
import { pageAnswer } from '#server/http/page-answer.ts'
import { serve } from '#server/http/serve.ts'
import { listSecurityEvents } from './security-service.ts'

export function securityRoutes(app: FastifyInstance): void {
  serve(app, securityEndpoints.list, async ({ sql, query, url }) =>
    pageAnswer(url, query, await listSecurityEvents(sql, query, query)),
  )
}
