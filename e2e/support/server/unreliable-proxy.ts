import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { PROOF, PROOF_HEADER } from '#contract/wire/origin.ts'
import { changesIn, forward, isStream, readAll, subjectOf } from './proxied-call.ts'

/**
 * What can be wrong with a network. `error_500`: the server itself fails. `cut_after_commit`: the server does
 * everything and responds in full, and the response never arrives. `hold_answer`: the response arrives only once it is
 * released. `captive_portal`: an HTML page with status 200 replaces every response.
 */
export type Trouble = 'none' | 'down' | 'hang' | 'error_500' | 'captive_portal' | 'cut_after_commit' | 'hold_answer'

/** A gateway in front of the server that responds on its own, in JSON, like a gateway that has lost its routes. */
export interface Gateway {
  readonly status: number
  readonly body: unknown
}

export interface UnreliableProxy {
  /** The address that the browser uses instead of the server's. */
  readonly url: string
  /**
   * Sets the trouble from now on, for the calls that `concerns` selects (default: all). Breaks off hanging calls and
   * discards held responses.
   */
  readonly set: (trouble: Trouble | Gateway, concerns?: (call: Call) => boolean) => void
  /** Delays every call from now on, in milliseconds. */
  readonly delay: (milliseconds: number) => void
  /** Sets the `Date` header of every response ahead from now on, in milliseconds. */
  readonly shiftClock: (milliseconds: number) => void
  /**
   * Rewrites the text of one file from now on, as if a new version was installed on the server. A path with a query
   * also matches calls with further parameters. Only responses with status 200 are rewritten.
   */
  readonly rewrite: (path: string, rewriteText: (text: string) => string) => void
  /** From now on calls with this access token get a 401, as after its 15 minutes. */
  readonly expire: (token: string) => void
  /** The number of calls that hang now, without calls that the browser has aborted. */
  readonly hangingCount: () => number
  /** Delivers the held responses and returns their number. */
  readonly deliverHeldResponses: () => number
  /** The number of held responses. */
  readonly heldResponseCount: () => number
  /**
   * How often each change reached the server, by its Idempotency-Key. Requests that the server refused with 401 do not
   * count, because an access token can expire at any time: it is valid for 15 minutes.
   */
  readonly arrivals: () => ReadonlyMap<string, number>
  /** The subjects of the access tokens with which each change reached the server, by its Idempotency-Key. */
  readonly senders: () => ReadonlyMap<string, ReadonlySet<string>>
  /** The latest body of each change, by its Idempotency-Key. */
  readonly bodies: () => ReadonlyMap<string, string>
  /** The received calls, oldest first, as `METHOD /path?query`. */
  readonly calls: () => readonly string[]
  /** Makes the network good again, clears its records and cuts every open connection. */
  readonly reset: () => void
  readonly close: () => Promise<void>
}

export interface Call {
  readonly method: string
  readonly path: string
}
export const isChange = (call: Call): boolean => call.method !== 'GET'
/** Whether a call is a change from an outbox, not a sign-in or a token refresh. */
export const isOutboxChange = (call: Call): boolean => isChange(call) && !call.path.startsWith('/api/auth/')

const PORTAL_PAGE = '<!doctype html><title>Truck stop Wi-Fi</title><h1>Accept our terms to go on</h1>'
const EXPIRED_TOKEN = JSON.stringify({ detail: 'Token is invalid or expired', code: 'token_not_valid' })
const JSON_TYPE = { 'content-type': 'application/json' }
/** The proof header, which makes the app accept a response of the proxy as the server's. */
const PROOF_HEADERS = { [PROOF_HEADER]: PROOF }

interface HeldAnswer {
  readonly socket: Socket
  readonly deliver: () => void
}
interface OpenStream {
  readonly call: Call
  readonly socket: Socket
  readonly pause: () => void
}

/** A response's raw headers, with the `Date` of a server whose clock is ahead by `milliseconds`. */
function withShiftedDate(milliseconds: number, headers: readonly string[]): string[] {
  if (milliseconds === 0) return [...headers]
  const at = headers.findIndex((name, place) => place % 2 === 0 && name.toLowerCase() === 'date')
  return headers.with(at + 1, new Date(Date.now() + milliseconds).toUTCString())
}

/** The connection that the proxy simulates: its trouble, and the record of its traffic. */
class ProxyLink {
  trouble: Trouble | Gateway = 'none'
  concerns: (call: Call) => boolean = () => true
  delayMs = 0
  clockAheadMs = 0
  readonly rewrites = new Map<string, (text: string) => string>()
  readonly expired = new Set<string>()
  readonly arrivals = new Map<string, number>()
  readonly senders = new Map<string, Set<string>>()
  readonly bodies = new Map<string, string>()
  readonly calls: string[] = []
  readonly sockets = new Set<Socket>()
  readonly #hanging = new Set<Socket>()
  readonly #streams = new Set<OpenStream>()
  #held: readonly HeldAnswer[] = []
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const call = { method: incoming.method ?? 'GET', path: incoming.url ?? '/' }
    this.calls.push(`${call.method} ${call.path}`)
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs))
    const trouble = this.concerns(call) ? this.trouble : 'none'
    if (typeof trouble === 'object')
      return void outgoing.writeHead(trouble.status, JSON_TYPE).end(JSON.stringify(trouble.body))
    if (trouble === 'down') return void incoming.socket.destroy()
    if (trouble === 'hang') return this.#hang(incoming.socket)
    if (trouble === 'error_500')
      return void outgoing.writeHead(500, { 'content-type': 'text/plain', ...PROOF_HEADERS }).end('no luck')
    if (trouble === 'captive_portal')
      return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end(PORTAL_PAGE)
    if (this.expired.has((incoming.headers.authorization ?? '').replace('Bearer ', '')))
      return void outgoing.writeHead(401, { ...JSON_TYPE, ...PROOF_HEADERS }).end(EXPIRED_TOKEN)
    await this.#passOn(call, incoming, outgoing, trouble)
  }
  /**
   * Breaks off hanging calls, discards held responses, and cuts or pauses the event streams that the current trouble
   * concerns.
   */
  applyTrouble(): void {
    for (const socket of [...this.#hanging, ...this.#held.map((one) => one.socket)]) socket.destroy()
    this.#hanging.clear()
    this.#held = []
    for (const { call, socket, pause } of this.#streams) {
      if (this.trouble === 'none' || !this.concerns(call)) continue
      if (this.trouble === 'hang') pause()
      else socket.destroy()
    }
  }
  deliverHeldResponses(): number {
    const held = this.#held
    this.#held = []
    for (const { deliver } of held) deliver()
    return held.length
  }
  heldResponseCount(): number {
    return this.#held.length
  }
  hangingCount(): number {
    return this.#hanging.size
  }

  #hang(socket: Socket): void {
    this.#hanging.add(socket)
    socket.once('close', () => this.#hanging.delete(socket))
  }

  async #passOn(call: Call, incoming: IncomingMessage, outgoing: ServerResponse, trouble: Trouble): Promise<void> {
    const body = await readAll(incoming)
    this.#recordChanges(incoming, body)
    const rewrite = [...this.rewrites].find(([path]) => `${call.path}&`.startsWith(`${path}&`))?.[1]
    if (rewrite) {
      // With these headers the server may respond with a 304 or compressed bytes, which have no text to rewrite.
      for (const header of ['accept-encoding', 'if-none-match']) delete incoming.headers[header]
    }
    const answer = await forward(this.#port, incoming, body)
    if (answer.statusCode === 401) this.#uncountChanges(incoming, body)
    if (isStream(answer)) return this.#stream(call, incoming.socket, answer, outgoing)
    const content = await readAll(answer)
    if (trouble === 'cut_after_commit') return void incoming.socket.destroy()
    const deliver = () => {
      // Rewritten text is sent with 200. A refusal is not rewritten: it would look like a success.
      if (rewrite && answer.statusCode === 200) {
        const { 'content-type': type = 'text/plain', 'cache-control': cached = 'no-store' } = answer.headers
        const headers = { 'content-type': type, 'cache-control': cached, ...PROOF_HEADERS }
        return void outgoing.writeHead(200, headers).end(rewrite(content.toString()))
      }
      outgoing.writeHead(answer.statusCode ?? 502, withShiftedDate(this.clockAheadMs, answer.rawHeaders)).end(content)
    }
    if (trouble !== 'hold_answer') return deliver()
    this.#held = [...this.#held, { socket: incoming.socket, deliver }]
  }
  #recordChanges(incoming: IncomingMessage, content: Buffer): void {
    for (const { key, body } of changesIn(incoming, content)) {
      this.arrivals.set(key, (this.arrivals.get(key) ?? 0) + 1)
      this.bodies.set(key, body)
      const subjects = this.senders.get(key) ?? new Set()
      this.senders.set(key, subjects.add(subjectOf(incoming.headers.authorization)))
    }
  }
  #uncountChanges(incoming: IncomingMessage, content: Buffer): void {
    for (const { key } of changesIn(incoming, content)) {
      const remaining = (this.arrivals.get(key) ?? 1) - 1
      if (remaining > 0) this.arrivals.set(key, remaining)
      else this.arrivals.delete(key)
    }
  }
  #stream(call: Call, socket: Socket, answer: IncomingMessage, outgoing: ServerResponse): void {
    const open = { call, socket, pause: () => void answer.unpipe(outgoing).pause() }
    this.#streams.add(open)
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    outgoing.flushHeaders()
    answer.pipe(outgoing)
    // A killed server breaks the browser's stream too.
    answer.on('error', () => socket.destroy())
    outgoing.on('close', () => {
      this.#streams.delete(open)
      answer.destroy()
    })
  }
}

/** Starts a proxy between browser and server. The test controls its faults. `port` is the server's. */
export async function startUnreliableProxy(port: number): Promise<UnreliableProxy> {
  let link = new ProxyLink(port)
  const proxy = createServer((incoming, outgoing) => {
    // The server is down, or went down during the call: the browser's connection breaks.
    link.handle(incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  proxy.on('connection', (socket) => {
    const { sockets } = link
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const cutAll = () => {
    for (const socket of link.sockets) socket.destroy()
  }

  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    set(trouble, concerns = () => true) {
      link.trouble = trouble
      link.concerns = concerns
      link.applyTrouble()
    },
    delay(milliseconds) {
      link.delayMs = milliseconds
    },
    shiftClock(milliseconds) {
      link.clockAheadMs = milliseconds
    },
    rewrite(path, rewriteText) {
      link.rewrites.set(path, rewriteText)
    },
    expire(token) {
      link.expired.add(token)
    },
    hangingCount: () => link.hangingCount(),
    deliverHeldResponses: () => link.deliverHeldResponses(),
    heldResponseCount: () => link.heldResponseCount(),
    arrivals: () => link.arrivals,
    senders: () => link.senders,
    bodies: () => link.bodies,
    calls: () => link.calls,
    reset() {
      cutAll()
      link = new ProxyLink(port)
    },
    async close() {
      cutAll()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
