import type * as z from 'zod/mini'
import type { Access } from './access.ts'

/** Any schema of the contract. The contract uses `zod/mini`: in the browser it has a quarter of zod's size. */
export type Schema = z.ZodMiniType

/** A file field of a form. */
export interface FormField {
  /** The most bytes of one file, and the message for a larger one. */
  readonly maxBytes: number
  readonly tooLargeMessage: string
  /** The most files in the field. The body then has a list of files with names. Absent: one file, without a name. */
  readonly maxFiles?: number
  /** Why a file is refused, from its name and its bytes; null when it is accepted. */
  readonly refusal?: (name: string, bytes: Uint8Array) => string | null
}

/**
 * One call of the API. The server serves it, the app calls it, `/api/docs` describes it.
 * `path` is absolute, ends in a slash and marks its parameters with a colon (`/api/drivers/:id/`).
 */
export interface EndpointShape {
  /** `resource.verb`, unique. Names the call in batches, in error messages and in the API description. */
  readonly name: string
  /** One line for the API description. */
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: `/api/${string}/`
  readonly access: Access
  /**
   * Some requests of this call are refused (403 `password_needed`) unless the user entered the password in this session
   * a short time ago.
   */
  readonly mayNeedPassword?: true
  /**
   * A POST that changes nothing. It is not a GET because its query does not fit into a URL, or does not belong there.
   */
  readonly isReadOnly?: true
  /** A POST whose body contains several changes, each with its own idempotency key. The call itself is not a change. */
  readonly isBatch?: true
  readonly params?: Schema
  readonly query?: Schema
  /** Query parameters whose lists are sent by repetition (`x=a&x=b`). Other lists are sent with commas. */
  readonly repeatedParams?: readonly string[]
  readonly body?: Schema
  /**
   * The body may also be sent as `multipart/form-data`: the field `data` holds it as JSON, further text fields may hold
   * single properties, and the fields named here hold the files, in place of references to uploads.
   */
  readonly form?: Readonly<Record<string, FormField>>
  /** Headers that only this call has; names in lower case. */
  readonly headers?: Schema
  /**
   * What is sent as bytes instead of JSON. `body`: the request is a part of a file, at most 1 MB. `signed`: the request
   * is JSON that a vendor signed; the signature covers its exact bytes. `reply`: the response is a file.
   */
  readonly bytes?: 'body' | 'signed' | 'reply'
  /** The status of a successful response; 200 by default. */
  readonly status?: 200 | 201 | 204
  /** The body of a successful response; `null` for a response without a body (204) and for bytes. */
  readonly reply: Schema | null
  /** For a response that is a stream of server-sent events: the name of each event and the schema of its data. */
  readonly events?: Readonly<Record<string, Schema>>
}

/**
 * Declares a call. The function only returns its argument and keeps the literal types, so that the types of both sides
 * follow from the declaration. An example from `people/drivers.ts`:
 *
 * ```ts
 * export const driverEndpoints = {
 *   find: endpoint({
 *     name: 'drivers.find',
 *     summary: 'One driver; carries an ETag.',
 *     method: 'GET',
 *     path: '/api/drivers/:id/',
 *     access: view('drivers'),
 *     params: idParam, // the `:id` of the path
 *     reply: driver,
 *   }),
 * }
 * ```
 *
 * The server serves it with `serve(app, driverEndpoints.find, handler)`. The app calls it with
 * `call(driverEndpoints.find, { params: { id: 12 } })`, which parses the response as a `Driver`.
 */
export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape
}

/** The parsed value of a schema; `undefined` without a schema. */
type OutputOf<S> = S extends Schema ? z.output<S> : undefined

export type ParamsOf<E extends EndpointShape> = OutputOf<E['params']>
export type QueryOf<E extends EndpointShape> = OutputOf<E['query']>
export type BodyOf<E extends EndpointShape> = E extends { readonly bytes: 'body' | 'signed' }
  ? Uint8Array
  : OutputOf<E['body']>
export type HeadersOf<E extends EndpointShape> = OutputOf<E['headers']>
/** An event of a stream: its name with the data of that name. */
export type EventOf<E extends EndpointShape> = {
  [N in keyof E['events'] & string]: {
    readonly event: N
    readonly data: NonNullable<E['events']>[N] extends Schema ? z.output<NonNullable<E['events']>[N]> : never
  }
}[keyof E['events'] & string]
export type ReplyOf<E extends EndpointShape> = E['reply'] extends Schema ? z.output<E['reply']> : undefined

/** Whether the handler gets the request body as the received bytes, not as parsed JSON. */
export const hasRawBody = ({ bytes }: EndpointShape): boolean => bytes === 'body' || bytes === 'signed'

/**
 * Whether a call changes something. Such a call accepts `Idempotency-Key` and runs in one transaction. Not a change
 * are: uploads of bytes (no record changes yet, and their offset in the file makes a repetition safe), bodies signed by
 * a vendor (a vendor sends no key), read-only POSTs, and batches (each change in them has its own key).
 */
export function isChange(shape: EndpointShape): boolean {
  return shape.method !== 'GET' && !hasRawBody(shape) && !shape.isReadOnly && !shape.isBatch
}

/**
 * The path with its parameters filled in. Throws when one is missing, which is a programming error and never bad input.
 */
export function pathOf(shape: EndpointShape, params: Readonly<Record<string, string | number>> = {}): string {
  return shape.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${shape.name}: path parameter "${name}" is missing`)
    return encodeURIComponent(String(value))
  })
}
