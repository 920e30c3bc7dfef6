import { expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { tooManyWords, WITHOUT_NETWORK, waitingWords, whyWords } from '#src/app/login/login-words.ts'

test.each([
  [{ changes: 0, users: 0 }, ''],
  [
    { changes: 1, users: 1 },
    '1 change is kept on this device, sealed: others can’t see or send it. It can be sent once the user who made it has signed in.',
  ],
  [
    { changes: 3, users: 1 },
    '3 changes are kept on this device, sealed: others can’t see or send them. They can be sent once the user who made them has signed in.',
  ],
  [
    { changes: 5_000, users: 12 },
    '5,000 changes of 12 users are kept on this device, sealed: others can’t see or send them. They can be sent once these users have signed in.',
  ],
])('the login note for %o names the waiting changes and their users', (waiting, words) => {
  expect(waitingWords(waiting)).toBe(words)
})

test('the offline note names what needs a network and what does not', () => {
  for (const thing of ['Signing in needs a connection', 'A new password', 'has not logged out opens Haulyard offline'])
    expect(WITHOUT_NETWORK).toContain(thing)
})

test('a wrong clock is named as the cause only where it certainly is', () => {
  expect(whyWords('wrong_clock', 'January 1, 2020')).toContain('clock of this device is wrong: it says January 1, 2020')
  const locked = whyWords('locked', 'January 6, 2027')
  expect(locked).toContain('January 6, 2027')
  expect(locked).toContain('It opens again once the server can be reached')
  expect(locked).not.toMatch(/reload|load this page/)
})

test('a user who need not sign in is not asked to', () => {
  expect(whyWords('later', '')).toContain('you need not sign in')
})

const TOO_MANY = 'Too many failed attempts to sign in. Try again later.'
const refused = (status: number, retryAfterMs: number | null) =>
  new ApiError('status', { status, problem: { detail: TOO_MANY }, retryAfterMs })
const ELSEWHERE = ' On a device where you have signed in before it may be sooner.'

test.each([
  [1_000, 'Too many failed attempts to sign in. Try again in 1 second.'],
  [3_400, 'Too many failed attempts to sign in. Try again in 4 seconds.'],
  [60_000, 'Too many failed attempts to sign in. Try again in 60 seconds.'],
  [61_000, `Too many failed attempts to sign in. Try again in 2 minutes.${ELSEWHERE}`],
  [899_000, `Too many failed attempts to sign in. Try again in 15 minutes.${ELSEWHERE}`],
  [null, TOO_MANY],
])('a user who must wait %d ms to sign in sees how long', (wait, words) => {
  expect(tooManyWords(refused(429, wait))).toBe(words)
})

test('no other failure shows a waiting time', () => {
  for (const failure of [null, refused(401, null), refused(503, 1_000), new ApiError('network')])
    expect(tooManyWords(failure)).toBe('')
})
