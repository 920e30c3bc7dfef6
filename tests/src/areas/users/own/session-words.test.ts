import { expect, test } from 'vitest'
import { endWords, moreWords, shownWords } from '#src/areas/users/own/session-words.ts'
import { userSessions } from '#src/areas/users/security/user-session-queries.ts'
import { ownSessions } from '#src/areas/users/user-queries.ts'

test('the lists of a user’s own and another user’s sign-ins request one hundred', () => {
  expect(ownSessions.queryKey).toMatchObject(['sessions', { query: { limit: 100 } }])
  expect(userSessions(7).queryKey).toMatchObject(['user_sessions', { query: { limit: 100 } }])
})

test('the button shows how many sign-ins it opens', () => {
  expect(moreWords(73, 73)).toBe('Show all 73')
  expect(moreWords(100, 130)).toBe('Show 100 of 130')
})

test('each end button names its sign-in by browser, last use and network', () => {
  const used = { user_agent: '', last_user_agent: '', network: '203.0.113.7', last_seen_at: '2026-11-21T20:04:05.000Z' }
  expect(endWords(used)).toBe('End the sign-in on Unknown device, last used 11/21/26 2:04 PM from 203.0.113.7')
  expect(endWords({ ...used, network: '' })).toBe('End the sign-in on Unknown device, last used 11/21/26 2:04 PM')
})

test('a list without all sign-ins shows how many it contains', () => {
  expect(shownWords(73, 73)).toBeNull()
  expect(shownWords(100, 130)).toBe('These are the 100 of 130 sign-ins that were used last.')
})
