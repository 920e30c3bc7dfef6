import { describe, expect, test } from 'vitest'
import { ageWords, asOfWords, momentWords, untilWords } from '#src/format/age.ts'
import { chicagoMoment } from '#src/format/chicago.ts'
import { datesWords } from '#src/format/dates-words.ts'
import { countOf, exactMiles, formatMoney, kMiles } from '#src/format/numbers.ts'
import { telHref } from '#src/format/phone.ts'
import { asTitle, dayValueWords, valueWords } from '#src/format/value-words.ts'

const now = Date.parse('2026-11-21T20:05:00Z') // 14:05 in Chicago
const before = (seconds: number) => now - seconds * 1000

describe('age', () => {
  test.each([
    [0, 'just now'],
    [59, 'just now'],
    [60, '1 min ago'],
    [2 * 60 + 59, '2 min ago'],
    [59 * 60 + 59, '59 min ago'],
    [60 * 60, '1 h ago'],
    [86_399, '23 h ago'],
    [86_400, '1 day ago'],
    [5 * 86_400, '5 days ago'],
  ])('of %i seconds is "%s"', (seconds, words) => {
    expect(ageWords(before(seconds), now)).toBe(words)
  })

  test('of a time well ahead of the clock is unknown, never fresh or in the future', () => {
    expect(ageWords(now + 3_600_000, now)).toBe('age unknown')
    expect(asOfWords(now + 3_600_000, now)).toBe('age unknown')
    expect(ageWords(now + 5_000, now)).toBe('just now')
  })

  test('as a time of day includes the date only if it is another day in Chicago', () => {
    expect(momentWords(now, now)).toBe('2:05 PM')
    expect(momentWords(Date.parse('2026-11-21T06:00:00Z'), now)).toBe('12:00 AM')
    expect(momentWords(Date.parse('2026-11-21T05:59:00Z'), now)).toBe('11/20/26 11:59 PM')
    expect(asOfWords(now, now)).toBe('as of 2:05 PM')
  })

  test('of a future time counts down', () => {
    expect(untilWords(now - 1, now)).toBe('now')
    expect(untilWords(now + 1500, now)).toBe('in 2 s')
    expect(untilWords(now + 61_000, now)).toBe('in 2 min')
    expect(untilWords(now + 3_600_000, now)).toBe('in 1 h')
  })
})

describe('a field unknown to the app', () => {
  test('is shown by its name and its raw value', () => {
    expect(asTitle('status_date_from')).toBe('Status date from')
    expect([null, undefined, '', []].map(valueWords)).toEqual(['–', '–', '–', '–'])
    expect([0, 'T-9', false, [3, 'x'], { a: 1 }].map(valueWords)).toEqual(['0', 'T-9', 'No', '3, x', '{"a":1}'])
  })
})

test('a time long past is shown in the company’s time zone, to the minute', () => {
  expect(chicagoMoment(Date.parse('2026-11-21T20:05:59Z'))).toBe('11/21/26 2:05 PM')
  expect(chicagoMoment(Date.parse('2026-07-05T05:30:00Z'))).toBe('07/05/26 12:30 AM')
})

describe('figures', () => {
  test('show miles in thousands with one decimal on a card, and to the thousandth in a field', () => {
    expect(kMiles(12_345.678)).toBe('12.3K miles')
    expect(kMiles(0)).toBe('0.0K miles')
    expect(kMiles(1_234_567)).toBe('1,234.6K miles')
    expect(exactMiles(12_345.6)).toBe('12,345.600')
  })

  test('show money with a dollar sign and two decimals', () => {
    expect(formatMoney(1234.5)).toBe('$1,234.50')
    expect(formatMoney(0)).toBe('$0.00')
    expect(formatMoney(-3.005)).toBe('-$3.01')
  })

  test('show counts that agree with their noun', () => {
    expect(countOf(1, 'change')).toBe('1 change')
    expect(countOf(5000, 'change')).toBe('5,000 changes')
    expect(countOf(2, 'day on the road', 'days on the road')).toBe('2 days on the road')
  })
})

describe('a phone number', () => {
  test.each([
    ['+1 (312) 555-0199', 'tel:+13125550199'],
    ['312-555-0199', 'tel:3125550199'],
    [' 555 0199 ', 'tel:5550199'],
  ])('%s can be dialed', (written, href) => {
    expect(telHref(written)).toBe(href)
  })

  test('without digits has no link', () => {
    expect(telHref('')).toBeNull()
    expect(telHref('n/a')).toBeNull()
  })
})

test('a date range is described as far as its dates are known', () => {
  expect([
    datesWords('2026-11-20', null),
    datesWords('2026-11-20', '2026-11-28'),
    datesWords('2026-11-20', '2026-11-20'),
    datesWords(null, '2026-11-28'),
    datesWords(null, null),
  ]).toEqual(['since 11/20/26', '11/20/26 – 11/28/26', '11/20/26', 'until 11/28/26', ''])
})

test('a date range without today is described as to come, or over', () => {
  const on = '2026-11-22'
  expect([
    datesWords('2026-11-22', null, on),
    datesWords('2026-11-23', null, on),
    datesWords('2026-11-20', '2026-11-22', on),
    datesWords('2026-11-23', '2026-11-28', on),
    datesWords('2026-11-10', '2026-11-21', on),
    datesWords(null, '2026-11-21', on),
    datesWords(null, null, on),
  ]).toEqual([
    'since 11/22/26',
    'from 11/23/26',
    '11/20/26 – 11/22/26',
    '11/23/26 – 11/28/26, to come',
    '11/10/26 – 11/21/26, over',
    'until 11/21/26, over',
    '',
  ])
})

test('a date from the server is shown in the short form, and a missing date as "–"', () => {
  expect([dayValueWords('2026-11-20'), dayValueWords(''), dayValueWords(null), dayValueWords(7)]).toEqual([
    '11/20/26',
    '–',
    '–',
    '–',
  ])
})
