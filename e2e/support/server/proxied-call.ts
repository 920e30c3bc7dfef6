import { type IncomingMessage, request } from 'node:http'
import { changeEndpoints } from '#contract/wire/changes.ts'

/** The complete body of a request or response. */
export function readAll(stream: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => resolve(Buffer.concat(parts)))
    stream.on('error', reject)
  })
}

/** Forwards a call to the server. Resolves when the response begins; rejects if the server is down. */
export function forward(port: number, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method, url, headers } = incoming
    const forwarded = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, resolve)
    forwarded.on('error', reject)
    forwarded.end(body)
  })
}

/** Whether a response is an event stream, which never ends. */
export const isStream = ({ headers }: IncomingMessage): boolean =>
  (headers['content-type'] ?? '').startsWith('text/event-stream')

/** The `sub` of the access token in an `Authorization` header, or `nobody`. */
export function subjectOf(authorization: string | undefined): string {
  const [, payload] = authorization?.split('.') ?? []
  if (payload === undefined) return 'nobody'
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return typeof claims === 'object' && claims !== null && 'sub' in claims ? String(claims.sub) : 'nobody'
}

interface SentChange {
  /** The value of its `Idempotency-Key` header. */
  readonly key: string
  readonly body: string
}
/** The changes in a request: the request itself if it is a change, or the changes in a batch. */
export function changesIn({ url, headers }: IncomingMessage, body: Buffer): readonly SentChange[] {
  if (url === changeEndpoints.together.path) {
    const { changes } = changeEndpoints.together.body.parse(JSON.parse(body.toString()))
    return changes.map((change) => ({ key: change.headers['Idempotency-Key'], body: change.body ?? '' }))
  }
  const key = headers['idempotency-key']
  return typeof key === 'string' ? [{ key, body: body.toString() }] : []
}
