import fc from 'fast-check'

const STATUSES = [200, 201, 202, 204, 304, 400, 401, 402, 403, 404, 405, 407, 408, 409, 410, 411, 412, 413, 415, 422]
const MORE = [423, 425, 426, 428, 429, 451, 500, 501, 502, 503, 504, 511, 520]
const TYPES = [
  'application/json',
  'application/problem+json',
  'text/html',
  'text/plain',
  'image/webp',
  'text/event-stream',
]
/** Known bodies of gateways, and bodies that look like the server's own. */
const BODIES = [
  {},
  [],
  null,
  { message: 'no Route matched with those values' },
  { message: 'Unauthorized' },
  { message: 'Forbidden' },
  { detail: 'Not found.' },
  { detail: 'Token is invalid or expired', code: 'token_not_valid' },
  { non_field_errors: ['No.'] },
  { status: 'ok' },
  { offset: 0 },
  { answers: [] },
  { count: 0, next: null, previous: null, results: [] },
  { access: 'x', refresh: 'y' },
]
const WITHOUT_BODY = [204, 304]

/** A response of a gateway, a proxy or a portal instead of the server. Each call of the function creates it again. */
export const aGatewayAnswer: fc.Arbitrary<() => Response> = fc
  .record({
    status: fc.constantFrom(...STATUSES, ...MORE),
    type: fc.constantFrom(...TYPES),
    body: fc.oneof(
      fc.constantFrom(...BODIES.map((body) => JSON.stringify(body))),
      fc.json(),
      fc.constantFrom('<h1>Accept our terms</h1>', '', '{"half":'),
    ),
    etag: fc.boolean(),
  })
  .map(({ status, type, body, etag }) => () => {
    const headers = { 'content-type': type, ...(etag && { etag: '"1"' }), 'retry-after': '1', server: 'kong' }
    return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, headers })
  })
