import type { FastifyInstance } from 'fastify'
import { attentionEndpoints } from '#contract/attention.ts'
import { Answer } from '#server/http/answer.ts'
import { serve } from '#server/http/serve.ts'
import { getAttention } from './attention-service.ts'

export function attentionRoutes(app: FastifyInstance): void {
  serve(app, attentionEndpoints.find, async ({ sql, user, now }) => new Answer(await getAttention(sql, user, now), {}))
}
