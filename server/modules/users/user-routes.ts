import type { FastifyInstance } from 'fastify'
import { userEndpoints } from '#contract/users.ts'
import { serve } from '#server/http/serve.ts'

export function userRoutes(app: FastifyInstance): void {
  // The session's own check has read the person already.
  serve(app, userEndpoints.me, async ({ user }) => user)
}
