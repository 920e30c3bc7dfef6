import type { FastifyInstance } from 'fastify'
import { deviceSessionEndpoints } from '#contract/session/device-sessions.ts'
import { sessionEndpoints } from '#contract/session/session.ts'
import { clearCaches } from '#server/base/clear-caches.ts'
import { Answer } from '#server/http/call/answer.ts'
import { serve, serveOpen } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { listDeviceKeys } from './device-key-service.ts'
import { halvesOf, refreshSession } from './refresh-service.ts'
import { halvesKey, readHalf } from './refresh-token.ts'
import { endByRefreshHash, signIn, signOut } from './session-service.ts'

export const sessionRoutes = apiRoutes((app, { keys }) => {
  const { current } = keys.secrets
  serveOpen(app, sessionEndpoints.create, async ({ sql, body, device, source, refreshCookie, now }) => {
    const login = { ...body, device: device?.id ?? '', source, now }
    const { access, first, second, seconds, hasEnded } = await signIn(sql, keys, login)
    // The stream of events of the one that ended ends with the news.
    if (hasEnded) app.serving.db.announce()
    // A client that does not ask for the cookie sets one itself, of the same name: it could not replace ours.
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
    const refresh = next === null ? body.refresh : `${halvesOf(body.refresh).first}.${next}`
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

/** The calls that end sessions of a browser: with its answer that browser forgets what it kept of theirs. */
function endings(app: FastifyInstance, key: Buffer): void {
  serve(app, deviceSessionEndpoints.logout, async ({ sql, user, session, body, source, refreshCookie, now }) => {
    await signOut(sql, { user, session }, body.refresh, source, now)
    // The cookie of another session stays: its user may have signed in since.
    const isOfThis = refreshCookie.values.some((value) => readHalf(key, session, value) !== null)
    return new Answer('', { cookie: isOfThis ? refreshCookie.cleared : null })
  })
  // The cookie stays, which is of no use: while this answer is on its way, another user may sign in, and get one of that name.
  serveOpen(app, deviceSessionEndpoints.end, async ({ sql, body, source, now }) => {
    const ended = await endByRefreshHash(sql, body.sessions, source, now)
    // Their streams of events end with the news.
    if (ended.length > 0) app.serving.db.announce()
    return undefined
  })
}
