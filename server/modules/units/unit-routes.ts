import type { FastifyInstance } from 'fastify'
import { trailerEndpoints } from '#contract/trailers.ts'
import { truckEndpoints } from '#contract/trucks.ts'
import { pageAnswer } from '#server/http/page-answer.ts'
import { serve } from '#server/http/serve.ts'
import { listUnitNames } from './unit-service.ts'

export function unitRoutes(app: FastifyInstance): void {
  serve(app, truckEndpoints.miniList, async ({ sql, query, url }) =>
    pageAnswer(url, query, await listUnitNames(sql, 'truck', query)),
  )
  serve(app, trailerEndpoints.miniList, async ({ sql, query, url }) =>
    pageAnswer(url, query, await listUnitNames(sql, 'trailer', query)),
  )
}
