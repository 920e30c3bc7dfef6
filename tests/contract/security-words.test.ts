import { expect, test } from 'vitest'
import { securityEvent } from '#contract/session/security.ts'
import { detailWords, kindWords } from '#contract/session/security-words.ts'

const IPAD = 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Version/18.0 Safari/605.1'

test.each([
  [{}, ''],
  [{ from: 'driver', to: 'dispatcher' }, 'driver → dispatcher'],
  [{ role: 'fleet_manager' }, 'fleet manager'],
  // The database returns shorter names first.
  [{ rows: 400, what: 'inspections' }, 'inspections · 400 rows'],
  [{ to: 'dispatcher', from: 'driver' }, 'driver → dispatcher'],
  [{ what: 'Sign-in refused', refusals: 30 }, 'Sign-in refused · 30 refusals'],
  [{ what: 'Sign-in refused', limit: 'one network' }, 'Sign-in refused · of one network'],
  [{ what: 'security log', rows: 1 }, 'security log · 1 row'],
  [{ what: 'attachments of inspection 17', files: 2 }, 'attachments of inspection 17 · 2 files'],
  [{ call: 'PATCH /api/trucks/:id/' }, 'PATCH /api/trucks/:id/'],
  [{ sessions: 3, own_stays: true }, '3 sessions · all but their own'],
  [{ sessions: 1, own_stays: false }, '1 session'],
  [{ browser: IPAD }, 'Safari on iPad'],
  [{ sessions: 3, most: 100 }, '3 sessions · used longest ago, of more than 100'],
  [{ given: 'view drivers', taken: '' }, 'given: view drivers'],
  [{ given: '', taken: 'edit drivers' }, 'taken: edit drivers'],
  [{ by: 'link' }, 'by link'],
  [{ limit: 'account and network' }, 'by account and network'],
  [{ limit: 'at the same time' }, 'at the same time'],
])('%j is described as "%s"', (detail, words) => {
  expect(detailWords(detail)).toBe(words)
})

test('an event has its title, and an event kind of a newer server its name', () => {
  expect(kindWords('sign_in')).toBe('Signed in')
  expect(kindWords('token_reused')).toBe('Copied sign-in ended')
  expect(kindWords('passkey_added')).toBe('Passkey added')
  expect(kindWords('toString')).toBe('ToString')
})

test('a page of the log is readable even if it has an event kind of a newer server', () => {
  const event = {
    id: 7,
    at: '2026-11-22T04:30:00.000Z',
    kind: 'passkey_added',
    actor: null,
    subject: null,
    session: null,
    network: '',
    user_agent: '',
    detail: {},
  }
  expect(securityEvent.parse(event)).toEqual(event)
})

test('unknown details of a newer server are shown as they are', () => {
  expect(detailWords({ new_thing: 7, is_so: true, none: null })).toBe('new thing: 7 · is so: yes · none: –')
})
