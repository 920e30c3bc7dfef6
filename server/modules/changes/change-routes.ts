import { type BatchedAnswer, changeEndpoints, NOT_BATCHED } from '#contract/wire/changes.ts'
import { serveBatch } from '#server/http/call/serve-batch.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { runBatchedChange } from './batched-change.ts'

/** Changes of a batch are started for this long only; the client stops waiting for the response after 20 s. */
const MAX_MS = 8_000

const notStarted: BatchedAnswer = { status: NOT_BATCHED, body: null, retry_after: null }

export const changeRoutes = apiRoutes((app, { endpoints }) => {
  serveBatch(app, changeEndpoints.together, async ({ body }, request) => {
    const until = performance.now() + MAX_MS
    const answers: BatchedAnswer[] = []
    // One after another, in the order in which the user made them.
    for (const change of body.changes) {
      // After that, the client would not see the response and may have discarded the change.
      const isOver = performance.now() > until || request.raw.socket.destroyed
      answers.push((!isOver && (await runBatchedChange(app, endpoints, request, change))) || notStarted)
    }
    return { answers }
  })
})
