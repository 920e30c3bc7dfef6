import { expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { linkTrouble } from '#src/app/login/link-trouble.ts'
import { loginSearch } from '#src/app/login/login-search.ts'
import { newPasswordSearch, resetLinkIn } from '#src/app/login/reset-link.ts'

test('the page to return to is an address of this app, otherwise the start page', () => {
  expect(loginSearch.parse({ from: '/schedule?week=1' })).toEqual({ from: '/schedule?week=1' })
  for (const from of ['//elsewhere.example', '/\\elsewhere.example', 'https://elsewhere.example', '', 7])
    expect(loginSearch.parse({ from })).toEqual({ from: '/' })
})

test('a mailed link is accepted only when complete, and a numeric uid stays the same text', () => {
  const linkOf = (search: unknown) => resetLinkIn(newPasswordSearch.parse(search))
  expect(linkOf({ uid: 12, token: 'abc' })).toEqual({ uid: '12', token: 'abc' })
  expect(linkOf({ uid: 'MTI', token: 'abc' })).toEqual({ uid: 'MTI', token: 'abc' })
  for (const part of [{ uid: 'MTI' }, { token: 'abc' }, { uid: 'MTI', token: '' }, { uid: ['1'], token: 'abc' }, {}])
    expect(linkOf(part)).toBeNull()
  expect(resetLinkIn(undefined)).toBeNull()
})

test('a link is rejected only for a refusal that names its parts, never for another failure', () => {
  const refused = (problem: unknown, status = 400) => new ApiError('status', { status, problem })
  expect(linkTrouble(refused({ token: ['Used.'] }))).toBe('Used.')
  expect(linkTrouble(refused({ uid: ['Unknown.'], token: ['Used.'] }))).toBe('Used., Unknown.')
  const others = [
    refused({ new_password: ['Short.'] }),
    refused({ token: ['Used.'] }, 500),
    new ApiError('network'),
    'x',
  ]
  for (const other of others) expect(linkTrouble(other)).toBeNull()
})
