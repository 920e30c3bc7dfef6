import { expect, test, vi } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { retryDelay, shouldRetry } from '#src/offline/reading/retry-rules.ts'

const httpError = (status: number, retryAfterMs: number | null = null) =>
  new ApiError('status', { status, retryAfterMs })
const tries = (error: Error) => [0, 1, 2, 3].filter((failures) => shouldRetry(failures, error)).length

test.each([
  ['a server error', httpError(503), 1, 500],
  ['a lost connection', new ApiError('network'), 1, 500],
  ['a 429 with a wait of 2 seconds', httpError(429, 2_000), 3, 2_000],
  ['a 429 with a wait below the minimum', httpError(429, 20), 3, 500],
  ['a 429 with a wait of 15 minutes', httpError(429, 900_000), 0, 500],
  ['a refusal', httpError(403), 0, 500],
  ['an error of the app', new Error('none of the server'), 0, 500],
])('after %s a read is retried only if that can help, and after the right wait', (_, error, again, wait) => {
  expect([tries(error), retryDelay(error)]).toEqual([again, wait])
})

test('a read that is refused for too many requests is retried after the time that the server requests, and succeeds', async () => {
  vi.useFakeTimers()
  try {
    let attempts = 0
    const read = queryClient.fetchQuery({
      queryKey: ['tried again'],
      queryFn: async () => {
        if (++attempts < 3) throw httpError(429, 2_000)
        return 'rows'
      },
    })
    await vi.advanceTimersByTimeAsync(1_999)
    expect(attempts).toBe(1)
    await vi.advanceTimersByTimeAsync(2_001)
    expect(await read).toBe('rows')
    expect(attempts).toBe(3)
  } finally {
    vi.useRealTimers()
    queryClient.clear()
  }
})
