import type { FastifyInstance } from 'fastify'
import { setupEndpoints } from '#contract/setup.ts'
import { serveOpen } from '#server/http/serve.ts'
import { createAdministrator } from './setup-service.ts'

export function setupRoutes(app: FastifyInstance): void {
  serveOpen(app, setupEndpoints.createAdministrator, async ({ sql, body, now }) => {
    await createAdministrator(sql, body, now)
    return undefined
  })
}
