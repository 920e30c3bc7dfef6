import { expect, test } from 'vitest'
import { AREAS, type Area, can, view } from '#contract/wire/access.ts'
import { accessToStore, hasLostPart, isLost, isOfOtherRights } from '#src/offline/required-access.ts'
import { aUser } from '#tests/support/builders/a-user.ts'

const userWith = (...areas: readonly Area[]) =>
  aUser({
    view_permissions: AREAS.map((name, area) => ({ id: area, area, user_has_permission: areas.includes(name) })),
  })
const needs = { access: view('trucks'), parts: [view('drivers'), view('maintenance')] }
/** The access as it is stored while this user is signed in. */
const storedBy = (user: ReturnType<typeof userWith>) => accessToStore(needs, (access) => can(user, access))

test.each([
  ['the same rights', ['trucks', 'drivers'], false],
  ['another right that it does not need', ['trucks', 'drivers', 'schedule'], false],
  ['without the right to see it', ['drivers'], true],
  ['without the right to a part', ['trucks'], true],
  ['with the right to one more part', ['trucks', 'drivers', 'maintenance'], true],
] as const)('a stored response does not fit a user %s: %s, %s', (_name, areas, isOther) => {
  expect(isOfOtherRights(storedBy(userWith('trucks', 'drivers')), userWith(...areas))).toBe(isOther)
})

test('of a stored response, only a part that the user had and has no more is lost', () => {
  const stored = storedBy(userWith('trucks', 'drivers'))
  const isLostFor = (...areas: readonly Area[]) => hasLostPart(stored, (access) => can(userWith(...areas), access))
  expect(isLostFor('trucks', 'drivers', 'maintenance')).toBe(false)
  expect(isLostFor('trucks', 'maintenance')).toBe(true)
})

test('a response that an older version of the app stored fits as long as it may be seen', () => {
  expect(isOfOtherRights(needs, userWith('trucks'))).toBe(false)
  expect(isOfOtherRights(needs, userWith('drivers'))).toBe(true)
})

test('a response without parts is stored as it is', () => {
  expect(accessToStore({ access: view('trucks') }, () => true)).toEqual({ access: view('trucks') })
})

test('what is on screen is lost without a right, and stays with one more', () => {
  const before = userWith('trucks', 'drivers')
  expect(isLost(needs, before, userWith('trucks'))).toBe(true)
  expect(isLost(needs, before, userWith('trucks', 'drivers', 'maintenance'))).toBe(false)
})
