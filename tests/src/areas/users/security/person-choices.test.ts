import { expect, test } from 'vitest'
import type { SecurityEvent } from '#contract/security.ts'
import { personChoices } from '#src/areas/users/security/person-choices.ts'

const event = (over: Partial<SecurityEvent>): SecurityEvent => ({
  id: 7,
  at: '2026-11-22T04:30:00.000Z',
  kind: 'user_deleted',
  actor: { id: 1, name: 'Ruth Callahan' },
  subject: null,
  session: null,
  network: '',
  user_agent: '',
  detail: {},
  ...over,
})

test('the log is narrowed to a person who works here, or to one who is deleted, by the name of then', () => {
  const users = [{ id: 1, first_name: 'Ruth', last_name: 'Callahan' }]
  const deletions = [event({ subject: { id: 33, name: 'Omar Haddad' } }), event({ subject: { id: 34, name: '' } })]
  expect(personChoices(users, deletions)).toEqual([
    { value: '1', title: 'Ruth Callahan' },
    { value: '33', title: 'Omar Haddad', group: 'Deleted' },
    { value: '34', title: 'User 34', group: 'Deleted' },
  ])
})
