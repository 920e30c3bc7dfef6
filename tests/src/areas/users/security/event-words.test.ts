import { expect, test } from 'vitest'
import { fromWords, openedWords, sessionName } from '#src/areas/users/own/session-words.ts'
import { accountWords, actorWords, isRefusal, placeWords } from '#src/areas/users/security/event-words.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Version/18.0 Safari/605.1'

test('a place is a network and a browser, as far as they are known', () => {
  expect(placeWords({ network: '203.0.113.7', user_agent: CHROME })).toBe('203.0.113.7 · Chrome on Windows')
  expect(placeWords({ network: '2001:db8:0:7::/64', user_agent: '' })).toBe('2001:db8:0:7::/64')
  expect(placeWords({ network: '203.0.113.7', user_agent: 'curl/8' })).toBe('203.0.113.7 · Unknown device')
  expect(placeWords({ network: '', user_agent: '' })).toBe('The server itself')
})

test('an event has words for its account only if that is the user’s own or everybody’s', () => {
  const event = { id: 1, at: '', session: null, network: '', user_agent: '', detail: {} }
  const [ruth, omar] = [
    { id: 1, name: 'Ruth' },
    { id: 2, name: 'Omar' },
  ]
  expect(accountWords({ ...event, kind: 'sign_in', actor: ruth, subject: ruth })).toBe('Own account')
  expect(accountWords({ ...event, kind: 'role_changed', actor: ruth, subject: omar })).toBeNull()
  expect(accountWords({ ...event, kind: 'sign_in_refused', actor: null, subject: omar })).toBeNull()
  expect(accountWords({ ...event, kind: 'sessions_ended', actor: ruth, subject: null })).toBe('Everybody')
  expect(accountWords({ ...event, kind: 'exported', actor: ruth, subject: null })).toBeNull()
})

test('an event without a user was caused by a person who is not signed in, or by the server', () => {
  expect(actorWords('sign_in_refused')).toBe('Not signed in')
  expect(actorWords('reset_asked')).toBe('Not signed in')
  expect(actorWords('secret_changed')).toBe('The server')
  expect(actorWords('token_reused')).toBe('The server')
})

test('refusals are recognized among the kinds of events', () => {
  const refusals = (['sign_in_refused', 'throttled', 'token_reused', 'sign_in'] as const).map(isRefusal)
  expect(refusals).toEqual([true, true, true, false])
})

test('a session is named by the browser of its last use, and shows another browser that opened it', () => {
  const moved = { user_agent: IPAD, last_user_agent: CHROME, network: '198.51.100.23' }
  expect(sessionName(moved)).toBe('Chrome on Windows')
  expect(openedWords(moved)).toBe('with Safari on iPad')
  expect(fromWords(moved)).toBe('from 198.51.100.23')
})

test('without a last use, a session is named by the browser that opened it', () => {
  const session = { user_agent: IPAD, last_user_agent: '', network: '' }
  expect(sessionName(session)).toBe('Safari on iPad')
  expect(openedWords(session)).toBe('')
  expect(fromWords(session)).toBe('')
})
