import { describe, expect, test } from 'vitest'
import type { User } from '#contract/people/users.ts'
import type { Role } from '#contract/wire/access.ts'
import { roleConsequences } from '#src/areas/users/changes/role-question-words.ts'
import { roleChange } from '#src/areas/users/changes/user-acts.ts'
import { type UserPatch, userRecord } from '#src/areas/users/changes/user-record.ts'
import { NEW_USER, NO_USER, patchOf, valuesOf } from '#src/areas/users/form/user-form.ts'
import { newPasswordRule, profileRules } from '#src/areas/users/form/user-rules.ts'
import { changedMeanwhile } from '#src/form/frame/changed-meanwhile.ts'
import { patchWords } from '#src/record/record-form.ts'
import { aPerson } from '#tests/support/builders/a-person.ts'

const maria = aPerson()
const differenceWords = (seen: User, now: User) => patchWords(userRecord, seen, patchOf(seen, valuesOf(now)))

describe('the profile form', () => {
  test('gives an empty change when nothing differs, otherwise only what differs', () => {
    expect(patchOf(maria, valuesOf(maria))).toEqual({})
    const values = { ...valuesOf(maria), phone: '1', user_permissions: [12, 5] }
    expect(patchOf(maria, values)).toEqual({ phone: '1', user_permissions: [5, 12] })
    const cleared = { ...valuesOf(maria), driver: { ...valuesOf(maria).driver, status_date_to: '' } }
    expect(patchOf(maria, cleared)).toEqual({ 'driver.status_date_to': null })
  })

  test('with another role sends only that role’s status', () => {
    const values = { ...valuesOf(maria), role: 'dispatcher' } as const
    expect(patchOf(maria, values)).toEqual({ role: 'dispatcher', 'dispatcher.status': 'working' })
  })
})

describe('the first status', () => {
  test('of a driver is On The Road and of a dispatcher Working in the form of a new user', () => {
    expect(NEW_USER.driver.status).toBe('on_the_road')
    expect(NEW_USER.dispatcher.status).toBe('working')
  })

  test('of a user who becomes a driver in the profile is Detention / Layover', () => {
    expect(valuesOf({ ...maria, driver: null }).driver.status).toBe('detention__layover')
  })
})

describe('the question before a role change', () => {
  const lines = (role: Role, patch: Partial<UserPatch> = {}) =>
    roleConsequences(maria, { role, ...roleChange(role), ...patch })

  test('names the status that the form sends', () => {
    const form = { ...valuesOf(maria), role: 'dispatcher' } as const
    expect(roleConsequences(maria, patchOf(maria, form))).toContain('The duty status becomes Working.')
    const dismissed = { ...form, dispatcher: { ...form.dispatcher, status: 'dissmissed' } } as const
    expect(roleConsequences(maria, patchOf(maria, dismissed))).toContain('The duty status becomes Dissmissed.')
    expect(lines('driver', { 'driver.status': 'safety_orientation' })).toContain(
      'The duty status becomes Safety Orientation.',
    )
  })

  test('names the new duty status for a role that has one, and none for another role', () => {
    expect(lines('dispatcher')).toContain('The duty status becomes Vacation.')
    expect(lines('driver')).toContain('The duty status becomes Detention / Layover.')
    for (const role of ['administrator', 'fleet_manager'] as const)
      expect(lines(role).join(' ')).not.toContain('The duty status')
  })
})

describe('what another user changed meanwhile', () => {
  test('is described in the form’s words', () => {
    const now = { ...maria, version: maria.version + 1, phone: '312 555 0001', user_permissions: [5, 12] }
    const words = changedMeanwhile(maria, now, differenceWords)
    expect(words).toContain(`Phone: ${maria.phone} → 312 555 0001`)
    expect(words).toMatch(/^Changed meanwhile: .*Permissions: /)
  })

  test('does not include the user’s own waiting change, or fields that the form does not show', () => {
    expect(changedMeanwhile(maria, { ...maria, phone: '1' }, differenceWords)).toBeNull()
    expect(
      changedMeanwhile(maria, { ...maria, version: maria.version + 1, photo: '/another' }, differenceWords),
    ).toBeNull()
  })
})

describe('the validation of a user’s field', () => {
  test('requires vendor ids that are whole positive numbers', () => {
    expect(profileRules.providerId({ value: '' })).toBe('Please fill out this field')
    for (const value of ['12a', 1.5, -3, 1e300]) expect(profileRules.providerId({ value })).toBe('Enter a valid number')
    expect(profileRules.providerId({ value: 77 })).toBeUndefined()
  })

  test('requires a password for every role except driver', () => {
    const rule = (role: string, value: string) => newPasswordRule(() => role)({ value })
    expect(rule('dispatcher', '')).toBe('Please fill out this field')
    expect(rule('driver', '')).toBeUndefined()
    expect(rule('driver', 'short')).toBe('Password must contain at least 8 characters')
    expect(rule('dispatcher', 'long enough')).toBeUndefined()
    expect(NO_USER.password).toBe('')
  })
})
