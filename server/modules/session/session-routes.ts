import type { FastifyInstance } from 'fastify'
import { deviceSessionEndpoints } from '#contract/device-sessions.ts'
import { sessionEndpoints } from '#contract/session.ts'
import { clearCaches } from '#server/http/clear-caches.ts'
import { serve, serveOpen } from '#server/http/serve.ts'
import { listDeviceKeys } from './device-key-service.ts'
import { endByRefreshHash, refreshSession, type SessionKeys, signIn, signOut } from './session-service.ts'

export function sessionRoutes(app: FastifyInstance, keys: SessionKeys): void {
  const { current } = keys.secrets
  serveOpen(app, sessionEndpoints.create, async ({ sql, body, ip, device, userAgent, now }) =>
    signIn(sql, keys, { ...body, address: ip, device: device?.id ?? '', userAgent, now }),
  )
  serveOpen(app, sessionEndpoints.refresh, async ({ sql, body, now }) =>
    refreshSession(sql, current, body.refresh, now),
  )
  serve(app, deviceSessionEndpoints.deviceKey, async ({ sql, user, session, body }) => ({
    keys: [...(await listDeviceKeys(sql, keys.secrets, { user: user.id, session, device: body.device.toLowerCase() }))],
  }))
  app.register((scope, _options, done) => {
    clearCaches(scope)
    endings(scope)
    done()
  })
}

/** The calls that end sessions of a browser: with its answer that browser forgets what it kept of theirs. */
function endings(app: FastifyInstance): void {
  serve(app, sessionEndpoints.logout, async ({ sql, user, body, now }) => {
    await signOut(sql, user.id, body.refresh, now)
    return undefined
  })
  serveOpen(app, deviceSessionEndpoints.end, async ({ sql, body, now }) => {
    // Their streams of events end with the news.
    if (await endByRefreshHash(sql, body.sessions, now)) app.serving.db.announce()
    return undefined
  })
}
