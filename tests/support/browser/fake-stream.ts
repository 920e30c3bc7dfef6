import { vi } from 'vitest'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'

/** A request for the event stream, as the test's server sees it. */
export interface StreamRequest {
  readonly url: URL
  readonly headers: Headers
  /** Responds with a stream. The test decides what it sends and how it ends. */
  readonly accept: () => { readonly send: (text: string) => void; readonly end: () => void; readonly cut: () => void }
  readonly refuse: (status: number, headers?: Record<string, string>) => void
  readonly fail: () => void
  /** True after the client has aborted the request. */
  readonly isAborted: () => boolean
}

/** Replaces `fetch`: every request waits until the test responds. Returns the requests so far. */
export function fakeStreams(): readonly StreamRequest[] {
  const requests: StreamRequest[] = []
  vi.stubGlobal('fetch', (address: string, { headers, signal }: { headers: Headers; signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    let controller: ReadableStreamDefaultController<Uint8Array> | null = null
    signal.addEventListener('abort', () => {
      reject(signal.reason)
      controller?.error(signal.reason)
    })
    const accept = () => {
      const body = new ReadableStream<Uint8Array>({
        start: (own) => {
          controller = own
        },
      })
      resolve(HttpResponse.of(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }))
      return {
        send: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
        end: () => controller?.close(),
        cut: () => controller?.error(new TypeError('network error')),
      }
    }
    requests.push({
      url: new URL(address),
      headers,
      accept,
      refuse: (status, own = {}) =>
        resolve(
          HttpResponse.of(JSON.stringify({ detail: 'No.' }), {
            status,
            headers: { 'content-type': 'application/json', ...own },
          }),
        ),
      fail: () => reject(new TypeError('Failed to fetch')),
      isAborted: () => signal.aborted,
    })
    return promise
  })
  return requests
}

export const aChange = (area: string, id: number | string, version: number) =>
  `event: change\ndata: ${JSON.stringify({ area, id, version })}\n\n`
