import { type IncomingMessage, request } from 'node:http'
import { changeEndpoints } from '#contract/wire/changes.ts'

/** The whole of a request or of an answer. */
export function readAll(stream: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => resolve(Buffer.concat(parts)))
    stream.on('error', reject)
  })
}

/** Sends a call on to the server; resolves when its answer begins. Rejects when the server is away. */
export function forward(port: number, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method, url, headers } = incoming
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, resolve)
    onward.on('error', reject)
    onward.end(body)
  })
}

/** An answer that has no end to wait for. */
export const isStream = ({ headers }: IncomingMessage): boolean =>
  (headers['content-type'] ?? '').startsWith('text/event-stream')

/** Whose access token an `Authorization` header carries: its `sub`, or `nobody`. */
export function subjectOf(authorization: string | undefined): string {
  const [, payload] = authorization?.split('.') ?? []
  if (payload === undefined) return 'nobody'
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return typeof claims === 'object' && claims !== null && 'sub' in claims ? String(claims.sub) : 'nobody'
}

interface SentChange {
  /** As the header says it. */
  readonly key: string
  readonly body: string
}
/** The changes in a request: itself, if it is one, or those that it carries. */
export function changesIn({ url, headers }: IncomingMessage, body: Buffer): readonly SentChange[] {
  if (url === changeEndpoints.together.path) {
    const { changes } = changeEndpoints.together.body.parse(JSON.parse(body.toString()))
    return changes.map((change) => ({ key: change.headers['Idempotency-Key'], body: change.body ?? '' }))
  }
  const key = headers['idempotency-key']
  return typeof key === 'string' ? [{ key, body: body.toString() }] : []
}
