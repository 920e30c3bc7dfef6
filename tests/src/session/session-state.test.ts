import { expect, test } from 'vitest'
import { type SessionState, SIGNED_OUT_STATE, sessionReducer } from '#src/session/session-state.ts'
import { aUser } from '#tests/support/builders/a-user.ts'

const maria = aUser({ id: 7 })
const signedIn: SessionState = { state: 'signed_in', user: maria, why: null }

test('a start with a token and a known user is signed in without a request', () => {
  const started = { type: 'started', user: maria, hasToken: true, lock: null } as const
  expect(sessionReducer(SIGNED_OUT_STATE, started)).toEqual(signedIn)
  expect(sessionReducer(SIGNED_OUT_STATE, { ...started, hasToken: false })).toEqual(SIGNED_OUT_STATE)
  expect(sessionReducer(SIGNED_OUT_STATE, { ...started, user: null })).toMatchObject({
    state: 'sign_in_again',
    user: null,
  })
})

test('data that is too old stays closed until the server has confirmed the user', () => {
  const locked = sessionReducer(SIGNED_OUT_STATE, { type: 'started', user: maria, hasToken: true, lock: 'locked' })
  expect(locked).toEqual({ state: 'sign_in_again', user: null, why: 'locked' })
  expect(sessionReducer(locked, { type: 'confirmed', user: maria })).toEqual(signedIn)
})

test('an open page is closed as well, and opens when the server has responded', () => {
  const locked = sessionReducer(signedIn, { type: 'locked', lock: 'locked' })
  expect(locked).toEqual({ state: 'sign_in_again', user: null, why: 'locked' })
  expect(sessionReducer(locked, { type: 'confirmed', user: maria })).toEqual(signedIn)
  expect(sessionReducer(SIGNED_OUT_STATE, { type: 'locked', lock: 'locked' })).toBe(SIGNED_OUT_STATE)
})

test('a session that the server ends keeps its user, for the waiting changes', () => {
  expect(sessionReducer(signedIn, { type: 'ended', why: 'ended' })).toEqual({
    state: 'sign_in_again',
    user: maria,
    why: 'ended',
  })
})

test('responses that arrive too late change nothing', () => {
  expect(sessionReducer(SIGNED_OUT_STATE, { type: 'confirmed', user: maria })).toBe(SIGNED_OUT_STATE)
  expect(sessionReducer(SIGNED_OUT_STATE, { type: 'ended', why: 'ended' })).toBe(SIGNED_OUT_STATE)
  expect(sessionReducer(signedIn, { type: 'confirmed', user: aUser({ id: 8 }) })).toBe(signedIn)
  // The tokens are gone: only a sign-in brings new ones.
  const ended = sessionReducer(signedIn, { type: 'ended', why: 'ended' })
  expect(sessionReducer(ended, { type: 'confirmed', user: maria })).toBe(ended)
})

test('an unchanged user gives the same state, so that no screen renders again; a new permission gives a new one', () => {
  const again = (over = {}) =>
    sessionReducer(signedIn, { type: 'confirmed', user: structuredClone({ ...maria, ...over }) })
  expect(again()).toBe(signedIn)
  const permitted = again({ view_permissions: aUser({ role: 'administrator' }).view_permissions.slice(1) })
  expect(permitted).not.toBe(signedIn)
  expect(permitted.user?.view_permissions).toHaveLength(maria.view_permissions.length - 1)
  expect(permitted.user?.edit_permissions).toBe(maria.edit_permissions)
})
