import { describe, expect, it } from 'vitest'
import { isAppPage, isListCall } from '#sw/list-calls.ts'
import { tokenSubject } from '#sw/token-subject.ts'

const YARD = 'https://yard.example'
const jwt = (payload: unknown) =>
  `head.${btoa(JSON.stringify(payload)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.sign`

describe('the calls that may be answered from storage', () => {
  it.each([
    '/api/drivers/',
    '/api/drivers/?limit=50',
    '/api/schedule/?date_after=2026-11-16',
    '/api/drivers/?search=&limit=50',
    '/api/dispatchers/?ordering=status',
    '/api/dispatchers/mini-list/',
    '/api/maintenance/inspections/?status=&limit=50',
    '/api/maintenance/inspections/?status=upcoming&limit=50&service_type=',
  ])('include %s', (path) => {
    expect(isListCall({ method: 'GET', url: `${YARD}${path}` }, YARD)).toBe(true)
  })

  it.each(['/api/drivers/12/', '/api/users/users/me/', '/api/health/', '/api/history/drivers/1/', '/drivers'])(
    'exclude %s',
    (path) => {
      expect(isListCall({ method: 'GET', url: `${YARD}${path}` }, YARD)).toBe(false)
    },
  )

  it('exclude searches: each letter would push another list out', () => {
    for (const path of ['/api/drivers/?search=ma&limit=50', '/api/dispatchers/?ordering=status&search=o']) {
      expect(isListCall({ method: 'GET', url: `${YARD}${path}` }, YARD)).toBe(false)
    }
  })

  it('include of inspections only the first page of a tab, without filters', () => {
    const narrowed = [
      'transport=1042',
      'date_after=2026-11-01',
      'service_type=pm_a',
      'fleet_manager=2',
      'report_type=defect',
    ]
    for (const query of [...narrowed, 'offset=50', 'cursor=abc', 'limit=200']) {
      const url = `${YARD}/api/maintenance/inspections/?status=&${query}`
      expect(isListCall({ method: 'GET', url }, YARD), query).toBe(false)
    }
    for (const path of ['12/', 'upcoming_count/', 'transport-with-inspections/?limit=1000']) {
      expect(isListCall({ method: 'GET', url: `${YARD}/api/maintenance/inspections/${path}` }, YARD)).toBe(false)
    }
  })

  it('exclude changes and calls to another site', () => {
    expect(isListCall({ method: 'POST', url: `${YARD}/api/schedule/` }, YARD)).toBe(false)
    expect(isListCall({ method: 'GET', url: 'https://other.example/api/drivers/' }, YARD)).toBe(false)
  })
})

describe('the addresses that are pages of the app', () => {
  it.each(['/', '/drivers', '/schedule/12', '/apiary'])('include %s', (path) => expect(isAppPage(path)).toBe(true))
  it.each(['/api', '/api/docs', '/api/drivers/', '/sw.js', '/icons/icon-192.png'])('exclude %s', (path) =>
    expect(isAppPage(path)).toBe(false),
  )
})

describe('the user of a call', () => {
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
  ])('is null for %s', (authorization) => expect(tokenSubject(authorization)).toBeNull())

  it('is null if the subject could name another cache', () => {
    expect(tokenSubject(`Bearer ${jwt({ sub: '../8' })}`)).toBeNull()
  })
})
