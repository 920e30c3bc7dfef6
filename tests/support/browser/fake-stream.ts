import { vi } from 'vitest'
import { HttpResponse } from '#tests/support/offline/our-answers.ts'

/** One request for a stream of events, as the server of a test sees it. */
export interface StreamRequest {
  readonly url: URL
  readonly headers: Headers
  /** Answers with a stream; what it sends and how it ends is up to the test. */
  readonly accept: () => { readonly send: (text: string) => void; readonly end: () => void; readonly cut: () => void }
  readonly refuse: (status: number, headers?: Record<string, string>) => void
  readonly fail: () => void
  /** True once the client has let go. */
  readonly isAborted: () => boolean
}

/** Takes the place of `fetch`: every request waits for the test's answer. Answers the requests that came so far. */
export function fakeStreams(): readonly StreamRequest[] {
  const requests: StreamRequest[] = []
  vi.stubGlobal('fetch', (address: string, { headers, signal }: { headers: Headers; signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    let control: ReadableStreamDefaultController<Uint8Array> | null = null
    signal.addEventListener('abort', () => {
      reject(signal.reason)
      control?.error(signal.reason)
    })
    const accept = () => {
      const body = new ReadableStream<Uint8Array>({
        start: (own) => {
          control = own
        },
      })
      resolve(HttpResponse.of(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }))
      return {
        send: (text: string) => control?.enqueue(new TextEncoder().encode(text)),
        end: () => control?.close(),
        cut: () => control?.error(new TypeError('network error')),
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
