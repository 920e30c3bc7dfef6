import type { FastifyInstance } from 'fastify'
import { deviceSessionEndpoints } from '#contract/session/device-sessions.ts'
import { sessionEndpoints } from '#contract/session/session.ts'
import { clearCaches } from '#server/base/clear-caches.ts'
import { Answer } from '#server/http/call/answer.ts'
import { serve, serveOpen } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { listDeviceKeys } from './device-key-service.ts'
import { refreshSession, splitToken } from './refresh-service.ts'
import { halvesKey, readHalf } from './refresh-token.ts'
import { endByRefreshHash, signIn, signOut } from './session-service.ts'

export const sessionRoutes = apiRoutes((app, { keys }) => {
  const { current } = keys.secrets
  serveOpen(app, sessionEndpoints.create, async ({ sql, body, device, source, refreshCookie, now }) => {
    const login = { ...body, device: device?.id ?? '', source, now }
    const { access, first, second, seconds, hasEnded } = await signIn(sql, keys, login)
    // The announcement closes the event stream of the ended session.
    if (hasEnded) app.serving.db.announce()
    // A client that does not request the cookie sets its own cookie of that name, which could not replace one set here.
    if (body.refresh_cookie === undefined) return { access, refresh: `${first}.${second}` }
    const cookie = refreshCookie.set(second, body.refresh_cookie === 'lasting' ? seconds : null)
    return new Answer(JSON.stringify({ access, refresh: first, refresh_cookie: true }), { cookie })
  })
  serveOpen(app, sessionEndpoints.refresh, async ({ sql, body, source, refreshCookie, now }) => {
    const used = { refresh: body.refresh, cookies: refreshCookie.values, asCookie: body.refresh_cookie, source, now }
    const { access, next, into } = await refreshSession(sql, current, used)
    if (into.cookie) {
      const cookie = next && refreshCookie.set(next, into.seconds)
      return new Answer(JSON.stringify({ access, refresh_cookie: cookie !== null }), { cookie })
    }
    const refresh = next === null ? body.refresh : `${splitToken(body.refresh).first}.${next}`
    return { access, refresh }
  })
  serve(app, deviceSessionEndpoints.deviceKey, async ({ sql, user, session, body }) => ({
    keys: [...(await listDeviceKeys(sql, keys.secrets, { user: user.id, session, device: body.device.toLowerCase() }))],
  }))
  app.register((scope, _options, done) => {
    clearCaches(scope)
    endings(scope, halvesKey(current))
    done()
  })
})

/** The calls that end sessions of a browser. Their responses make the browser clear its caches. */
function endings(app: FastifyInstance, key: Buffer): void {
  serve(app, deviceSessionEndpoints.logout, async ({ sql, user, session, body, source, refreshCookie, now }) => {
    await signOut(sql, { user, session }, body.refresh, source, now)
    // Keeps the cookie of another session: its user may have signed in meanwhile.
    const isOfThis = refreshCookie.values.some((value) => readHalf(key, session, value) !== null)
    return new Answer('', { cookie: isOfThis ? refreshCookie.cleared : null })
  })
  // Leaves the now useless cookie: while this response is on its way, another user may sign in and receive one of that
  // name.
  serveOpen(app, deviceSessionEndpoints.end, async ({ sql, body, source, now }) => {
    const ended = await endByRefreshHash(sql, body.sessions, source, now)
    // The announcement closes the event streams of the ended sessions.
    if (ended.length > 0) app.serving.db.announce()
    return undefined
  })
}
