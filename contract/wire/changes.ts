import * as z from 'zod/mini'
import { signedIn } from './access.ts'
import { type EndpointShape, endpoint, isChange } from './endpoint.ts'

/** The most changes that one request carries. */
export const MAX_BATCH_SIZE = 20

/** Of a change that was not begun and has to come by itself; no change is ever answered so by itself. */
export const NOT_BATCHED = 421

/** Changes of signed-in people: what is open to anybody has limits of its own, and bytes are no JSON. */
export const isBatchable = (shape: EndpointShape): boolean =>
  isChange(shape) && shape.access.need !== 'nobody' && shape.bytes === undefined

/** What a header can carry, and more than any of these needs. */
const header = z.string().check(z.regex(/^[ -~]{1,200}$/))

/** One change, as it would be sent by itself. */
const carried = z.object({
  /** The name of its call: the `operationId` in the description. */
  call: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  /** Without the key nothing would make it safe to send again. */
  headers: z.object({
    'Idempotency-Key': header,
    'If-Match': z.optional(header),
    'Device-Id': z.optional(header),
    'Device-Seq': z.optional(header),
  }),
  /** Its JSON, to the byte: of it the server makes out whether a key comes with the same request again. */
  body: z.optional(z.string()),
})
export type BatchedChange = z.output<typeof carried>

/** What came of it, as it would have been answered by itself, or `NOT_CARRIED`; `body` is null where the answer has none. */
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
    summary:
      'Changes that waited, in one request: each is made, refused and answered as if it had come by itself, one after the other.',
    method: 'POST',
    path: '/api/changes/',
    access: signedIn,
    carries: true,
    body: z.object({ changes: z.array(carried).check(z.minLength(1), z.maxLength(MAX_BATCH_SIZE)) }),
    reply: z.object({ answers: z.array(batchedAnswer) }),
  }),
}
