import type { EndpointShape } from '#contract/wire/endpoint.ts'
import type { Random } from '#server/demo/random.ts'
import { oddPath, oddQuery, soundPath, soundQuery } from './address.ts'
import { type Body, oddBody, soundBody } from './bodies.ts'
import { type Headers, oddHeaders, soundHeaders } from './headers.ts'

export const SENDERS = ['nobody', 'administrator', 'driver', 'editor'] as const
/**
 * The user who sends a request. `driver` may view one area. `editor` may edit all areas and view none. `nobody` is not
 * signed in.
 */
export type Sender = (typeof SENDERS)[number]

export interface MalformedRequest {
  /** The name of the call for which the request was made. */
  readonly call: string
  readonly who: Sender
  readonly method: string
  readonly url: string
  /** If `authorization` is missing, the sender's token is added. */
  readonly headers: Headers
  readonly body: Buffer | null
  /** The network address of the sender. */
  readonly address: string
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

type Flaw = 'path' | 'query' | 'headers' | 'body' | 'method'

function flawsOf(random: Random, { body, bytes, method }: EndpointShape): ReadonlySet<Flaw> {
  const takesBody = body !== undefined || bytes === 'body' || bytes === 'signed'
  const flaw = () =>
    random.weighted<Flaw>([
      ['body', takesBody ? 14 : 1],
      ['query', method === 'GET' ? 7 : 0.5],
      ['path', 2],
      ['headers', 3],
      ['method', 0.5],
    ])
  return new Set(random.chance(0.75) ? [flaw()] : [flaw(), flaw()])
}

const addressOf = (random: Random) =>
  random.chance(0.7)
    ? `10.${random.whole(0, 255)}.${random.whole(0, 255)}.${random.whole(1, 254)}`
    : `2001:db8:${random.whole(1, 65_535).toString(16)}:${random.whole(1, 65_535).toString(16)}::1`

/** A request for a random call with one or two faults. Everything else in it is valid. */
export function malformedRequest(random: Random, endpoints: readonly EndpointShape[]): MalformedRequest {
  const endpoint = random.pick(endpoints)
  const flaws = flawsOf(random, endpoint)
  const path = flaws.has('path') ? oddPath(random, endpoint) : soundPath(random, endpoint)
  const query = flaws.has('query') ? oddQuery(random, endpoint) : soundQuery(random, endpoint)
  const body = flaws.has('body') ? oddBody(random, endpoint, endpoints) : soundBody(random, endpoint, endpoints)
  const asked = query.map(([name, value]) => `${name}=${value}`).join('&')
  return {
    call: endpoint.name,
    who: random.weighted([
      ['nobody', endpoint.access.need === 'nobody' ? 5 : 1],
      ['administrator', 6],
      ['driver', 2],
      ['editor', endpoint.method === 'GET' ? 1 : 4],
    ] as const),
    method: flaws.has('method') ? random.pick(METHODS) : endpoint.method,
    url: asked === '' ? path : `${path}?${asked}`,
    headers: {
      ...soundHeaders(random, endpoint),
      ...typeOf(body),
      ...(flaws.has('headers') ? oddHeaders(random) : {}),
    },
    body: body?.bytes ?? null,
    address: addressOf(random),
  }
}

const typeOf = (body: Body | null): Headers => (body === null || body.type === '' ? {} : { 'content-type': body.type })
