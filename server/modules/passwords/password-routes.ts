import { passwordEndpoints } from '#contract/session/passwords.ts'
import { serve, serveOpen } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { confirmReset, requestReset, sendResetLink } from './reset-service.ts'

export const passwordRoutes = apiRoutes((app) => {
  serveOpen(app, passwordEndpoints.requestReset, async ({ body, ip, source, now }) => {
    await requestReset(app.serving.db, { email: body.email, address: ip, source, now })
    return undefined
  })
  serveOpen(app, passwordEndpoints.confirmReset, async ({ body, device, source, now }) => {
    await confirmReset(app.serving.db, body, { device: device?.id ?? null, source, now, host: app.serving.host })
    return undefined
  })
  serve(app, passwordEndpoints.sendLink, async ({ sql, user, body, source, now }) => {
    await sendResetLink(sql, body.email, { actor: user.id, source, now })
    return undefined
  })
})
