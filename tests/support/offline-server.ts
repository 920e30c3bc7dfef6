import * as z from 'zod/mini'
import { administrator } from '#contract/access.ts'
import { type EndpointShape, endpoint } from '#contract/endpoint.ts'
import { ApiError } from '#src/api/api-error.ts'
import { command, patched } from '#src/offline/command.ts'
import type { Send } from '#src/offline/outbox/transport.ts'

export type Trouble = 'ok' | 'cut' | 'lost' | 'hang' | 'late' | '500' | '409' | '429' | '400'
export type Network = 'on' | 'off' | 'hang'

const reply = z.object({ versions: z.record(z.string(), z.number()) })
const thingInput = z.object({
  edit: z.int(),
  things: z.array(z.string()).check(z.minLength(1)),
  field: z.string(),
})
const thingEndpoint = endpoint({
  name: 'things.update',
  summary: 'Changes a thing.',
  method: 'PATCH',
  path: '/api/things/',
  access: administrator,
  body: thingInput,
  reply,
})
export interface Thing {
  readonly key: string
  readonly edits: readonly number[]
}
export const thingKind = { name: 'thing', keyOf: (row: Thing) => row.key }

/** A change of one or two things, numbered, so that its effects can be counted. */
export const changeThing = command({
  name: 'things.change',
  version: 1,
  endpoint: thingEndpoint,
  input: thingInput,
  request: (input) => ({ body: input }),
  touches: ({ things }) => things.map((key) => `thing/${key}`) as [string, ...string[]],
  shows: ({ things, edit }) =>
    things.map((key) => patched(thingKind, key, (row) => ({ ...row, edits: [...row.edits, edit] }))),
  describe: ({ things, edit }) => ({ record: things.join(' and '), change: `Edit ${edit}` }),
  versions: (answer) =>
    Object.entries(reply.parse(answer).versions).map(([key, version]) => ({ key: `thing/${key}`, version })),
  refreshes: [['things']],
})

interface Row {
  readonly thing: string
  readonly field: string
  readonly version: number
  readonly user: string
  readonly device: string
  readonly seq: number
  readonly edit: number
}

/** A server that keeps its promises: one transaction for a change, its history and the stored answer. */
export class FakeServer {
  readonly history: Row[] = []
  readonly #answers = new Map<string, { status: number; body: unknown }>()
  readonly #versions = new Map<string, number>()
  /** Sessions by token; the token's own words count for nothing here. */
  readonly sessions = new Map<string, string>()
  sent = 0

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
    this.#raise({ thing, field, user: 'colleague', device: 'desk', seq: 0, edit: -1 })
  }

  take(token: string, headers: Readonly<Record<string, string>>, body: unknown, refuses: boolean) {
    this.sent += 1
    const user = this.sessions.get(token)
    if (user === undefined) return { status: 401, body: { detail: 'Sign in.' } }
    const key = `${user} ${headers['Idempotency-Key']}`
    const known = this.#answers.get(key)
    if (known) return known
    const answer = refuses ? { status: 400, body: { field: ['No.'] } } : this.#change(user, headers, body)
    if (answer.status !== 412) this.#answers.set(key, answer)
    return answer
  }
  #change(user: string, headers: Readonly<Record<string, string>>, body: unknown) {
    const { things, field, edit } = thingInput.parse(body)
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
      return { status: 412, body: { detail: 'Changed by somebody else.', current, conflicts: {} } }
    }
    const seq = Number(headers['Device-Seq'])
    const raised = things.map((thing) => [thing, this.#raise({ thing, field, user, device, seq, edit })] as const)
    return { status: 200, body: { versions: Object.fromEntries(raised) } }
  }
}

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

  readonly send: Send = async (_endpoint: EndpointShape, options) => {
    const trouble = this.network === 'on' ? (this.troubles.shift() ?? 'ok') : this.network
    const take = () => this.#server.take(options.token ?? '', options.headers ?? {}, options.body, trouble === '400')
    if (trouble === 'off' || trouble === 'lost') throw new ApiError('network')
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
