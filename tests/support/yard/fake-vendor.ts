import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FeedPage, FeedSource } from '#server/providers/feed-source.ts'
import { type VendorAccess, vendorCall } from '#server/providers/http-feed/vendor-call.ts'
import type { Patience } from '#server/providers/http-feed/vendor-fetch.ts'

/** No pauses between requests or before retries. Only responses are waited for. */
export const HASTE: Patience = {
  answerMs: 10_000,
  paceMs: 0,
  retryMs: 8,
  attempts: 3,
  maxParallel: 10,
  mostPages: 20,
  mostFailures: Number.POSITIVE_INFINITY,
  restMs: 0,
  now: () => performance.now(),
  wait: async () => undefined,
}
/** The same, with a record of the pauses that would have been made, in milliseconds. */
export function hasteWith(rest: Partial<Patience> = {}): { readonly patience: Patience; readonly waited: number[] } {
  const waited: number[] = []
  const wait = async (ms: number) => {
    waited.push(ms)
  }
  return { patience: { ...HASTE, wait, ...rest }, waited }
}

export type Play = (request: IncomingMessage, answer: ServerResponse) => void

/** The patience for a vendor with this play: short if it never responds, else long enough for a busy machine. */
export const patienceFor = (play: Play): Patience =>
  play === silent || play === halting ? { ...HASTE, answerMs: 250 } : HASTE

export interface FakeVendor {
  readonly access: VendorAccess
  /** The requests so far: path and query. */
  readonly requests: string[]
  /** The headers of each request. */
  readonly headers: IncomingMessage['headers'][]
  /** The next requests get these plays, one after the other. The last one repeats. */
  play(...plays: Play[]): void
  close(): Promise<void>
}

/** Responds with JSON, or with a text that claims to be JSON. */
export const responding =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Play =>
  (_request, answer) => {
    answer.writeHead(status, { 'content-type': 'application/json', ...headers })
    answer.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
/** Never responds. */
export const silent: Play = () => undefined
/** Begins a response and never ends it. */
export const halting: Play = (_request, answer) => {
  answer.writeHead(200, { 'content-type': 'application/json' })
  answer.write('{"results": [')
}
/** Closes the connection in the middle of a response. */
export const hangingUp: Play = (_request, answer) => {
  answer.writeHead(200, { 'content-length': '1000' })
  answer.write('{"results"')
  setImmediate(() => answer.destroy())
}

/** A vendor's HTTP service on this machine. A test decides its responses. `call`: the format of its requests. */
export async function fakeVendor(
  call: Partial<Parameters<typeof vendorCall.parse>[0] & object> = {},
): Promise<FakeVendor> {
  let plays: Play[] = []
  const requests: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = createServer((request, answer) => {
    requests.push(request.url ?? '')
    headers.push(request.headers)
    const [play = responding({}, 500)] = plays
    if (plays.length > 1) plays.shift()
    play(request, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    access: {
      baseUrl: `http://127.0.0.1:${port}/api`,
      apiKey: 'a-key',
      header: 'Authorization',
      prefix: '',
      call: vendorCall.parse(call),
    },
    requests,
    headers,
    play: (...all) => {
      plays = all
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** All pages of a source for a range of days. */
export async function pagesOf<Row>(
  source: FeedSource<Row>,
  first = '2026-11-15',
  last = '2026-11-21',
  signal: AbortSignal = new AbortController().signal,
): Promise<FeedPage<Row>[]> {
  const pages: FeedPage<Row>[] = []
  for await (const page of source.fetch({ first, last, signal })) pages.push(page)
  return pages
}
