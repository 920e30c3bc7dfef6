import type * as z from 'zod/mini'
import type { Access } from './access.ts'

/** Any schema of the contract. `zod/mini` on purpose: a quarter of zod's weight in the browser. */
export type Schema = z.ZodMiniType

/** A field of a form in which files come. */
export interface FormField {
  /** The most bytes of one of them, and what is said of more. */
  readonly most: number
  readonly tooLarge: string
  /** So many may come in it; the body then names them in a list, each with its name. Unless said, one without a name. */
  readonly several?: number
  /** Why a file can't be taken, by its name and its bytes; null when it can. */
  readonly refusal?: (name: string, bytes: Uint8Array) => string | null
}

/**
 * One call, described once: served by the server, called by the app, printed by `/api/docs`.
 * `path` is absolute, ends in a slash and names its parameters with a colon (`/api/drivers/:id/`).
 */
export interface EndpointShape {
  /** `resource.verb`, unique; used in logs, idempotency fingerprints and the API description. */
  readonly name: string
  /** One line for the API description. */
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: `/api/${string}/`
  readonly access: Access
  /** Some of its changes need a password that was given in the session a short while ago: without it 403 `password_needed`. */
  readonly mayNeedPassword?: true
  /** For a POST that only asks: its question is too long for an address, and it changes nothing. */
  readonly asks?: true
  /** For a POST whose body carries changes, each with a key of its own: it is none itself. */
  readonly carries?: true
  readonly params?: Schema
  readonly query?: Schema
  /** Names of the query whose lists are given by repeating them (`x=a&x=b`); others stand with commas between. */
  readonly repeats?: readonly string[]
  readonly body?: Schema
  /**
   * The body may also come as `multipart/form-data`: its JSON in the field `data`, other fields of it as texts beside it,
   * and in these fields the files that it would else name as uploads.
   */
  readonly form?: Readonly<Record<string, FormField>>
  /** Headers of the call's own, by their names in lower case. */
  readonly headers?: Schema
  /**
   * What travels as bytes: the body (a part of a file, at most 1 MB) or the answer (a file) instead of JSON; or a body that
   * is JSON, but `signed` by whoever sends it, as it came.
   */
  readonly bytes?: 'body' | 'signed' | 'reply'
  /** The success status: 200 unless said. */
  readonly status?: 200 | 201 | 204
  /** The shape of a successful answer; `null` where there is none (204), or where it is bytes. */
  readonly reply: Schema | null
  /** For a call that is answered by a stream of server-sent events: the name of each, and the shape of its data. */
  readonly events?: Readonly<Record<string, Schema>>
}

/** Declares a call. It only fixes the literal types; the value is what the server serves and the app calls. */
export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape
}

type Parsed<S> = S extends Schema ? z.output<S> : undefined

export type ParamsOf<E extends EndpointShape> = Parsed<E['params']>
export type QueryOf<E extends EndpointShape> = Parsed<E['query']>
export type BodyOf<E extends EndpointShape> = E extends { readonly bytes: 'body' | 'signed' }
  ? Uint8Array
  : Parsed<E['body']>
export type HeadersOf<E extends EndpointShape> = Parsed<E['headers']>
/** The name and the data of every event of a stream. */
export type EventOf<E extends EndpointShape> = {
  [N in keyof E['events'] & string]: {
    readonly event: N
    readonly data: NonNullable<E['events']>[N] extends Schema ? z.output<NonNullable<E['events']>[N]> : never
  }
}[keyof E['events'] & string]
export type ReplyOf<E extends EndpointShape> = E['reply'] extends Schema ? z.output<E['reply']> : undefined

/** Whether the body is to be had as the bytes that came. */
export const comesAsBytes = ({ bytes }: EndpointShape): boolean => bytes === 'body' || bytes === 'signed'

/**
 * True for calls that change something: they take `Idempotency-Key`, and run in one transaction. Bytes on their way in
 * change nothing yet, and their place in the file makes them safe to send again; what others sign knows no key of ours; a
 * question changes nothing at all, and what carries changes has nothing to add to theirs.
 */
export function isChange(shape: EndpointShape): boolean {
  return shape.method !== 'GET' && !comesAsBytes(shape) && !shape.asks && !shape.carries
}

/** Fills the path's parameters in. Throws when one is missing: a programming error, never bad input. */
export function pathOf(shape: EndpointShape, params: Readonly<Record<string, string | number>> = {}): string {
  return shape.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${shape.name}: path parameter "${name}" is missing`)
    return encodeURIComponent(String(value))
  })
}
