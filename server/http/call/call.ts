import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import {
  type BodyOf,
  type EndpointShape,
  type HeadersOf,
  hasRawBody,
  type ParamsOf,
  type QueryOf,
} from '#contract/wire/endpoint.ts'
import { parseInput } from '#server/base/parse-input.ts'
import { invalidRequest } from '#server/base/problem.ts'
import { type RequestSource, requestSource } from '#server/base/request-source.ts'
import type { Sql } from '#server/db/db.ts'
import { FormBody } from '#server/http/form/form-body.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import type { ChangeHeaders, Device } from './change-headers.ts'
import { type RefreshCookie, refreshCookieOf } from './refresh-cookie.ts'

/**
 * One request as handlers see it, with or without a signed-in user: input parsed by the contract, no HTTP except the
 * URL.
 */
export interface OpenCall<E extends EndpointShape> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  /** The headers that the endpoint itself declares. */
  readonly headers: HeadersOf<E>
  /** The store of file contents. */
  readonly files: FileStore
  /** The open transaction for a signed-in user's change; the database itself for all other calls. */
  readonly sql: Sql
  readonly device: Device | null
  readonly now: Date
  /** Path and query as received, for the `next` and `previous` links of pages. */
  readonly url: string
  readonly ip: string
  readonly log: FastifyBaseLogger
  readonly refreshCookie: RefreshCookie
  /** Where the request comes from, for the security log. */
  readonly source: RequestSource
}

/** One request of a signed-in user. */
export interface Call<E extends EndpointShape> extends OpenCall<E> {
  readonly user: CurrentUser
  readonly session: string
  /** Whether the user may make the change but may not view its response. */
  readonly isBlind: boolean
  /**
   * The record version that the user saw when making the change. Null when the client sent none: the last write wins.
   */
  readonly seenVersion: number | null
}

export const NO_CHANGE_HEADERS: ChangeHeaders = { key: null, seenVersion: null, device: null }

/** The body's bytes as received; empty without a body. */
const rawBody = ({ body }: FastifyRequest): Uint8Array => (body instanceof Uint8Array ? body : new Uint8Array())

/** The part of the body that identifies a repeated request. */
export const bodyContent = (request: FastifyRequest): Uint8Array =>
  request.body instanceof FormBody ? request.body.content() : rawBody(request)

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw invalidRequest('A JSON body is required.')
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch (cause) {
    throw Object.assign(invalidRequest('The body is not valid UTF-8.'), { cause })
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw Object.assign(invalidRequest('The body is not valid JSON.'), { cause })
  }
}

/** Parses the request's input by the contract. Throws a 400 that names each refused field. */
export function readCall<E extends EndpointShape>(
  endpoint: E,
  request: FastifyRequest,
  sql: Sql,
  headers: ChangeHeaders,
  now: Date,
): OpenCall<E> {
  const input = {
    params: endpoint.params && parseInput(endpoint.params, request.params),
    query: endpoint.query && parseInput(endpoint.query, request.query),
    headers: endpoint.headers && parseInput(endpoint.headers, request.headers),
    body: bodyOf(endpoint, request),
  }
  return {
    // The endpoint's schemas imply these types. The compiler can't infer them, because the schemas are optional.
    ...(input as Pick<OpenCall<E>, 'params' | 'query' | 'headers' | 'body'>),
    sql,
    files: request.server.serving.files,
    device: headers.device,
    now,
    url: request.url,
    ip: request.ip,
    log: request.log,
    refreshCookie: refreshCookieOf(request),
    source: requestSource(request, request.admitted?.session ?? null),
  }
}

function bodyOf(endpoint: EndpointShape, request: FastifyRequest): unknown {
  if (hasRawBody(endpoint)) return rawBody(request)
  const { body } = request
  return (
    endpoint.body && parseInput(endpoint.body, body instanceof FormBody ? body.value() : parseJson(rawBody(request)))
  )
}

/** The facts of a call that changing a record requires: transaction, author, seen version. */
export function changeRequest(call: Call<EndpointShape>): ChangeRequest {
  const author = { user: call.user.id, device: call.device?.id ?? null, now: call.now }
  return { sql: call.sql, author, seenVersion: call.seenVersion, isBlind: call.isBlind, source: call.source }
}
