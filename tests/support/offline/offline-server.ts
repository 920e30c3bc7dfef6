import { PASSWORD_NEEDED } from '#contract/session/ownership.ts'
import { type BatchedChange, changeEndpoints, NOT_BATCHED } from '#contract/wire/changes.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { Send } from '#src/offline/outbox/send/transport.ts'
import { FakeUploads } from '#tests/support/browser/fake-uploads.ts'
import { secretOf, type ThingBody, thingBody } from './offline-things.ts'

/**
 * cut: the server has it, its answer is lost · lost: it never comes there · hang: nobody answers · late: the same, and it
 * comes there long after · clash: a colleague changes the same a moment before · older: a server that takes no several at once ·
 * half: one that stops half-way through several · 403: one that wants the password first · html: a network that leads nowhere answers a page of its own · the rest are answers.
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
  /** What went into it before it was sent. */
  readonly covers: readonly number[]
  readonly after: string | null
}
interface Numbers {
  readonly come: Set<number>
  readonly accounted: Set<number>
}

/** A server that keeps its promises: one transaction for a change, its history and the stored answer. */
export class FakeServer {
  readonly history: Row[] = []
  readonly #answers = new Map<string, { status: number; body: unknown }>()
  readonly #requests = new Map<string, string>()
  readonly #numbers = new Map<string, Numbers>()
  /** Keys that came with more than one request. */
  readonly mixed: string[] = []
  /** Notes that came without their secret. */
  readonly bare: number[] = []
  readonly #versions = new Map<string, number>()
  /** Sessions by token; the token's own words count for nothing here. */
  readonly sessions = new Map<string, string>()
  sent = 0
  /** How many changes came in each request that carried several. */
  readonly together: number[] = []
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
  /** A colleague changes what a request is about. */
  clash(body: unknown): void {
    const { data } = thingBody.safeParse(body)
    if (data) this.colleague(data.things[0] ?? '', data.field)
  }
  /** What has come of a device's numbers. */
  numbersOf(user: string, device: string): Numbers {
    const numbers = this.#numbers.get(`${user} ${device}`) ?? { come: new Set(), accounted: new Set() }
    this.#numbers.set(`${user} ${device}`, numbers)
    return numbers
  }

  take(token: string, headers: Readonly<Record<string, string>>, body: unknown, refuses: '400' | '403' | null) {
    this.sent += 1
    const user = this.sessions.get(token)
    if (user === undefined) return { status: 401, body: { detail: 'Sign in.' } }
    const key = `${user} ${headers['Idempotency-Key']}`
    const request = JSON.stringify(body)
    if ((this.#requests.get(key) ?? request) !== request) this.mixed.push(key)
    this.#requests.set(key, request)
    const known = this.#answers.get(key)
    if (known) return known
    // Not stored: with the password it is made.
    if (refuses === '403') return { status: 403, body: { detail: 'Your password.', code: PASSWORD_NEEDED } }
    const answer = refuses ? { status: 400, body: { field: ['No.'] } } : this.#change(user, headers, body)
    if (answer.status !== 412) this.#answers.set(key, answer)
    if (answer.status < 300) this.numbersOf(user, headers['Device-Id'] ?? '').come.add(Number(headers['Device-Seq']))
    return answer
  }
  /** Several changes in one request. */
  takeTogether(token: string, body: unknown, trouble: Trouble | Network) {
    if (!this.sessions.has(token)) return { status: 401, body: { detail: 'Sign in.' } }
    const { changes } = changeEndpoints.together.body.parse(body)
    this.together.push(changes.length)
    const most = trouble === 'cut' || trouble === 'half' ? Math.ceil(changes.length / 2) : changes.length
    const answers = changes.map((change, at) => {
      if (at >= most) return { status: NOT_BATCHED, body: null, retry_after: null }
      const content: unknown = JSON.parse(change.body ?? 'null')
      const { status, body } = this.take(token, headersIn(change), content, at === 0 ? refusalIn(trouble) : null)
      return { status, body, retry_after: null }
    })
    return { status: 200, body: { answers } }
  }
  #change(user: string, headers: Readonly<Record<string, string>>, body: unknown) {
    const { things, field, edit, covers, after, upload, secret }: ThingBody = thingBody.parse(body)
    if (after !== undefined && secret !== secretOf(edit)) this.bare.push(edit)
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
    return { status: 200, body: { versions: Object.fromEntries(raised) } }
  }
}

const refusalIn = (trouble: Trouble | Network) => (trouble === '400' || trouble === '403' ? trouble : null)

/** The headers of a change that is carried, as one that comes by itself has them. */
const headersIn = ({ headers }: BatchedChange) =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** The way to the server, and what can happen to a request on it. */
export class FakeWire {
  network: Network = 'on'
  /** What happens to the next requests, in order; after that all goes well. */
  readonly troubles: Trouble[] = []
  readonly #server: FakeServer
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
    const take = () => {
      if (isUpload) return this.#server.uploads.take(this.#server.sessions.get(token), endpoint, options)
      if (isTogether) return this.#server.takeTogether(token, options.body, trouble)
      return this.#server.take(token, headers, options.body, refusalIn(trouble))
    }
    if (trouble === 'off' || trouble === 'lost') throw new ApiError('network')
    if (trouble === 'clash') this.#server.clash(options.body)
    if (trouble === 'html') throw new ApiError('not_ours')
    if (trouble === 'hang' || trouble === 'late') {
      await this.#timeout(options.signal)
      // The request lay in some buffer and arrives long after everybody has given it up.
      if (trouble === 'late') this.#after(7_000, take)
      throw new ApiError('timeout')
    }
    if (trouble === '500' || trouble === '409' || trouble === '429') {
      throw new ApiError('status', { status: Number(trouble), problem: { detail: 'Later.' }, retryAfterMs: 3_000 })
    }
    const { status, body } = take()
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

/** The keys of the changes that a request carries; what it sends of a file has a name of its own. */
export function keysIn({ body, headers, params }: Parameters<Send>[1]): readonly string[] {
  const { data } = changeEndpoints.together.body.safeParse(body)
  if (data) return data.changes.map((change) => change.headers['Idempotency-Key'])
  return [headers?.['Idempotency-Key'] ?? `upload ${params?.id}`]
}
