import { expect, test, vi } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { retryDelay, shouldRetry } from '#src/offline/reading/retry-rules.ts'

const answered = (status: number, retryAfterMs: number | null = null) =>
  new ApiError('status', { status, retryAfterMs })
const tries = (error: Error) => [0, 1, 2, 3].filter((failures) => shouldRetry(failures, error)).length

test.each([
  ['a server in trouble', answered(503), 1, 500],
  ['a lost connection', new ApiError('network'), 1, 500],
  ['a session that asks for too much at once', answered(429, 2_000), 3, 2_000],
  ['too much, and a moment to wait', answered(429, 20), 3, 500],
  ['too much, for a quarter of an hour', answered(429, 900_000), 0, 500],
  ['a refusal', answered(403), 0, 500],
  ['a fault of the app', new Error('none of the server'), 0, 500],
])('after %s a read is tried again where it can help, when it can', (_, error, again, wait) => {
  expect([tries(error), retryDelay(error)]).toEqual([again, wait])
})

test('what a screen reads is tried again as a session that asks for too much is told, and in the end is there', async () => {
  vi.useFakeTimers()
  try {
    let asked = 0
    const read = queryClient.fetchQuery({
      queryKey: ['tried again'],
      queryFn: async () => {
        if (++asked < 3) throw answered(429, 2_000)
        return 'rows'
      },
    })
    await vi.advanceTimersByTimeAsync(1_999)
    expect(asked).toBe(1)
    await vi.advanceTimersByTimeAsync(2_001)
    expect(await read).toBe('rows')
    expect(asked).toBe(3)
  } finally {
    vi.useRealTimers()
    queryClient.clear()
  }
})
