import { connect, createServer, type Socket } from 'node:net'
import { PORTS } from '../settings.ts'

export interface Wire {
  readonly origin: string
  /** All bytes in each direction so far, including headers, framing and repeated transfers. */
  readonly bytes: () => { readonly up: number; readonly down: number }
  /**
   * Resolves when no byte was transferred for `ms`, counted from `since` at the earliest. Returns the time of the last
   * byte (`performance.now()`).
   */
  readonly quiet: (ms: number, since?: number) => Promise<number>
  /** Breaks all connections, as a network does that goes away. */
  readonly cut: () => void
  readonly close: () => Promise<void>
}

/** A proxy at a port in front of a server that counts the bytes. */
export async function countedWire(to: string, ownPort: number = PORTS.wire): Promise<Wire> {
  const { hostname, port } = new URL(to)
  const open = new Set<Socket>()
  let up = 0
  let down = 0
  let lastAt = performance.now()
  const count = (from: Socket, note: (bytes: number) => void) =>
    from.on('data', (chunk: Buffer) => {
      lastAt = performance.now()
      note(chunk.length)
    })
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => open.delete(one))
    }
    count(near, (bytes) => (up += bytes))
    count(far, (bytes) => (down += bytes))
  })
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  await new Promise<void>((resolve) => server.listen(ownPort, hostname, resolve))
  return {
    origin: `http://${hostname}:${ownPort}`,
    bytes: () => ({ up, down }),
    quiet: async (ms, since = 0) => {
      while (performance.now() - Math.max(lastAt, since) < ms) await new Promise((resolve) => setTimeout(resolve, 100))
      return lastAt
    },
    cut,
    close: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
