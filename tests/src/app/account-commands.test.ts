import { describe, expect, test } from 'vitest'
import { userChanges } from '#contract/people/user-changes.ts'
import { allCommands } from '#src/app/commands.ts'
import { createUser } from '#src/areas/users/changes/new-user-commands.ts'
import { changeUser } from '#src/areas/users/changes/user-commands.ts'

/** The endpoints that create accounts or change their access. */
const CALLS: ReadonlySet<string> = new Set([userChanges.create.name, userChanges.update.name])

describe('changes to accounts', () => {
  test('every command that calls an account endpoint declares changesAccount', () => {
    const callers = allCommands().filter(({ endpoint }) => CALLS.has(endpoint.name))
    expect(new Set(callers.map(({ endpoint }) => endpoint.name))).toEqual(CALLS)
    expect(callers.filter(({ changesAccount }) => !changesAccount).map(({ name }) => name)).toEqual([])
  })
  test('creating a user changes an account', () => {
    expect(createUser.changesAccount?.({} as never)).toBe(true)
  })
  test.each([
    [{ email: 'x@haulyard.example' }, true],
    [{ role: 'administrator' }, true],
    [{ is_active: true }, true],
    [{ user_permissions: [1] }, true],
    [{ phone: '(815) 555-0134', 'driver.status': 'on_vacation' }, false],
  ])('a user change %j changes an account: %s', (to, isAccountChange) => {
    expect(changeUser.changesAccount?.({ to } as never)).toBe(isAccountChange)
  })
})
