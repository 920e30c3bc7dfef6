import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CsvParser, type CsvRow } from '#server/modules/imports/reading/csv-parser.ts'

/** The rows of a text that arrives in these pieces. */
function rowsOf(pieces: readonly string[], separator = ','): CsvRow[] {
  const parser = new CsvParser(separator)
  return [...pieces.flatMap((piece) => [...parser.push(piece)]), ...parser.end()]
}
const fieldsOf = (text: string, separator?: string) => rowsOf([text], separator).map(({ fields }) => fields)

const quoteField = (field: string, separator: string) =>
  [separator, '"', '\r', '\n'].some((one) => field.includes(one)) ? `"${field.replaceAll('"', '""')}"` : field
const formatCsv = (rows: readonly (readonly string[])[], separator: string, end: string) =>
  rows.map((row) => row.map((field) => quoteField(field, separator)).join(separator)).join(end)

const anyField = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', 'a', ' '), maxLength: 8 }),
)
const anyRows = fc.array(fc.array(anyField, { minLength: 1, maxLength: 5 }), { maxLength: 8 })
const isBlank = (row: readonly string[]) => row.every((field) => field.trim() === '')

describe('the CSV parser', () => {
  test('reads back what was written, with any separator, any line ends and in any pieces', () => {
    fc.assert(
      fc.property(
        anyRows,
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        fc.infiniteStream(fc.integer({ min: 1, max: 5 })),
        (rows, separator, end, hasLastEnd, steps) => {
          const text = formatCsv(rows, separator, end) + (hasLastEnd ? end : '')
          const pieces: string[] = []
          for (let at = 0; at < text.length; ) {
            const { value: step } = steps.next()
            pieces.push(text.slice(at, at + step))
            at += step
          }
          const read = rowsOf(pieces, separator)
          expect(read.map(({ fields }) => fields)).toEqual(rows.filter((row) => !isBlank(row)))
          expect(read.filter(({ fault }) => fault !== null)).toEqual([])
        },
      ),
      { numRuns: 500 },
    )
  })

  test('reads any text to its end, the same whole or character by character', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a'), maxLength: 60 }), (text) => {
        const lines = rowsOf([text]).map(({ line }) => line)
        expect(lines).toEqual([...lines].sort((a, b) => a - b))
        expect(rowsOf([...text])).toEqual(rowsOf([text]))
      }),
      { numRuns: 500 },
    )
  })

  test('gives each row its line, even after quoted line breaks and blank lines', () => {
    expect(rowsOf(['a,b\r\n"one\r\ntwo",2\r\n\r\n,\r\nc,d'])).toMatchObject([
      { line: 1, fields: ['a', 'b'] },
      { line: 2, fields: ['one\r\ntwo', '2'] },
      { line: 6, fields: ['c', 'd'] },
    ])
  })

  test('reports broken quotes with their row, and reads the next row completely', () => {
    expect(rowsOf(['5" hose,1\n"a"b,2\nc,3\n'])).toEqual([
      {
        line: 1,
        fields: ['5" hose', '1'],
        fault: 'A quotation mark is in the middle of a field that does not begin with one.',
      },
      { line: 2, fields: ['ab', '2'], fault: 'Text follows a closing quotation mark.' },
      { line: 3, fields: ['c', '3'], fault: null },
    ])
  })

  test('limits a quote that is never closed to the maximum length of a row', () => {
    expect(rowsOf(['a\n"b,\nc'])).toMatchObject([{ fields: ['a'] }, { line: 2, fault: 'A quote is never closed.' }])
    const parser = new CsvParser(',')
    const rows = ['"', ...Array<string>(9).fill(`${'x'.repeat(100_000)}\n`)].flatMap((text) => [...parser.push(text)])
    expect(rows.map(({ line, fault }) => [line, fault])).toEqual([
      [1, 'This row does not end: a quote is never closed.'],
    ])
    expect([...parser.push('a,b\n'), ...parser.end()]).toEqual([])
  })

  test('keeps another separator as part of the field', () => {
    expect(fieldsOf('a;b,c\n', ';')).toEqual([['a', 'b,c']])
  })
})
