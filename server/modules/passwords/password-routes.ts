import type { FastifyInstance } from 'fastify'
import { passwordEndpoints } from '#contract/passwords.ts'
import { serve, serveOpen } from '#server/http/serve.ts'
import { confirmReset, requestReset, sendResetLink } from './reset-service.ts'

export function passwordRoutes(app: FastifyInstance): void {
  serveOpen(app, passwordEndpoints.requestReset, async ({ body, ip, now }) => {
    await requestReset(app.serving.db, { email: body.email, address: ip, now })
    return undefined
  })
  serveOpen(app, passwordEndpoints.confirmReset, async ({ body, device, now }) => {
    await confirmReset(app.serving.db, body, device?.id ?? null, now)
    return undefined
  })
  serve(app, passwordEndpoints.sendLink, async ({ sql, body, now }) => {
    await sendResetLink(sql, body.email, now)
    return undefined
  })
}
