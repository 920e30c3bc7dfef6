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
const userDiffers = (seen: User, now: User) => patchWords(userRecord, seen, patchOf(seen, valuesOf(now)))

describe('the profile’s form', () => {
  test('changes nothing as long as nothing is changed, and then just that', () => {
    expect(patchOf(maria, valuesOf(maria))).toEqual({})
    const values = { ...valuesOf(maria), phone: '1', user_permissions: [12, 5] }
    expect(patchOf(maria, values)).toEqual({ phone: '1', user_permissions: [5, 12] })
    const cleared = { ...valuesOf(maria), driver: { ...valuesOf(maria).driver, status_date_to: '' } }
    expect(patchOf(maria, cleared)).toEqual({ 'driver.status_date_to': null })
  })

  test('with another role says the duty of that role alone', () => {
    const values = { ...valuesOf(maria), role: 'dispatcher' } as const
    expect(patchOf(maria, values)).toEqual({ role: 'dispatcher', 'dispatcher.status': 'working' })
  })
})

describe('the form of a new user', () => {
  test('begins a driver On The Road and a dispatcher Working', () => {
    expect(NEW_USER.driver.status).toBe('on_the_road')
    expect(NEW_USER.dispatcher.status).toBe('working')
  })

  test('leaves a user who becomes a driver in the profile at Detention / Layover', () => {
    expect(valuesOf({ ...maria, driver: null }).driver.status).toBe('detention__layover')
  })
})

describe('the question before another role', () => {
  const lines = (role: Role, said: Partial<UserPatch> = {}) =>
    roleConsequences(maria, { role, ...roleChange(role), ...said })

  test('names the status that the form sends, whichever it is', () => {
    const form = { ...valuesOf(maria), role: 'dispatcher' } as const
    expect(roleConsequences(maria, patchOf(maria, form))).toContain('The duty status becomes Working.')
    const dismissed = { ...form, dispatcher: { ...form.dispatcher, status: 'dissmissed' } } as const
    expect(roleConsequences(maria, patchOf(maria, dismissed))).toContain('The duty status becomes Dissmissed.')
    expect(lines('driver', { 'driver.status': 'safety_orientation' })).toContain(
      'The duty status becomes Safety Orientation.',
    )
  })

  test('names the status that the list sends with a role', () => {
    expect(lines('dispatcher')).toContain('The duty status becomes Vacation.')
    expect(lines('driver')).toContain('The duty status becomes Detention / Layover.')
    for (const role of ['administrator', 'fleet_manager'] as const)
      expect(lines(role).join(' ')).not.toContain('The duty status')
  })
})

describe('what is said of a change by somebody else', () => {
  test('names what is otherwise at the server than it was seen, by the words of the form', () => {
    const now = { ...maria, version: maria.version + 1, phone: '312 555 0001', user_permissions: [5, 12] }
    const words = changedMeanwhile(maria, now, userDiffers)
    expect(words).toContain(`Phone: ${maria.phone} → 312 555 0001`)
    expect(words).toMatch(/^Changed meanwhile: .*Permissions: /)
  })

  test('is silent about one’s own change that waits, and about what the form does not show', () => {
    expect(changedMeanwhile(maria, { ...maria, phone: '1' }, userDiffers)).toBeNull()
    expect(changedMeanwhile(maria, { ...maria, version: maria.version + 1, photo: '/another' }, userDiffers)).toBeNull()
  })
})

describe('what is said of a field', () => {
  test('ids at providers are there, and numbers', () => {
    expect(profileRules.providerId({ value: '' })).toBe('Please fill out this field')
    for (const value of ['12a', 1.5, -3, 1e300]) expect(profileRules.providerId({ value })).toBe('Enter a valid number')
    expect(profileRules.providerId({ value: 77 })).toBeUndefined()
  })

  test('everybody but a driver needs a password', () => {
    const rule = (role: string, value: string) => newPasswordRule(() => role)({ value })
    expect(rule('dispatcher', '')).toBe('Please fill out this field')
    expect(rule('driver', '')).toBeUndefined()
    expect(rule('driver', 'short')).toBe('Password must contain at least 8 characters')
    expect(rule('dispatcher', 'long enough')).toBeUndefined()
    expect(NO_USER.password).toBe('')
  })
})
