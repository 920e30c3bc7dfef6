import { expect, test } from 'vitest'
import {
  type Access,
  AREAS,
  administrator,
  anyOf,
  can,
  edit,
  open,
  signedIn,
  type UserPermissions,
  view,
} from '#contract/wire/access.ts'

const nothing = AREAS.map(() => ({ user_has_permission: false }))
const only = (area: (typeof AREAS)[number]) => AREAS.map((one) => ({ user_has_permission: one === area }))
const aDispatcher: UserPermissions = { role: 'dispatcher', view_permissions: nothing, edit_permissions: nothing }

test('areas are in the order that the wire format requires', () => {
  expect(AREAS).toEqual(['dispatchers', 'drivers', 'schedule', 'maintenance', 'trailers', 'trucks'])
})

test('a caller who is not signed in can only use open calls', () => {
  expect(can(null, open)).toBe(true)
  for (const access of [signedIn, administrator, view('drivers'), edit('drivers')])
    expect(can(null, access)).toBe(false)
})

test('an administrator has all access without any permission set', () => {
  const boss: UserPermissions = { ...aDispatcher, role: 'administrator' }
  const all: Access[] = [signedIn, administrator, ...AREAS.flatMap((area) => [view(area), edit(area)])]
  expect(all.every((access) => can(boss, access))).toBe(true)
})

test.each(AREAS)('view and edit on %s are two permissions, and neither reaches another area', (area) => {
  const viewer: UserPermissions = { ...aDispatcher, view_permissions: only(area) }
  const editor: UserPermissions = { ...aDispatcher, edit_permissions: only(area) }
  for (const other of AREAS) {
    expect(can(viewer, view(other))).toBe(other === area)
    expect(can(viewer, edit(other))).toBe(false)
    expect(can(editor, edit(other))).toBe(other === area)
    expect(can(editor, view(other))).toBe(false)
  }
})

test('a permission list that is too short grants nothing', () => {
  expect(can({ ...aDispatcher, view_permissions: [] }, view('trucks'))).toBe(false)
})

test('any one of several required accesses is enough', () => {
  const viewer: UserPermissions = { ...aDispatcher, view_permissions: only('schedule') }
  expect(can(viewer, anyOf(edit('drivers'), view('schedule')))).toBe(true)
  expect(can(viewer, anyOf())).toBe(false)
})
