import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import type { pageEndpoints } from '#contract/wire/pages.ts'
import type { Gate } from '#server/base/gate.ts'
import type { EventStream } from '#server/http/event-stream.ts'

/** The longest wait for the session's limit of calls, in seconds. */
const MAX_WAIT_S = 10

/** Whether an address leads to a list: a call that responds with JSON, without parameters in its path. */
export function isListAddress(endpoints: readonly EndpointShape[], address: string): boolean {
  const [path] = address.split('?', 1)
  return endpoints.some(
    (one) => one.method === 'GET' && one.path === path && one.reply !== null && !one.path.includes(':'),
  )
}

interface PageStreamParts {
  readonly app: FastifyInstance
  /** Limits how many pages are read at the same time, for all streams of this process. */
  readonly gate: Gate
  readonly stream: EventStream<typeof pageEndpoints.stream>
  readonly request: FastifyRequest
}

/**
 * Sends all pages of the lists, one after another. Each page is read by its list's own call, as a request of the same
 * session: with its checks of session, access and input.
 */
export async function sendPages({ app, gate, stream, request }: PageStreamParts, lists: readonly string[]) {
  const { authorization } = request.headers
  const read = (url: string) =>
    app.inject({ method: 'GET', url, remoteAddress: request.ip, headers: authorization ? { authorization } : {} })
  for (const [list, address] of lists.entries()) {
    let next: string | null = address
    while (next !== null) {
      await stream.whenRead()
      if (stream.destroyed) return
      const url: string = next
      const answer = await gate(() => read(url))
      const waitS = Number(answer.headers['retry-after'])
      if (answer.statusCode === 429 && waitS <= MAX_WAIT_S) {
        await pause(waitS * 1000)
        continue
      }
      if (answer.statusCode !== 200) {
        stream.send({ event: 'refused', data: { list, status: answer.statusCode } })
        break
      }
      const etag = JSON.stringify(answer.headers.etag ?? null)
      stream.sendJson('page', `{"list":${list},"etag":${etag},"page":${answer.body}}`)
      next = nextOf(answer.body)
    }
  }
  stream.finish()
}

/** The address of the next page; null after the last one, and for a response that is no page. */
function nextOf(body: string): string | null {
  const page: { readonly next?: unknown } = Object(JSON.parse(body))
  return typeof page.next === 'string' ? page.next : null
}
