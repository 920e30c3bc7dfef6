import { type BatchedAnswer, changeEndpoints, NOT_BATCHED } from '#contract/wire/changes.ts'
import { serveBatch } from '#server/http/call/serve-batch.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { makeCarried } from './carried.ts'

/** So long the changes of one request are begun: whoever waits for the answer gives up after 20 s. */
const MAX_MS = 8_000

const notCarried: BatchedAnswer = { status: NOT_BATCHED, body: null, retry_after: null }

export const changeRoutes = apiRoutes((app, { endpoints }) => {
  serveBatch(app, changeEndpoints.together, async ({ body }, request) => {
    const until = performance.now() + MAX_MS
    const answers: BatchedAnswer[] = []
    // One after the other: they come in the order in which they were made.
    for (const change of body.changes) {
      // Nobody hears of what is made after that, and may have given it up.
      const isOver = performance.now() > until || request.raw.socket.destroyed
      answers.push((!isOver && (await makeCarried(app, endpoints, request, change))) || notCarried)
    }
    return { answers }
  })
})
