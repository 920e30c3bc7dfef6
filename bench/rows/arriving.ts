import { request } from 'node:http'

/** New devices that fetch all lists: one with each token, all at the same time. */
export interface Arrivals {
  readonly url: string
  readonly tokens: readonly string[]
}

/** What one new device received. */
export interface Arrived {
  readonly seconds: number
  /** Compressed, as they were sent. */
  readonly bytes: number
}

/** Reads one response to its end, as quickly as it comes. */
function arriveOnce(url: string, token: string): Promise<Arrived> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br', accept: 'text/event-stream' }
    const asking = request(url, { headers, agent: false }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('error', reject)
      answer.on('end', () => {
        const seconds = (performance.now() - startedAt) / 1000
        if (answer.statusCode === 200 && answer.complete) resolve({ seconds, bytes })
        else reject(new Error(`the stream of lists was answered ${answer.statusCode}, or broke off`))
      })
    })
    asking.on('error', reject)
    asking.end()
  })
}

/** The work of the child process: all devices at once. It does not unpack what it receives. */
export function arrive({ url, tokens }: Arrivals): Promise<readonly Arrived[]> {
  return Promise.all(tokens.map((token) => arriveOnce(url, token)))
}
