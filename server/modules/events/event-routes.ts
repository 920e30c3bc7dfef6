import { eventEndpoints } from '#contract/wire/events.ts'
import { serveStream } from '#server/http/serve-stream.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { EventFeed } from './event-feed.ts'
import { watch } from './event-service.ts'
import { Watcher } from './watcher.ts'

export const eventRoutes = apiRoutes((app) => {
  const { db, clock, readmit, links } = app.serving
  const feed = new EventFeed({
    db,
    readmit: (sessions) => readmit(sessions, clock()),
    elapsed: () => performance.now(),
    clock,
    log: app.log,
  })
  // Streams never end on their own and would block the server's shutdown.
  app.addHook('preClose', () => feed.stop())
  serveStream(app, eventEndpoints.stream, async ({ sql, user, session, query, lastEventId, now }, stream) => {
    const since = { lastEventId, pastSeconds: query.past ?? null, now }
    const watcher = new Watcher(stream, user, {
      session,
      wantsRows: query.rows ?? false,
      // Most rows have no link.
      sign: (json) => (json.includes('/api/files/') ? links.signFiles(json, session, clock()) : json),
    })
    await watch(feed, sql, watcher, since)
  })
})
