import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notReadyReasons } from '#contract/maintenance/fleet-health.ts'
import { daysWords } from '#server/modules/mail/digest-words.ts'
import { datesWords } from '#src/format/dates-words.ts'
import { expiryWords, toneOfExpiry } from '#src/format/expiry.ts'

const TODAY = '2026-11-25'
const doubtful = fc.constantFrom('0026-11-25', '0027-12-05', '1927-12-05', '1989-12-31', '2100-01-01', '9999-12-31')

test('no days are counted from a doubtful date: the text asks to check it', () => {
  fc.assert(
    fc.property(doubtful, fc.constantFrom('expired', 'overdue'), (day, over) => {
      expect(expiryWords(day, TODAY, over)).toBe('check this date')
      expect(toneOfExpiry(day, TODAY)).toBe('pressing')
      expect(daysWords('service', day, TODAY)).toBe('check the date')
      expect(datesWords(day, null, TODAY)).toMatch(/\d{2}\/\d{2}\/\d{4}, check this date$/)
      expect(datesWords('2026-11-01', day, TODAY)).toMatch(/, check this date$/)
    }),
  )
})

const UNIT = {
  status: 'unassigned',
  status_date_to: null,
  inspection_passed_date: '2026-06-01',
  next_service_date: '2027-01-15',
  registration_expire: '2027-06-30',
  open_major_defects: 0,
  driver: null,
} as const

test('a unit with a doubtful date is not called overdue: the text says that the date is in doubt', () => {
  expect(notReadyReasons(UNIT, TODAY)).toEqual([])
  expect(notReadyReasons({ ...UNIT, next_service_date: '0027-12-05' }, TODAY)).toEqual([
    { reason: 'service_overdue', since: null, words: 'service: date in doubt' },
  ])
  expect(notReadyReasons({ ...UNIT, inspection_passed_date: '0026-06-01' }, TODAY)).toEqual([
    { reason: 'inspection_overdue', since: null, words: 'annual inspection: date in doubt' },
  ])
  expect(notReadyReasons({ ...UNIT, driver: { papers_until: '0026-01-01' } }, TODAY)[0]?.words).toBe(
    'driver’s medical card or CDL: date in doubt',
  )
  // A plausible date is described as usual.
  expect(notReadyReasons({ ...UNIT, next_service_date: '2026-11-01' }, TODAY)).toEqual([
    { reason: 'service_overdue', since: '2026-11-02', words: 'service overdue' },
  ])
})
