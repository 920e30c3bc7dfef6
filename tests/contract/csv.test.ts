import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvText } from '#contract/text/csv.ts'
import { CsvParser } from '#server/modules/imports/reading/csv-parser.ts'

const MARK = '\uFEFF'

/** What a reader of CSV makes of a text. */
function read(text: string): readonly (readonly string[])[] {
  const parser = new CsvParser(',')
  return [...parser.push(text.slice(MARK.length)), ...parser.end()].map(({ fields, fault }) => {
    expect(fault).toBeNull()
    return fields
  })
}

const anyField = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', '=', '-', 'a', ' '), maxLength: 8 }),
)
/** The first field says something: readers leave out rows in which nothing stands. */
const anyRow = fc
  .tuple(fc.constantFrom('Dana', 'é', '0'), fc.array(anyField, { maxLength: 5 }))
  .map((row) => row.flat())

describe('what is written as CSV', () => {
  test('is read back as it was, but for the apostrophe before what looks like a formula', () => {
    const formulas = ['=', '+', '-', '@', '\t', '\r']
    const shown = (text: string) => (formulas.includes(text.charAt(0)) ? `'${text}` : text)
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 6 }), (rows) => {
        expect(read(csvText(rows))).toEqual(rows.map((row) => row.map(shown)))
      }),
    )
  })

  test('says that it is UTF-8, and ends each row with CRLF, the last one too', () => {
    expect(
      csvText([
        ['Driver', 'Truck'],
        ['José', '104'],
      ]),
    ).toBe(`${MARK}Driver,Truck\r\nJosé,104\r\n`)
    expect(csvText([])).toBe(MARK)
  })

  test('has quotes only where they are needed, and doubled inside', () => {
    expect(csvText([['a "b"', 'c, d', 'e\nf', ' g', 'h i']])).toBe(`${MARK}"a ""b""","c, d","e\nf"," g",h i\r\n`)
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
  ])('%j is no formula in it', (text, written) => {
    expect(csvText([['x', text]])).toBe(`${MARK}x,${written}\r\n`)
  })

  test('leaves alone what is none', () => {
    expect(csvText([['1=1', 'a-b', "'quoted'", '–', '']])).toBe(`${MARK}1=1,a-b,'quoted',–,\r\n`)
  })
})
