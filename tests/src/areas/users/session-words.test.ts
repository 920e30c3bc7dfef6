import { expect, test } from 'vitest'
import { userSessions } from '#src/areas/users/security/user-session-queries.ts'
import { moreWords, shownWords } from '#src/areas/users/session-words.ts'
import { ownSessions } from '#src/areas/users/user-queries.ts'

test('a hundred sign-ins are asked for, of oneself and of others', () => {
  expect(ownSessions.queryKey).toMatchObject(['sessions', { query: { limit: 100 } }])
  expect(userSessions(7).queryKey).toMatchObject(['user_sessions', { query: { limit: 100 } }])
})

test('the button says how many sign-ins it shows', () => {
  expect(moreWords(73, 73)).toBe('Show all 73')
  expect(moreWords(100, 130)).toBe('Show 100 of 130')
})

test('a list that ends before the sign-ins do says which it has', () => {
  expect(shownWords(73, 73)).toBeNull()
  expect(shownWords(100, 130)).toBe('These are the 100 of 130 sign-ins that were used last.')
})
