import { pageEndpoints } from '#contract/wire/pages.ts'
import { createGate } from '#server/base/gate.ts'
import { invalid } from '#server/base/problem.ts'
import type { EventStream } from '#server/http/event-stream.ts'
import { serveStream } from '#server/http/serve-stream.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { isListAddress, sendPages } from './page-stream.ts'

/** Pages that this process reads at the same time for devices that store whole lists. The users at work come first. */
const MAX_READS = 2
const MAX_WAITING = 1_000

export const pageRoutes = apiRoutes((app, { endpoints }) => {
  const gate = createGate(MAX_READS, MAX_WAITING)
  /** The open streams by session: a new stream ends the earlier one of its session. */
  const open = new Map<string, EventStream<typeof pageEndpoints.stream>>()
  // A client that does not read would block the server's shutdown.
  app.addHook('preClose', async () => {
    for (const stream of open.values()) stream.destroy()
  })
  serveStream(
    app,
    pageEndpoints.stream,
    async ({ query: { lists }, session }, stream, request) => {
      if (!lists.every((one) => isListAddress(endpoints, one))) throw invalid({ lists: ['Enter addresses of lists.'] })
      open.get(session)?.destroy()
      open.set(session, stream)
      stream.once('close', () => {
        if (open.get(session) === stream) open.delete(session)
      })
      // Not awaited: the pages follow while the client reads. A failure ends the stream, and the client continues later.
      sendPages({ app, gate, stream, request }, lists).catch((error: unknown) => {
        request.log.error({ err: error }, 'a stream of pages broke off')
        stream.destroy()
      })
    },
    'bulk',
  )
})
