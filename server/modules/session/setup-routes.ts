import type { FastifyInstance } from 'fastify'
import { setupEndpoints } from '#contract/setup.ts'
import { serveOpen } from '#server/http/serve.ts'
import { createAdministrator } from './setup-service.ts'

export function setupRoutes(app: FastifyInstance): void {
  serveOpen(app, setupEndpoints.createAdministrator, async ({ body, source, now }) => {
    const { db, host } = app.serving
    await createAdministrator(db, body, { source, now, host })
    return undefined
  })
}
