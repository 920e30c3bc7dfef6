import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/**
 * What can be wrong with a network. `cut_after_commit`: the server does everything and answers in full, and the answer
 * never arrives. `captive_portal`: a page of HTML, with status 200, instead of every answer.
 */
export type Trouble = 'none' | 'down' | 'hang' | 'error_500' | 'captive_portal' | 'cut_after_commit'

export interface UnreliableProxy {
  /** Where the browser goes instead of the server. */
  readonly url: string
  /** What is wrong from now on, for the calls that `concerns` picks (all, unless said). Ends calls that still hang. */
  readonly set: (trouble: Trouble, concerns?: (call: Call) => boolean) => void
  /** Every call from now on takes so much longer, in milliseconds. */
  readonly delay: (milliseconds: number) => void
  /** From now on the text of one file comes changed, as after a new version was installed on the server. */
  readonly rewrite: (path: string, change: (text: string) => string) => void
  /** How often each change reached the server, by its Idempotency-Key. */
  readonly arrivals: () => ReadonlyMap<string, number>
  /** The calls that came in, oldest first, as `METHOD /path?query`. */
  readonly calls: () => readonly string[]
  readonly close: () => Promise<void>
}

export interface Call {
  readonly method: string
  readonly path: string
}
export const changes = (call: Call): boolean => call.method !== 'GET'

const PORTAL = '<!doctype html><title>Truck stop Wi-Fi</title><h1>Accept our terms to go on</h1>'

function readAll(stream: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => resolve(Buffer.concat(parts)))
    stream.on('error', reject)
  })
}

/** Sends a call on to the server and waits for the whole of its answer. */
function forward(
  port: number,
  incoming: IncomingMessage,
  body: Buffer,
): Promise<{ head: IncomingMessage; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const { method, url, headers } = incoming
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (head) =>
      readAll(head).then((answer) => resolve({ head, body: answer }), reject),
    )
    onward.on('error', reject)
    onward.end(body)
  })
}

/** A network between browser and server that does what it is told. `port`: the server's. */
export async function startUnreliableProxy(port: number): Promise<UnreliableProxy> {
  let trouble: Trouble = 'none'
  let concerns: (call: Call) => boolean = () => true
  let delayedBy = 0
  const rewrites = new Map<string, (text: string) => string>()
  const arrivals = new Map<string, number>()
  const calls: string[] = []
  const sockets = new Set<Socket>()
  const hanging = new Set<Socket>()

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse, isCut: boolean): Promise<void> {
    const body = await readAll(incoming)
    const key = incoming.headers['idempotency-key']
    if (typeof key === 'string') arrivals.set(key, (arrivals.get(key) ?? 0) + 1)
    const change = rewrites.get(incoming.url ?? '')
    if (change) delete incoming.headers['accept-encoding']
    const answer = await forward(port, incoming, body)
    if (isCut) return void incoming.socket.destroy()
    if (change) {
      const type = answer.head.headers['content-type'] ?? 'text/plain'
      return void outgoing.writeHead(200, { 'content-type': type }).end(change(answer.body.toString()))
    }
    outgoing.writeHead(answer.head.statusCode ?? 502, answer.head.rawHeaders)
    outgoing.end(answer.body)
  }

  async function take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const call = { method: incoming.method ?? 'GET', path: incoming.url ?? '/' }
    calls.push(`${call.method} ${call.path}`)
    if (delayedBy > 0) await new Promise((resolve) => setTimeout(resolve, delayedBy))
    const now = concerns(call) ? trouble : 'none'
    if (now === 'down') return void incoming.socket.destroy()
    if (now === 'hang') return void hanging.add(incoming.socket)
    if (now === 'error_500') return void outgoing.writeHead(500, { 'content-type': 'text/plain' }).end('no luck')
    if (now === 'captive_portal') return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end(PORTAL)
    await pass(incoming, outgoing, now === 'cut_after_commit')
  }

  const proxy = createServer((incoming, outgoing) => {
    // The server is away, or went away in the middle: to the browser that is a connection that breaks.
    take(incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  proxy.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    set(next, of = () => true) {
      trouble = next
      concerns = of
      for (const socket of hanging) socket.destroy()
      hanging.clear()
    },
    delay(milliseconds) {
      delayedBy = milliseconds
    },
    rewrite(path, change) {
      rewrites.set(path, change)
    },
    arrivals: () => arrivals,
    calls: () => calls,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
