import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { PROOF, PROOF_HEADER } from '#contract/wire/origin.ts'
import { changesIn, forward, isStream, readAll, subjectOf } from './proxied-call.ts'

/**
 * What can be wrong with a network. `error_500`: the server itself fails. `cut_after_commit`: the server does everything and
 * answers in full, and the answer never arrives. `hold_answer`: the same, but the answer arrives when it is let go.
 * `captive_portal`: a page of HTML, with status 200, instead of every answer.
 */
export type Trouble = 'none' | 'down' | 'hang' | 'error_500' | 'captive_portal' | 'cut_after_commit' | 'hold_answer'

/** A gateway in front of the server that answers by itself, in JSON: as it does where it has lost its routes. */
export interface Gateway {
  readonly status: number
  readonly says: unknown
}

export interface UnreliableProxy {
  /** Where the browser goes instead of the server. */
  readonly url: string
  /**
   * What is wrong from now on, for the calls that `concerns` picks (all, unless said). Ends calls that still hang, and
   * answers that are still held never arrive.
   */
  readonly set: (trouble: Trouble | Gateway, concerns?: (call: Call) => boolean) => void
  /** Every call from now on takes so much longer, in milliseconds. */
  readonly delay: (milliseconds: number) => void
  /** The server's clock, as its answers tell it, is so much later from now on. */
  readonly shiftClock: (milliseconds: number) => void
  /**
   * From now on the text of one file comes changed, as after a new version was installed on the server; of a path with a
   * query, also that of those who ask for more beside. Only an answer with 200 is changed.
   */
  readonly rewrite: (path: string, change: (text: string) => string) => void
  /** From now on calls with this access token are answered 401, as after its fifteen minutes. */
  readonly expire: (token: string) => void
  /** How many calls hang now: those that the browser gave up meanwhile don't. */
  readonly hanging: () => number
  /** Delivers the answers that are held; answers how many. */
  readonly letGo: () => number
  /** How many answers of the server are held now. */
  readonly held: () => number
  /**
   * How often each change reached the server, by its Idempotency-Key; without those at whose door the token had run out,
   * which any may after a quarter of an hour.
   */
  readonly arrivals: () => ReadonlyMap<string, number>
  /** As whom each change reached the server: the subjects of its tokens, by its Idempotency-Key. */
  readonly senders: () => ReadonlyMap<string, ReadonlySet<string>>
  /** What each change said when it came last, by its Idempotency-Key. */
  readonly bodies: () => ReadonlyMap<string, string>
  /** The calls that came in, oldest first, as `METHOD /path?query`. */
  readonly calls: () => readonly string[]
  /** A good network that remembers nothing; whoever is still connected is cut off. */
  readonly reset: () => void
  readonly close: () => Promise<void>
}

export interface Call {
  readonly method: string
  readonly path: string
}
export const changes = (call: Call): boolean => call.method !== 'GET'
/** Changes that a device kept and sends; no sign-in, no refresh of a token. */
export const keptChanges = (call: Call): boolean => changes(call) && !call.path.startsWith('/api/auth/')

const PORTAL = '<!doctype html><title>Truck stop Wi-Fi</title><h1>Accept our terms to go on</h1>'
const EXPIRED = JSON.stringify({ detail: 'Token is invalid or expired', code: 'token_not_valid' })
const JSON_TYPE = { 'content-type': 'application/json' }
/** What the network says in the server's name, so that the app takes it for the server's. */
const PROVEN = { [PROOF_HEADER]: PROOF }

interface Held {
  readonly socket: Socket
  readonly deliver: () => void
}
interface OpenStream {
  readonly call: Call
  readonly socket: Socket
  readonly pause: () => void
}

/** The headers of an answer as a server gives them whose clock is so much later. */
function laterBy(milliseconds: number, headers: readonly string[]): string[] {
  if (milliseconds === 0) return [...headers]
  const at = headers.findIndex((name, place) => place % 2 === 0 && name.toLowerCase() === 'date')
  return headers.with(at + 1, new Date(Date.now() + milliseconds).toUTCString())
}

/** What goes through, and what is wrong with it. */
class Line {
  trouble: Trouble | Gateway = 'none'
  concerns: (call: Call) => boolean = () => true
  delayedBy = 0
  ahead = 0
  readonly rewrites = new Map<string, (text: string) => string>()
  readonly expired = new Set<string>()
  readonly arrivals = new Map<string, number>()
  readonly senders = new Map<string, Set<string>>()
  readonly bodies = new Map<string, string>()
  readonly calls: string[] = []
  readonly sockets = new Set<Socket>()
  readonly #hanging = new Set<Socket>()
  readonly #streams = new Set<OpenStream>()
  #held: readonly Held[] = []
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  async take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const call = { method: incoming.method ?? 'GET', path: incoming.url ?? '/' }
    this.calls.push(`${call.method} ${call.path}`)
    if (this.delayedBy > 0) await new Promise((resolve) => setTimeout(resolve, this.delayedBy))
    const now = this.concerns(call) ? this.trouble : 'none'
    if (typeof now === 'object') return void outgoing.writeHead(now.status, JSON_TYPE).end(JSON.stringify(now.says))
    if (now === 'down') return void incoming.socket.destroy()
    if (now === 'hang') return this.#hang(incoming.socket)
    if (now === 'error_500')
      return void outgoing.writeHead(500, { 'content-type': 'text/plain', ...PROVEN }).end('no luck')
    if (now === 'captive_portal') return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end(PORTAL)
    if (this.expired.has((incoming.headers.authorization ?? '').replace('Bearer ', '')))
      return void outgoing.writeHead(401, { ...JSON_TYPE, ...PROVEN }).end(EXPIRED)
    await this.#pass(call, incoming, outgoing, now)
  }
  /** Ends what hangs, is held or streams, as far as the trouble of now concerns it. */
  settle(): void {
    for (const socket of [...this.#hanging, ...this.#held.map((one) => one.socket)]) socket.destroy()
    this.#hanging.clear()
    this.#held = []
    for (const { call, socket, pause } of this.#streams) {
      if (this.trouble === 'none' || !this.concerns(call)) continue
      if (this.trouble === 'hang') pause()
      else socket.destroy()
    }
  }
  letGo(): number {
    const held = this.#held
    this.#held = []
    for (const { deliver } of held) deliver()
    return held.length
  }
  held(): number {
    return this.#held.length
  }
  hanging(): number {
    return this.#hanging.size
  }

  #hang(socket: Socket): void {
    this.#hanging.add(socket)
    socket.once('close', () => this.#hanging.delete(socket))
  }

  async #pass(call: Call, incoming: IncomingMessage, outgoing: ServerResponse, now: Trouble): Promise<void> {
    const body = await readAll(incoming)
    this.#note(incoming, body)
    const change = [...this.rewrites].find(([path]) => `${call.path}&`.startsWith(`${path}&`))?.[1]
    if (change) {
      // Asked whether it is still as it was, the server would send no text to change.
      for (const asked of ['accept-encoding', 'if-none-match']) delete incoming.headers[asked]
    }
    const answer = await forward(this.#port, incoming, body)
    if (answer.statusCode === 401) this.#takeBack(incoming, body)
    if (isStream(answer)) return this.#stream(call, incoming.socket, answer, outgoing)
    const content = await readAll(answer)
    if (now === 'cut_after_commit') return void incoming.socket.destroy()
    const deliver = () => {
      // What is changed goes out with 200: a refusal would look like a success.
      if (change && answer.statusCode === 200) {
        const { 'content-type': type = 'text/plain', 'cache-control': cached = 'no-store' } = answer.headers
        const headers = { 'content-type': type, 'cache-control': cached, ...PROVEN }
        return void outgoing.writeHead(200, headers).end(change(content.toString()))
      }
      outgoing.writeHead(answer.statusCode ?? 502, laterBy(this.ahead, answer.rawHeaders)).end(content)
    }
    if (now !== 'hold_answer') return deliver()
    this.#held = [...this.#held, { socket: incoming.socket, deliver }]
  }
  #note(incoming: IncomingMessage, content: Buffer): void {
    for (const { key, body } of changesIn(incoming, content)) {
      this.arrivals.set(key, (this.arrivals.get(key) ?? 0) + 1)
      this.bodies.set(key, body)
      const subjects = this.senders.get(key) ?? new Set()
      this.senders.set(key, subjects.add(subjectOf(incoming.headers.authorization)))
    }
  }
  #takeBack(incoming: IncomingMessage, content: Buffer): void {
    for (const { key } of changesIn(incoming, content)) {
      const former = (this.arrivals.get(key) ?? 1) - 1
      if (former > 0) this.arrivals.set(key, former)
      else this.arrivals.delete(key)
    }
  }
  #stream(call: Call, socket: Socket, answer: IncomingMessage, outgoing: ServerResponse): void {
    const open = { call, socket, pause: () => void answer.unpipe(outgoing).pause() }
    this.#streams.add(open)
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    outgoing.flushHeaders()
    answer.pipe(outgoing)
    // A server that is killed breaks the stream for the browser as well.
    answer.on('error', () => socket.destroy())
    outgoing.on('close', () => {
      this.#streams.delete(open)
      answer.destroy()
    })
  }
}

/** A network between browser and server that does what it is told. `port`: the server's. */
export async function startUnreliableProxy(port: number): Promise<UnreliableProxy> {
  let line = new Line(port)
  const proxy = createServer((incoming, outgoing) => {
    // The server is away, or went away in the middle: to the browser that is a connection that breaks.
    line.take(incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  proxy.on('connection', (socket) => {
    const { sockets } = line
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const cutAll = () => {
    for (const socket of line.sockets) socket.destroy()
  }

  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    set(next, of = () => true) {
      line.trouble = next
      line.concerns = of
      line.settle()
    },
    delay(milliseconds) {
      line.delayedBy = milliseconds
    },
    shiftClock(milliseconds) {
      line.ahead = milliseconds
    },
    rewrite(path, change) {
      line.rewrites.set(path, change)
    },
    expire(token) {
      line.expired.add(token)
    },
    hanging: () => line.hanging(),
    letGo: () => line.letGo(),
    held: () => line.held(),
    arrivals: () => line.arrivals,
    senders: () => line.senders,
    bodies: () => line.bodies,
    calls: () => line.calls,
    reset() {
      cutAll()
      line = new Line(port)
    },
    async close() {
      cutAll()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
