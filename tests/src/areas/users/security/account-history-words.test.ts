import { expect, test } from 'vitest'
import { ACCOUNT_HISTORY } from '#src/areas/users/security/account-history-words.ts'

/** The words for a change of a field, such as "Role: Driver → Dispatcher". */
function changeWords(field: string, from: unknown, to: unknown): string {
  const words = ACCOUNT_HISTORY[field]
  if (words === undefined) return 'the field has no words'
  return `${words.title}: ${'change' in words ? words.change(from, to) : `${words.words(from)} → ${words.words(to)}`}`
}

test.each([
  ['role', 'driver', 'fleet_manager', 'Role: Driver → Fleet manager'],
  ['is_active', true, false, 'Account: Active → Inactive'],
  ['is_deleted', false, true, 'Account: Deleted'],
  ['user_permissions', [], [1, 2], 'Permissions: None → Dispatchers: view and edit'],
  [
    'email',
    'omar@haulyard.example',
    'o.haddad@haulyard.example',
    'Email: omar@haulyard.example → o.haddad@haulyard.example',
  ],
  ['photo', null, 'users/33/7.jpg', 'Photo: None → A photo'],
  ['wants_digest', false, true, 'Morning digest: No → Yes'],
  ['driver.status_date_from', null, '2026-11-22', 'Status from: – → 11/22/26'],
])('a change of %s is described in readable words', (field, from, to, words) => {
  expect(changeWords(field, from, to)).toBe(words)
})
