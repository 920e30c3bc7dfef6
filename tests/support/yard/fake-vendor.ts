import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FeedPage, FeedSource } from '#server/providers/feed-source.ts'
import { type VendorAccess, vendorCall } from '#server/providers/http-feed/vendor-call.ts'
import type { Patience } from '#server/providers/http-feed/vendor-fetch.ts'

/** In a hurry: nothing is waited for but answers. */
export const HASTE: Patience = {
  answerMs: 10_000,
  paceMs: 0,
  retryMs: 8,
  attempts: 3,
  atOnce: 10,
  mostPages: 20,
  mostFailures: Number.POSITIVE_INFINITY,
  restMs: 0,
  now: () => performance.now(),
  wait: async () => undefined,
}
/** The same, and what would have been waited for, in milliseconds. */
export function hasteWith(rest: Partial<Patience> = {}): { readonly patience: Patience; readonly waited: number[] } {
  const waited: number[] = []
  const wait = async (ms: number) => {
    waited.push(ms)
  }
  return { patience: { ...HASTE, wait, ...rest }, waited }
}

export type Play = (request: IncomingMessage, answer: ServerResponse) => void

/** For a vendor who plays this: one who never answers is not waited for long. On a busy machine any other may take its time. */
export const patienceFor = (play: Play): Patience =>
  play === silent || play === halting ? { ...HASTE, answerMs: 250 } : HASTE

export interface FakeVendor {
  readonly access: VendorAccess
  /** The questions so far: path and query. */
  readonly asked: string[]
  /** The headers of each question. */
  readonly headers: IncomingMessage['headers'][]
  /** What the next questions are answered with, one after the other; the last one for good. */
  play(...plays: Play[]): void
  close(): Promise<void>
}

/** An answer of JSON, or of a text that only looks like it. */
export const answering =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Play =>
  (_request, answer) => {
    answer.writeHead(status, { 'content-type': 'application/json', ...headers })
    answer.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
/** Never answers. */
export const silent: Play = () => undefined
/** Begins an answer and never ends it. */
export const halting: Play = (_request, answer) => {
  answer.writeHead(200, { 'content-type': 'application/json' })
  answer.write('{"results": [')
}
/** Hangs up in the middle of an answer. */
export const hangingUp: Play = (_request, answer) => {
  answer.writeHead(200, { 'content-length': '1000' })
  answer.write('{"results"')
  setImmediate(() => answer.destroy())
}

/** A vendor's HTTP service on this machine that plays what a test says; `call` is how it wants to be asked. */
export async function fakeVendor(
  call: Partial<Parameters<typeof vendorCall.parse>[0] & object> = {},
): Promise<FakeVendor> {
  let plays: Play[] = []
  const asked: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = createServer((request, answer) => {
    asked.push(request.url ?? '')
    headers.push(request.headers)
    const [play = answering({}, 500)] = plays
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
    asked,
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

/** All pages that a source gives for a range of days. */
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
