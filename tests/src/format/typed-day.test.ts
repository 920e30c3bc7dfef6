import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayFromText, dayText } from '#src/format/typed-day.ts'

test('a date is read in every usual spelling, and a two-digit year is in this century', () => {
  for (const text of [
    '2027-12-05',
    '12/05/2027',
    '12/5/27',
    ' 12/05/27 ',
    '12 / 05 / 27',
    '12-05-27',
    '12.5.2027',
    '120527',
    '12052027',
    '20271205',
    '2027/12/5',
    '12/05/27\u200b',
    '\u202a12/05/2027\u202c',
    '2027\u201112\u201105',
    '１２/０５/２７',
  ])
    expect(dayFromText(text), text).toBe('2027-12-05')
})

test('text that is not a date gives null', () => {
  for (const text of [
    '',
    '12/05',
    '1205',
    '12/05/027',
    '12/05/7',
    '13/05/27',
    '02/30/27',
    '02/29/27',
    '00/05/27',
    'soon',
  ])
    expect(dayFromText(text), text).toBeNull()
})

test('a four-digit year stays as written, so that its field can refuse it', () => {
  expect(dayFromText('0027-12-05')).toBe('0027-12-05')
  expect(dayFromText('12/05/0027')).toBe('0027-12-05')
  expect(dayFromText('0000-12-05')).toBeNull()
})

const two = (number: number) => String(number).padStart(2, '0')
const parts = fc.record({
  year: fc.integer({ min: 2000, max: 2099 }),
  month: fc.integer({ min: 1, max: 12 }),
  date: fc.integer({ min: 1, max: 28 }),
})

test('all spellings of a day give the same day', () => {
  fc.assert(
    fc.property(parts, ({ year, month, date }) => {
      const short = two(year % 100)
      const day = `${year}-${two(month)}-${two(date)}`
      const spellings = [
        day,
        `${month}/${date}/${year}`,
        `${month}/${date}/${short}`,
        `${two(month)}${two(date)}${short}`,
        `${two(month)}${two(date)}${year}`,
        `${year}${two(month)}${two(date)}`,
      ]
      for (const text of spellings) expect(dayFromText(text), text).toBe(day)
    }),
  )
})

test('the text that a field shows is read back as the same day; a text that is not a day is shown unchanged', () => {
  expect([dayText('2027-12-05'), dayText(''), dayText('soon')]).toEqual(['12/05/2027', '', 'soon'])
  const any = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(any, (date) => {
      const day = date.toISOString().slice(0, 10)
      expect(dayFromText(dayText(day))).toBe(day)
    }),
  )
})
