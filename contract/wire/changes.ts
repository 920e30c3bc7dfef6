import * as z from 'zod/mini'
import { signedIn } from './access.ts'
import { type EndpointShape, endpoint, isChange } from './endpoint.ts'

/** The most changes in one batch. */
export const MAX_BATCH_SIZE = 20

/**
 * The status of a change that the server did not start: the client sends it again, alone. A change that was sent alone
 * never gets this status.
 */
export const NOT_BATCHED = 421

/**
 * Whether a batch may contain this call. Calls without a sign-in are excluded because they have limits of their own,
 * and calls that send or return bytes because a batch is JSON.
 */
export const isBatchable = (shape: EndpointShape): boolean =>
  isChange(shape) && shape.access.need !== 'nobody' && shape.bytes === undefined

/** A header value: printable ASCII, longer than any of these headers ever is. */
const header = z.string().check(z.regex(/^[ -~]{1,200}$/))

/** One change of a batch, with what it would have as a request of its own. */
const batchedChange = z.object({
  /** `EndpointShape.name`, which is the `operationId` in the API description. */
  call: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  /** The key is required: it makes a repeated change safe. */
  headers: z.object({
    'Idempotency-Key': header,
    'If-Match': z.optional(header),
    'Device-Id': z.optional(header),
    'Device-Seq': z.optional(header),
  }),
  /**
   * The JSON body as text. The server compares its exact bytes to see whether a repeated key comes with the same
   * request.
   */
  body: z.optional(z.string()),
})
export type BatchedChange = z.output<typeof batchedChange>

/**
 * The response that the change would have got on its own, or `NOT_BATCHED`. `body` is null for a response without a
 * body.
 */
const batchedAnswer = z.object({
  status: z.int(),
  body: z.unknown(),
  /** `Retry-After`, in seconds. */
  retry_after: z.nullable(z.int()),
})
export type BatchedAnswer = z.output<typeof batchedAnswer>

export const changeEndpoints = {
  together: endpoint({
    name: 'changes.together',
    summary: 'Several waiting changes in one request. Each is made or refused, in order, as if it had been sent alone.',
    method: 'POST',
    path: '/api/changes/',
    access: signedIn,
    isBatch: true,
    body: z.object({ changes: z.array(batchedChange).check(z.minLength(1), z.maxLength(MAX_BATCH_SIZE)) }),
    reply: z.object({ answers: z.array(batchedAnswer) }),
  }),
}
