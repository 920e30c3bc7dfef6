import { describe, expect, it } from 'vitest'
import { isAppPage, isListCall } from '#sw/list-calls.ts'
import { tokenSubject } from '#sw/token-subject.ts'

const YARD = 'https://yard.example'
const jwt = (payload: unknown) =>
  `head.${btoa(JSON.stringify(payload)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.sign`

describe('which calls may be answered from storage', () => {
  it.each([
    '/api/drivers/',
    '/api/drivers/?limit=50',
    '/api/schedule/?date_after=2026-11-16',
    '/api/drivers/?search=&limit=50',
    '/api/dispatchers/?ordering=status',
    '/api/dispatchers/mini-list/',
  ])('%s may', (path) => {
    expect(isListCall({ method: 'GET', url: `${YARD}${path}` }, YARD)).toBe(true)
  })

  it.each(['/api/drivers/12/', '/api/users/users/me/', '/api/health/', '/api/history/drivers/1/', '/drivers'])(
    '%s may not',
    (path) => {
      expect(isListCall({ method: 'GET', url: `${YARD}${path}` }, YARD)).toBe(false)
    },
  )

  it('what somebody looks for may not: each letter would push another list out', () => {
    for (const path of ['/api/drivers/?search=ma&limit=50', '/api/dispatchers/?ordering=status&search=o']) {
      expect(isListCall({ method: 'GET', url: `${YARD}${path}` }, YARD)).toBe(false)
    }
  })

  it('a change may not, nor a call to another site', () => {
    expect(isListCall({ method: 'POST', url: `${YARD}/api/schedule/` }, YARD)).toBe(false)
    expect(isListCall({ method: 'GET', url: 'https://other.example/api/drivers/' }, YARD)).toBe(false)
  })
})

describe('which addresses are pages of the app', () => {
  it.each(['/', '/drivers', '/schedule/12', '/apiary'])('%s is', (path) => expect(isAppPage(path)).toBe(true))
  it.each(['/api', '/api/docs', '/api/drivers/', '/sw.js', '/icons/icon-192.png'])('%s is not', (path) =>
    expect(isAppPage(path)).toBe(false),
  )
})

describe('whose call it is', () => {
  it('is read from the token', () => {
    expect(tokenSubject(`Bearer ${jwt({ sub: '7', name: 'Zoë ~~~ ???' })}`)).toBe('7')
  })

  it.each([
    null,
    '',
    'Basic abc',
    'Bearer abc',
    `Bearer ${jwt({})}`,
    `Bearer ${jwt({ sub: 7 })}`,
    'Bearer a.%%.c',
    'Bearer a.bm8.c',
  ])('is nobody’s for %s', (authorization) => expect(tokenSubject(authorization)).toBeNull())

  it('is nobody’s when the subject could name another cache', () => {
    expect(tokenSubject(`Bearer ${jwt({ sub: '../8' })}`)).toBeNull()
  })
})
