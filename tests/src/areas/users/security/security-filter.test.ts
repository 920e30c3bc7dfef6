import { describe, expect, test } from 'vitest'
import type { SecurityEvent } from '#contract/session/security.ts'
import { isNarrowed, parseFilter, securityFits } from '#src/areas/users/security/security-filter.ts'
import { SECURITY_DEFAULTS, securitySearch } from '#src/areas/users/security/security-search.ts'

const EVENT: SecurityEvent = {
  id: 7,
  // In Chicago this is the evening before.
  at: '2026-11-22T04:30:00.000Z',
  kind: 'role_changed',
  actor: { id: 1, name: 'Ruth Callahan' },
  subject: { id: 33, name: 'Omar Haddad' },
  session: null,
  network: '203.0.113.7',
  user_agent: '',
  detail: {},
}

describe('the address of the security log', () => {
  const filterOf = (search: object) => parseFilter(securitySearch.parse(search))

  test('means the whole log when it is empty', () => {
    expect(securitySearch.parse({})).toEqual(SECURITY_DEFAULTS)
    expect(filterOf({})).toEqual({})
    expect(isNarrowed({})).toBe(false)
  })

  test('contains a kind, a user and days', () => {
    const search = { kind: 'sign_in', user: 33, date_after: '2026-11-01', date_before: '2026-11-21' }
    expect(filterOf(search)).toEqual(search)
    expect(isNarrowed(filterOf({ user: 33 }))).toBe(true)
  })

  test('ignores invalid values', () => {
    expect(filterOf({ kind: 'toString', user: '-1', date_after: '2026-02-30', date_before: ['x'] })).toEqual({})
    expect(filterOf({ kind: 'x', user: 1.5, date_before: '0001-01-01' })).toEqual({})
    expect(filterOf({ date_after: '2026-11-22', date_before: '2026-11-21' })).toEqual({})
  })
})

describe('an event on the device', () => {
  test.each([
    [{}, true],
    [{ kind: 'role_changed' }, true],
    [{ kind: 'sign_in' }, false],
    [{ user: 1 }, true],
    [{ user: 33 }, true],
    [{ user: 2 }, false],
    [{ date_after: '2026-11-21', date_before: '2026-11-21' }, true],
    [{ date_after: '2026-11-22' }, false],
    [{ date_before: '2026-11-20' }, false],
  ] as const)('fits the filter %j: %s', (filter, fits) => {
    expect(securityFits(filter)(EVENT)).toBe(fits)
  })
})
