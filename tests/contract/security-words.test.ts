import { expect, test } from 'vitest'
import { detailWords } from '#contract/security-words.ts'

const IPAD = 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Version/18.0 Safari/605.1'

test.each([
  [{}, ''],
  [{ from: 'driver', to: 'dispatcher' }, 'driver → dispatcher'],
  [{ role: 'fleet_manager' }, 'fleet manager'],
  // As the database gives them back, shorter names first.
  [{ rows: 400, what: 'inspections' }, 'inspections · 400 rows'],
  [{ to: 'dispatcher', from: 'driver' }, 'driver → dispatcher'],
  [{ what: 'security log', rows: 1 }, 'security log · 1 row'],
  [{ what: 'attachments of inspection 17', files: 2 }, 'attachments of inspection 17 · 2 files'],
  [{ call: 'PATCH /api/trucks/:id/' }, 'PATCH /api/trucks/:id/'],
  [{ sessions: 3, own_stays: true }, '3 sessions · all but their own'],
  [{ sessions: 1, own_stays: false }, '1 session'],
  [{ browser: IPAD }, 'Safari on iPad'],
  [{ given: 'view drivers', taken: '' }, 'given: view drivers'],
  [{ given: '', taken: 'edit drivers' }, 'taken: edit drivers'],
  [{ by: 'link' }, 'by link'],
])('%j is told as "%s"', (detail, words) => {
  expect(detailWords(detail)).toBe(words)
})

test('what a newer server tells is shown as it is', () => {
  expect(detailWords({ new_thing: 7, is_so: true, none: null })).toBe('new thing: 7 · is so: yes · none: –')
})
