import { PASSWORD_NEEDED } from '#contract/session/ownership.ts'
import { type BatchedChange, changeEndpoints, NOT_BATCHED } from '#contract/wire/changes.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { Send } from '#src/offline/outbox/send/transport.ts'
import { FakeUploads } from '#tests/support/browser/fake-uploads.ts'
import { secretOf, type ThingBody, thingBody } from './offline-things.ts'

/**
 * - `ok`: the request succeeds.
 * - `cut`: the server handles the request, and its response is lost.
 * - `lost`: the request never reaches the server.
 * - `hang`: no response arrives.
 * - `late`: no response arrives, and the request reaches the server much later.
 * - `clash`: a colleague changes the same field just before.
 * - `older`: the server does not have the endpoint for batches.
 * - `half`: the server handles only the first half of a batch.
 * - `html`: a captive portal responds with a page of its own.
 * - `403`: the server requires the password first.
 *
 * The others are the status of the response.
 */
export type Trouble =
  | 'ok'
  | 'cut'
  | 'lost'
  | 'hang'
  | 'late'
  | 'clash'
  | 'older'
  | 'half'
  | 'html'
  | '500'
  | '409'
  | '429'
  | '400'
  | '403'
export type Network = 'on' | 'off' | 'hang'

export interface Row {
  readonly thing: string
  readonly field: string
  readonly version: number
  readonly user: string
  readonly device: string
  readonly seq: number
  readonly edit: number
  /** The edits that were merged into it before it was sent. */
  readonly covers: readonly number[]
  readonly after: string | null
}
interface DeviceNumbers {
  readonly received: Set<number>
  readonly accounted: Set<number>
}

/** A server that keeps its promises: it stores a change, its history and the response together. */
export class FakeServer {
  readonly history: Row[] = []
  readonly #answers = new Map<string, { status: number; body: unknown }>()
  readonly #requests = new Map<string, string>()
  readonly #numbers = new Map<string, DeviceNumbers>()
  /** Idempotency keys that arrived with different requests. */
  readonly reusedKeys: string[] = []
  /** Edits of notes that arrived without their secret. */
  readonly editsWithoutSecret: number[] = []
  readonly #versions = new Map<string, number>()
  /** The user of each session, by token. The content of the token is not read. */
  readonly sessions = new Map<string, string>()
  sent = 0
  /** The number of changes in each batch. */
  readonly batchSizes: number[] = []
  readonly uploads = new FakeUploads()

  versionOf(thing: string): number {
    return this.#versions.get(thing) ?? 1
  }
  #raise(row: Omit<Row, 'version'>): number {
    const version = this.versionOf(row.thing) + 1
    this.#versions.set(row.thing, version)
    this.history.push({ ...row, version })
    return version
  }
  colleague(thing: string, field: string): void {
    this.#raise({ thing, field, user: 'colleague', device: 'desk', seq: 0, edit: -1, covers: [], after: null })
  }
  /** A colleague changes the field that a request is about to change. */
  clash(body: unknown): void {
    const { data } = thingBody.safeParse(body)
    if (data) this.colleague(data.things[0] ?? '', data.field)
  }
  /** The sequence numbers of a device that the server has received, or knows to be gone. */
  numbersOf(user: string, device: string): DeviceNumbers {
    const numbers = this.#numbers.get(`${user} ${device}`) ?? { received: new Set(), accounted: new Set() }
    this.#numbers.set(`${user} ${device}`, numbers)
    return numbers
  }

  handle(token: string, headers: Readonly<Record<string, string>>, body: unknown, refuses: '400' | '403' | null) {
    this.sent += 1
    const user = this.sessions.get(token)
    if (user === undefined) return { status: 401, body: { detail: 'Sign in.' } }
    const key = `${user} ${headers['Idempotency-Key']}`
    const request = JSON.stringify(body)
    if ((this.#requests.get(key) ?? request) !== request) this.reusedKeys.push(key)
    this.#requests.set(key, request)
    const known = this.#answers.get(key)
    if (known) return known
    // Not stored: with the password the same request succeeds.
    if (refuses === '403') return { status: 403, body: { detail: 'Your password.', code: PASSWORD_NEEDED } }
    const answer = refuses ? { status: 400, body: { field: ['No.'] } } : this.#change(user, headers, body)
    if (answer.status !== 412) this.#answers.set(key, answer)
    if (answer.status < 300)
      this.numbersOf(user, headers['Device-Id'] ?? '').received.add(Number(headers['Device-Seq']))
    return answer
  }
  /** Handles a batch. */
  handleBatch(token: string, body: unknown, trouble: Trouble | Network) {
    if (!this.sessions.has(token)) return { status: 401, body: { detail: 'Sign in.' } }
    const { changes } = changeEndpoints.together.body.parse(body)
    this.batchSizes.push(changes.length)
    const handled = trouble === 'cut' || trouble === 'half' ? Math.ceil(changes.length / 2) : changes.length
    const answers = changes.map((change, at) => {
      if (at >= handled) return { status: NOT_BATCHED, body: null, retry_after: null }
      const content: unknown = JSON.parse(change.body ?? 'null')
      const { status, body } = this.handle(token, headersIn(change), content, at === 0 ? refusalIn(trouble) : null)
      return { status, body, retry_after: null }
    })
    return { status: 200, body: { answers } }
  }
  #change(user: string, headers: Readonly<Record<string, string>>, body: unknown) {
    const { things, field, edit, covers, after, upload, secret }: ThingBody = thingBody.parse(body)
    if (after !== undefined && secret !== secretOf(edit)) this.editsWithoutSecret.push(edit)
    if (upload !== undefined && !this.uploads.has(user, upload)) {
      return { status: 400, body: { upload: ['This file has not come.'] } }
    }
    const device = headers['Device-Id'] ?? ''
    const first = things[0] ?? ''
    const seen = headers['If-Match'] === undefined ? null : Number(headers['If-Match'].replaceAll('"', ''))
    const clash = this.history.some(
      (row) =>
        seen !== null &&
        row.thing === first &&
        row.field === field &&
        row.version > seen &&
        !(row.user === user && row.device === device),
    )
    if (clash) {
      const current = { version: this.versionOf(first) }
      return {
        status: 412,
        body: { detail: 'Changed by somebody else.', current, conflicts: { [field]: { theirs: 0, yours: edit } } },
      }
    }
    const seq = Number(headers['Device-Seq'])
    const row = { field, user, device, seq, edit, covers, after: after ?? null }
    const raised = things.map((thing) => [thing, this.#raise({ ...row, thing })] as const)
    const attachments = upload === undefined ? [] : [{ client_id: upload, file: addressOf(upload) }]
    return { status: 200, body: { versions: Object.fromEntries(raised), attachments } }
  }
}

/** The signed address of an upload's file, whose id is not that of the upload. */
const addressOf = (upload: string) => `/api/files/${[...upload].reverse().join('')}/photo.jpg?signature=1`

const refusalIn = (trouble: Trouble | Network) => (trouble === '400' || trouble === '403' ? trouble : null)

/** The headers of a change in a batch, in the form that a single change has. */
const headersIn = ({ headers }: BatchedChange) =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** The connection to the server, with the troubles that a request can meet. */
export class FakeWire {
  network: Network = 'on'
  /** The troubles of the next requests, in order. Requests after those succeed. */
  readonly troubles: Trouble[] = []
  readonly #server: FakeServer
  /** The idempotency keys of changes that were refused for a missing permission. */
  readonly #forbidden = new Set<string>()
  readonly #after: (ms: number, work: () => void) => void

  constructor(server: FakeServer, after: (ms: number, work: () => void) => void) {
    this.#server = server
    this.#after = after
  }

  readonly send: Send = async (endpoint: EndpointShape, options) => {
    const trouble = this.network === 'on' ? (this.troubles.shift() ?? 'ok') : this.network
    const { token = '', headers = {} } = options
    const isUpload = endpoint.name.startsWith('uploads.')
    const isTogether = endpoint.name === changeEndpoints.together.name
    if (isTogether && trouble === 'older') throw new ApiError('status', { status: 404, problem: { detail: 'What?' } })
    const handle = () => {
      if (isUpload) return this.#server.uploads.handle(this.#server.sessions.get(token), endpoint, options)
      if (isTogether) return this.#server.handleBatch(token, options.body, trouble)
      return this.#server.handle(token, headers, options.body, refusalIn(trouble))
    }
    if (trouble === 'off' || trouble === 'lost') throw new ApiError('network')
    if (trouble === 'clash') this.#server.clash(options.body)
    if (trouble === 'html') throw new ApiError('not_ours')
    if (trouble === 'hang' || trouble === 'late') {
      await this.#timeout(options.signal)
      // The request was buffered on its way, and arrives long after the client has given it up. If its user has lost the
      // permission meanwhile, it is refused: no one gets a permission back within seconds.
      const arrive = () => {
        if (!keysIn(options).some((key) => this.#forbidden.has(key))) handle()
      }
      if (trouble === 'late') this.#after(7_000, arrive)
      throw new ApiError('timeout')
    }
    if (trouble === '500' || trouble === '409' || trouble === '429') {
      throw new ApiError('status', { status: Number(trouble), problem: { detail: 'Later.' }, retryAfterMs: 3_000 })
    }
    if (trouble === '403') for (const key of keysIn(options)) this.#forbidden.add(key)
    const { status, body } = handle()
    if (trouble === 'cut') throw new ApiError('network')
    if (status >= 400) throw new ApiError('status', { status, problem: body })
    return { data: body, status }
  }
  async #timeout(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#after(20_000, resolve)
    signal?.addEventListener('abort', () => reject(new DOMException('called off', 'AbortError')))
    await promise
  }
}

/** The idempotency keys of the changes in a request. The upload of a file is named by the file's id. */
export function keysIn({ body, headers, params }: Parameters<Send>[1]): readonly string[] {
  const { data } = changeEndpoints.together.body.safeParse(body)
  if (data) return data.changes.map((change) => change.headers['Idempotency-Key'])
  return [headers?.['Idempotency-Key'] ?? `upload ${params?.id}`]
}
