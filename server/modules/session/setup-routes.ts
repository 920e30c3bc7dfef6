import { setupEndpoints } from '#contract/session/setup.ts'
import { serveOpen } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { createAdministrator } from './setup-service.ts'

export const setupRoutes = apiRoutes((app) => {
  serveOpen(app, setupEndpoints.createAdministrator, async ({ body, source, now }) => {
    const { db, host } = app.serving
    await createAdministrator(db, body, { source, now, host })
    return undefined
  })
})
