import { describe, expect, test } from 'vitest'
import { codeKey, plateKey, scientificMatcher } from '#contract/text/code-keys.ts'
import { nameKey } from '#contract/text/name-keys.ts'
import { findDay } from '#server/modules/imports/reading/written-days.ts'
import { findNumber } from '#server/modules/imports/reading/written-numbers.ts'
import { findTime } from '#server/modules/imports/reading/written-times.ts'
import { bareCell } from '#server/modules/imports/rows/report-row.ts'
import { createRowKinds } from '#server/modules/imports/rows/row-kinds.ts'
import { runWithTimeLimit } from '#tests/support/run-with-time-limit.ts'

/** The most characters of a row. One cell may contain them all. */
const MANY = 250_000
const many = (text: string) => text.repeat(MANY / text.length)
const CELLS: readonly (readonly [string, string])[] = [
  ['a parenthesis, blanks and no end', `(${many(' ')}x`],
  ['blanks between two parentheses', `(${many(' ')}\n)`],
  ['blanks before a currency', `1${many(' ')}USD!`],
  ['a currency, blanks and a new line', `US $${many(' ')}\n4`],
  ['blanks before a credit', `4${many(' ')}CR!`],
  ['pluses alone', many('+')],
  ['parentheses alone', `${many('(')}4${many(')')}`],
  ['decimals with zeros that are not at the end, and a letter', `0.${many('0')}1x`],
  ['decimals with zeros that are not at the end', `0.${many('0')}1`],
  ['blanks around a hash', `${many(' ')}x`],
  ['a time, blanks and no zone', `1:00${many(' ')}!`],
  ['an exponent after zeros', `1.${many('0')}1e+99`],
  ['a state, dashes and no number', `TX${many('-')}`],
  ['a number, dashes and no state', `1${many('-')}x`],
  ['a number, blanks and no state', `1${many(' ')}x`],
  ['states without an end', `1${many(' TX')}!`],
  ['words without an end', many('total-')],
  ['payments without an end', many('payment ')],
  ['suffixes without an end', many('jr ')],
  ['names without an end', many('jr,sr ')],
  ['a day and signs', `1-jan${many('-')}x`],
  ['a formula of quotes', `=${many('"')}x`],
]
const kinds = createRowKinds(['Date', 'Amount'], {
  at: new Map([['date', 0]]),
  map: {},
  missing: [],
  needed: [],
  faults: [],
})
const READERS: readonly (readonly [string, (cell: string) => unknown])[] = [
  ['a number', findNumber],
  ['a day', (cell) => findDay(cell, undefined)],
  ['a time', findTime],
  ['a cell', bareCell],
  ['a faulty row', (cell) => kinds.ofBad({ line: 2, fields: ['', cell], fault: null })],
  ['a valid row', (cell) => kinds.ofGood({ line: 2, fields: ['', cell], fault: null })],
  ['a code', codeKey],
  ['a plate', plateKey],
  ['a number in scientific notation', (cell) => scientificMatcher(cell)?.('7002410300')],
  ['a name', nameKey],
]

describe.each(READERS)('%s is read to its end, however long the cell is', (_, read) => {
  test.each(CELLS)('of %s', (_name, cell) => {
    expect(() => runWithTimeLimit(() => read(cell))).not.toThrow()
  })
})

test.each(['4.25', '(4.25)'])('text longer than a cell of a report may be is not a number: %s', (number) => {
  expect(findNumber(number)).not.toBeNull()
  expect(findNumber(number.replace('4', '4'.padStart(200, '0')))).toBeNull()
})
