import { describe, expect, test } from 'vitest'
import type { AttemptResult } from '#src/offline/outbox/send/attempt-result.ts'
import { MAX_WAIT_MS, msLeft, needsNewKey, outcomeOf } from '#src/offline/outbox/send/outcome.ts'

const answer = (status: number, retryAfterMs: number | null = null): AttemptResult => ({
  kind: 'answer',
  status,
  reply: { detail: 'anything' },
  retryAfterMs,
})
const meaning = (status: number) => outcomeOf(answer(status), 0, 0).is

describe('the outcome of a response', () => {
  test.each([200, 201, 204])('%i: done', (status) => expect(meaning(status)).toBe('done'))
  test.each([408, 409, 425, 429, 500, 502, 503, 504])('%i: later', (status) => expect(meaning(status)).toBe('later'))
  test('401: sign-in required', () => expect(meaning(401)).toBe('sign_in'))
  test('403 for a missing password is recognized by its code, never by its text', () => {
    const refused = (reply: unknown) => outcomeOf({ kind: 'answer', status: 403, reply, retryAfterMs: null }, 0, 0).is
    expect(refused({ detail: 'anything', code: 'password_needed' })).toBe('password')
    expect(refused({ detail: 'Your password is needed for this.' })).toBe('refused')
    expect(refused({ detail: 'anything', code: 'other' })).toBe('refused')
    expect(
      outcomeOf({ kind: 'answer', status: 400, reply: { code: 'password_needed' }, retryAfterMs: null }, 0, 0).is,
    ).toBe('refused')
  })
  test('412: a conflict', () => expect(meaning(412)).toBe('conflict'))
  test.each([400, 403, 404, 405, 410, 413, 415, 422, 428])('%i: refused', (status) =>
    expect(meaning(status)).toBe('refused'),
  )
  test('no response: later, and all entries pause', () => {
    for (const kind of ['network', 'timeout', 'not_ours'] as const) {
      expect(outcomeOf({ kind }, 0, 0)).toMatchObject({ is: 'later', pausesAll: true, problem: { kind } })
    }
  })
  test('aborted: unchanged, as if never tried', () => expect(outcomeOf({ kind: 'aborted' }, 3, 0).is).toBe('unchanged'))
})

describe('the wait before the next attempt', () => {
  const wait = (facts: AttemptResult, attempts: number, chance: number) => {
    const outcome = outcomeOf(facts, attempts, chance)
    return outcome.is === 'later' ? outcome.afterMs : null
  }
  test('doubles, half of it at random, up to one minute without a network and five minutes with a failing server', () => {
    expect([0, 1, 2].map((attempts) => wait(answer(500), attempts, 0))).toEqual([1000, 2000, 4000])
    expect([0, 1, 2].map((attempts) => wait(answer(500), attempts, 1))).toEqual([2000, 4000, 8000])
    expect(wait({ kind: 'network' }, 1000, 1)).toBe(60_000)
    expect(wait(answer(503), 1000, 1)).toBe(300_000)
  })
  test('is as long as the server requests, up to one hour', () => {
    expect(wait(answer(429, 90_000), 0, 0)).toBe(90_000)
    expect(wait(answer(503, 99_999_999), 0, 0)).toBe(MAX_WAIT_MS)
  })
  test('ends immediately when the clock was set back', () => {
    expect(msLeft(1000 + MAX_WAIT_MS, 1000)).toBe(MAX_WAIT_MS)
    expect(msLeft(1001 + MAX_WAIT_MS, 1000)).toBe(0)
    expect(msLeft(5, 1000)).toBe(0)
  })
})

test('only refusals that the server stores under the key, and that prove that nothing was done, need a new key', () => {
  const asks = (status: number) => needsNewKey({ kind: 'status', status, body: null })
  expect([400, 404, 410].every(asks)).toBe(true)
  expect([401, 403, 412, 422].some(asks)).toBe(false)
  expect(needsNewKey(null)).toBe(false)
})
