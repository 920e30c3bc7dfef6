import { expect, test } from 'vitest'
import type { SecurityEvent } from '#contract/session/security.ts'
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

test('the log can be filtered by a present user, or by a deleted user under the name from that time', () => {
  const users = [{ id: 1, first_name: 'Ruth', last_name: 'Callahan', email: 'ruth@yard.example' }]
  const deletions = [event({ subject: { id: 33, name: 'Omar Haddad' } }), event({ subject: { id: 34, name: '' } })]
  expect(personChoices(users, deletions)).toEqual([
    { value: '1', title: 'Ruth Callahan' },
    { value: '33', title: 'Omar Haddad', group: 'Deleted' },
    { value: '34', title: 'User 34', group: 'Deleted' },
  ])
})

test('a deleted user who is still in the stored list of users is offered once', () => {
  const users = [{ id: 33, first_name: 'Omar', last_name: 'Haddad', email: 'omar@yard.example' }]
  const deletions = [event({ subject: { id: 33, name: 'Omar Haddad' } })]
  expect(personChoices(users, deletions)).toEqual([{ value: '33', title: 'Omar Haddad', group: 'Deleted' }])
})

test('users with the same name are told apart by email address, and deleted ones by account number', () => {
  const edith = { first_name: 'Edith', last_name: 'Only' }
  const users = [
    { id: 5, ...edith, email: 'e.only@yard.example' },
    { id: 6, ...edith, email: 'edith@yard.example' },
    { id: 7, first_name: 'Greg', last_name: 'Novak', email: 'greg@yard.example' },
  ]
  const deletions = [
    event({ subject: { id: 40, name: 'edith only' } }),
    event({ subject: { id: 41, name: 'Omar Haddad' } }),
    event({ subject: { id: 42, name: 'Omar Haddad' } }),
  ]
  expect(personChoices(users, deletions).map(({ title }) => title)).toEqual([
    'Edith Only · e.only@yard.example',
    'Edith Only · edith@yard.example',
    'Greg Novak',
    'edith only · account 40',
    'Omar Haddad · account 41',
    'Omar Haddad · account 42',
  ])
})
