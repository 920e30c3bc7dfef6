import { describe, expect, test } from 'vitest'
import { userChanges } from '#contract/people/user-changes.ts'
import { allCommands } from '#src/app/commands.ts'
import { createUser } from '#src/areas/users/changes/new-user-commands.ts'
import { changeUser } from '#src/areas/users/changes/user-commands.ts'

/** The calls that make accounts, or say who may do what with one. */
const CALLS: ReadonlySet<string> = new Set([userChanges.create.name, userChanges.update.name])

describe('a change of accounts that was stored before a sign-in is sent by the password alone', () => {
  test('every change that goes to such a call says whether it is one', () => {
    const silent = allCommands().filter(({ endpoint, changesAccount }) => CALLS.has(endpoint.name) && !changesAccount)
    expect(silent.map(({ name }) => name)).toEqual([])
  })
  test('a new user is one', () => {
    expect(createUser.changesAccount?.({} as never)).toBe(true)
  })
  test.each([
    [{ email: 'x@haulyard.example' }, true],
    [{ role: 'administrator' }, true],
    [{ is_active: true }, true],
    [{ user_permissions: [1] }, true],
    [{ phone: '(815) 555-0134', 'driver.status': 'on_vacation' }, false],
  ])('%j: %s', (to, isOne) => {
    expect(changeUser.changesAccount?.({ to } as never)).toBe(isOne)
  })
})
