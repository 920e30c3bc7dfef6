import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type BatchedAnswer, type BatchedChange, isBatchable } from '#contract/wire/changes.ts'
import { type EndpointShape, pathOf } from '#contract/wire/endpoint.ts'

const JSON_BODY = { 'content-type': 'application/json' }

/**
 * Makes one of the changes that a request carries, as its sender and through the same door as if it had come by itself:
 * session, access, key and transaction are its own. Answers what came of it, a refusal included; null where it was not begun
 * and has to come by itself.
 */
export async function makeCarried(
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
    // The server is being stopped: what was made before keeps its answer.
    log.warn({ err: error }, 'a change was not carried')
    return null
  }
}

/** Null where a part is missing, or would lead to another call. */
function urlOf(endpoint: EndpointShape, params: BatchedChange['params'] = {}): string | null {
  const parts = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => params[name])
  const isHere = parts.every((part) => part !== undefined && part !== '.' && part !== '..')
  return isHere ? pathOf(endpoint, params) : null
}
