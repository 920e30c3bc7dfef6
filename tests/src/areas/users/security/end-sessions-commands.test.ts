import { expect, test } from 'vitest'
import { pathOf } from '#contract/wire/endpoint.ts'
import { endSessions } from '#src/areas/users/security/end-sessions-commands.ts'

const input = { user: { id: 33, client_id: null, first_name: 'Omar', last_name: 'Haddad' } }

test('signing a user out everywhere is described and sent for that user', () => {
  expect(endSessions.describe(input)).toEqual({ record: 'Omar Haddad', change: 'Sign out everywhere' })
  expect(pathOf(endSessions.endpoint, endSessions.request(input).params)).toBe('/api/users/users/33/end_sessions/')
  expect(endSessions.request(input).body).toBeUndefined()
})

test('signing a user out twice is one change, and cannot be undone', () => {
  expect(endSessions.merge?.(input, input)).toEqual(input)
  expect(endSessions.inverse).toBeUndefined()
})

test('the user’s row stays unchanged while the sign-out waits', () => {
  const [effect] = endSessions.effects(input)
  const row = { id: 33, client_id: null }
  expect(effect).toMatchObject({ act: 'patch', kind: 'user', key: '33' })
  if (effect?.act === 'patch') expect(effect.change(row as never)).toBe(row)
})
