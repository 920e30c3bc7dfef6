import type { FastifyInstance } from 'fastify'
import { sessionEndpoints } from '#contract/session.ts'
import { serve, serveOpen } from '#server/http/serve.ts'
import { refreshSession, type SessionKeys, signIn, signOut } from './session-service.ts'

export function sessionRoutes(app: FastifyInstance, keys: SessionKeys): void {
  serveOpen(app, sessionEndpoints.create, async ({ sql, body, ip, device, userAgent, now }) =>
    signIn(sql, keys, { ...body, address: ip, device: device?.id ?? '', userAgent, now }),
  )
  serveOpen(app, sessionEndpoints.refresh, async ({ sql, body, now }) =>
    refreshSession(sql, keys.secret, body.refresh, now),
  )
  serve(app, sessionEndpoints.logout, async ({ sql, user, body, now }) => {
    await signOut(sql, user.id, body.refresh, now)
    return undefined
  })
}
