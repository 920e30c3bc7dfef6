import { type CarriedAnswer, changeEndpoints, NOT_CARRIED } from '#contract/wire/changes.ts'
import { serveCarrier } from '#server/http/call/serve-carrier.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { makeCarried } from './carried.ts'

/** So long the changes of one request are begun: whoever waits for the answer gives up after 20 s. */
const LONGEST_MS = 8_000

const notCarried: CarriedAnswer = { status: NOT_CARRIED, body: null, retry_after: null }

export const changeRoutes = apiRoutes((app, { endpoints }) => {
  serveCarrier(app, changeEndpoints.together, async ({ body }, request) => {
    const until = performance.now() + LONGEST_MS
    const answers: CarriedAnswer[] = []
    // One after the other: they come in the order in which they were made.
    for (const change of body.changes) {
      // Nobody hears of what is made after that, and may have given it up.
      const isOver = performance.now() > until || request.raw.socket.destroyed
      answers.push((!isOver && (await makeCarried(app, endpoints, request, change))) || notCarried)
    }
    return { answers }
  })
})
