import type { FastifyInstance } from 'fastify'
import type { CarriedAnswer, CarriedChange } from '#contract/changes.ts'
import { type EndpointShape, isChange, pathOf } from '#contract/endpoint.ts'
import { invalid, notFound, type Problem } from '#server/http/problem.ts'

/** Who the changes come from, as the request that carries them says. */
export interface Bearer {
  readonly authorization: string
  readonly ip: string
  readonly userAgent: string
}

/**
 * Makes one of the changes that a request carries, through the same door as if it had come by itself: session, access,
 * key and transaction are its own. Answers what came of it; a refusal is an answer too.
 */
export async function sendCarried(
  app: FastifyInstance,
  endpoints: readonly EndpointShape[],
  { authorization, ip, userAgent }: Bearer,
  { call, params, headers, body }: CarriedChange,
): Promise<CarriedAnswer> {
  const endpoint = endpoints.find(({ name }) => name === call)
  if (!endpoint || !isCarriable(endpoint)) return refused(notFound())
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? [])
  const missing = names.filter((name) => params?.[name] === undefined)
  if (missing.length > 0)
    return refused(invalid(Object.fromEntries(missing.map((name) => [name, ['This field is required.']]))))
  const answer = await app.inject({
    method: endpoint.method,
    url: pathOf(endpoint, params),
    remoteAddress: ip,
    headers: { ...headers, authorization, 'user-agent': userAgent, ...(body !== undefined && JSON_BODY) },
    ...(body !== undefined && { payload: body }),
  })
  const retryAfter = Number(answer.headers['retry-after'] ?? Number.NaN)
  return {
    status: answer.statusCode,
    body: answer.body === '' ? null : JSON.parse(answer.body),
    retry_after: Number.isInteger(retryAfter) ? retryAfter : null,
  }
}

const JSON_BODY = { 'content-type': 'application/json' }

/** Changes of signed-in people: what is open has limits of its own, and bytes are no JSON. */
const isCarriable = (endpoint: EndpointShape) =>
  isChange(endpoint) && endpoint.access.need !== 'nobody' && endpoint.bytes === undefined

const refused = ({ status, body }: Problem): CarriedAnswer => ({ status, body, retry_after: null })
