import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type BatchedAnswer, type BatchedChange, isBatchable } from '#contract/wire/changes.ts'
import { type EndpointShape, pathOf } from '#contract/wire/endpoint.ts'

const JSON_BODY = { 'content-type': 'application/json' }

/**
 * Runs one change of a batch as its sender, through the same route as a separate request: it has its own session check,
 * access check, idempotency key and transaction. Returns the response, also a refusal. Returns null when the change was
 * not started and must be sent as a separate request.
 */
export async function runBatchedChange(
  app: FastifyInstance,
  endpoints: readonly EndpointShape[],
  { headers: bearer, ip, log }: FastifyRequest,
  { call, params, headers, body }: BatchedChange,
): Promise<BatchedAnswer | null> {
  const endpoint = endpoints.find(({ name }) => name === call)
  const url = endpoint && isBatchable(endpoint) ? urlOf(endpoint, params) : null
  if (!endpoint || url === null) return null
  const own = { authorization: bearer.authorization, 'user-agent': bearer['user-agent'] }
  const sent = { ...headers, ...own, ...(body !== undefined && JSON_BODY) }
  try {
    const answer = await app.inject({
      method: endpoint.method,
      url,
      remoteAddress: ip,
      headers: Object.fromEntries(Object.entries(sent).flatMap(([name, value]) => (value ? [[name, value]] : []))),
      ...(body !== undefined && { payload: body }),
    })
    const retryAfter = Number(answer.headers['retry-after'] ?? Number.NaN)
    return {
      status: answer.statusCode,
      body: answer.body === '' ? null : JSON.parse(answer.body),
      retry_after: Number.isInteger(retryAfter) ? retryAfter : null,
    }
  } catch (error) {
    // The server is stopping. Changes that ran before keep their responses.
    log.warn({ err: error }, 'a change was not carried')
    return null
  }
}

/** The URL of the call; null when a path parameter is missing or would lead to another route. */
function urlOf(endpoint: EndpointShape, params: BatchedChange['params'] = {}): string | null {
  const parts = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => params[name])
  const isComplete = parts.every((part) => part !== undefined && part !== '.' && part !== '..')
  return isComplete ? pathOf(endpoint, params) : null
}
