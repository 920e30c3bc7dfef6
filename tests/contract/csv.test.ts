import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvText } from '#contract/text/csv.ts'
import { CsvParser } from '#server/modules/imports/reading/csv-parser.ts'

const MARK = '\uFEFF'

/** The rows that a CSV reader finds in a text. */
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
/** The first field is never empty, because readers skip empty rows. */
const anyRow = fc
  .tuple(fc.constantFrom('Dana', 'é', '0'), fc.array(anyField, { maxLength: 5 }))
  .map((row) => row.flat())

describe('CSV text', () => {
  test('reads back unchanged, except for the apostrophe before text that looks like a formula', () => {
    const formulas = ['=', '+', '-', '@', '\t', '\r']
    const shown = (text: string) => (formulas.includes(text.charAt(0)) ? `'${text}` : text)
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 6 }), (rows) => {
        expect(read(csvText(rows))).toEqual(rows.map((row) => row.map(shown)))
      }),
    )
  })

  test('begins with the UTF-8 mark and ends each row with CRLF, including the last', () => {
    expect(
      csvText([
        ['Driver', 'Truck'],
        ['José', '104'],
      ]),
    ).toBe(`${MARK}Driver,Truck\r\nJosé,104\r\n`)
    expect(csvText([])).toBe(MARK)
  })

  test('has quotes only where they are needed, doubled inside', () => {
    expect(csvText([['a "b"', 'c, d', 'e\nf', ' g', 'h i']])).toBe(`${MARK}"a ""b""","c, d","e\nf"," g",h i\r\n`)
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
  ])('does not let %j act as a formula', (text, written) => {
    expect(csvText([['x', text]])).toBe(`${MARK}x,${written}\r\n`)
  })

  test('leaves text unchanged that does not start like a formula', () => {
    expect(csvText([['1=1', 'a-b', "'quoted'", '–', '']])).toBe(`${MARK}1=1,a-b,'quoted',–,\r\n`)
  })
})
