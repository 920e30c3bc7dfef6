import { connect, createServer, type Server, type Socket } from 'node:net'

/** Bytes of one turn: about one packet, so that a short response is not stuck behind a long one. */
const PACKET = 1_400
const TURN_MS = 4

export interface SlowWire {
  readonly origin: string
  readonly close: () => Promise<void>
}

/** Writes packets to a socket some time after they were passed in, in their order. */
function delayedWriter(to: Socket) {
  const onTheWay: Buffer[] = []
  return (packet: Buffer, afterMs: number) => {
    onTheWay.push(packet)
    setTimeout(() => {
      const next = onTheWay.shift()
      if (next !== undefined && !to.destroyed) to.write(next)
    }, afterMs)
  }
}

interface Download {
  readonly waiting: Buffer[]
  readonly send: ReturnType<typeof delayedWriter>
}

function takePacket({ waiting }: Download): Buffer | null {
  const first = waiting.shift()
  if (first === undefined) return null
  if (first.length > PACKET) waiting.unshift(first.subarray(PACKET))
  return first.subarray(0, PACKET)
}

/** Shares the bandwidth among all downloads, packet by packet. Returns the function that stops it. */
function shareBandwidth(downloads: ReadonlySet<Download>, bytesPerSecond: number, delayMs: number): () => void {
  let allowance = 0
  let lastTurn = performance.now()
  const sendRound = () => {
    let sent = 0
    for (const download of downloads) {
      const packet = allowance > 0 ? takePacket(download) : null
      if (packet === null) continue
      sent += packet.length
      allowance -= packet.length
      download.send(packet, delayMs)
    }
    return sent
  }
  const timer = setInterval(() => {
    const now = performance.now()
    allowance += ((now - lastTurn) * bytesPerSecond) / 1000
    lastTurn = now
    while (allowance > 0 && sendRound() > 0);
    // An idle link saves nothing up.
    allowance = Math.min(allowance, 0)
  }, TURN_MS)
  return () => clearInterval(timer)
}

async function listenOnAnyPort(server: Server, hostname: string): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return `http://${hostname}:${address.port}`
}

/**
 * A proxy like slow 4G: 1.6 Mbit/s down for all connections together and a round trip of 150 ms, paid once more for
 * each new connection. The browser's own emulation slows each page alone: the service worker's requests would not
 * compete with the page's.
 */
export async function slowWire(to: string, { bytesPerSecond = 200_000, roundTripMs = 150 } = {}): Promise<SlowWire> {
  const { hostname, port } = new URL(to)
  const downloads = new Set<Download>()
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    const readyAt = performance.now() + roundTripMs
    const download: Download = { waiting: [], send: delayedWriter(near) }
    const sendUp = delayedWriter(far)
    downloads.add(download)
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        downloads.delete(download)
        other.destroy()
      })
    }
    near.on('data', (bytes: Buffer) => sendUp(bytes, Math.max(0, readyAt - performance.now()) + roundTripMs / 2))
    far.on('data', (bytes: Buffer) => void download.waiting.push(bytes))
  })
  const origin = await listenOnAnyPort(server, hostname)
  const stopSharing = shareBandwidth(downloads, bytesPerSecond, roundTripMs / 2)
  return {
    origin,
    close: () => {
      stopSharing()
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
