import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_DESCRIPTION } from '#contract/boards/schedule.ts'
import { DUTY_STATUSES } from '#contract/people/driver-choices.ts'
import { cellText, parseCell } from '#src/boards/schedule/edits/cell-text.ts'
import { parseTabText, tabText } from '#src/boards/schedule/edits/tab-text.ts'

const status = fc.constantFrom(...DUTY_STATUSES.map(({ value }) => value))
const inCell = fc.oneof(fc.string(), fc.constantFrom('\t', '\n', '\r\n', '\r', '"', '""', 'a"b', '"a', ' "', ''))
const cell = fc.array(inCell, { maxLength: 3 }).map((parts) => parts.join(''))

describe('tab-separated text', () => {
  test('is read back as the cells that it was written from, whatever is in them', async () => {
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.property(rows, (cells) => {
        expect(parseTabText(tabText(cells))).toEqual(cells)
      }),
      { numRuns: 2000 },
    )
  })
  test.each([
    [
      'Excel: rows end with CRLF, the last one too',
      'Vacation\tFiring\r\nLayover\t\r\n',
      [
        ['Vacation', 'Firing'],
        ['Layover', ''],
      ],
    ],
    [
      'Excel: a break within a cell',
      '"Vacation\nback on Monday"\tFiring\r\n',
      [['Vacation\nback on Monday', 'Firing']],
    ],
    ['Excel: quotes within a cell that has a break', '"say ""hi""\nthere"\r\n', [['say "hi"\nthere']]],
    [
      'LibreOffice: rows end with LF',
      'Vacation\tFiring\nLayover\t\n',
      [
        ['Vacation', 'Firing'],
        ['Layover', ''],
      ],
    ],
    [
      'Google Sheets: the last row has no end',
      'Vacation\tFiring\nLayover\t',
      [
        ['Vacation', 'Firing'],
        ['Layover', ''],
      ],
    ],
    ['Google Sheets: quotes in a cell without a break stay as they are', 'say "hi"\tFiring', [['say "hi"', 'Firing']]],
    ['one cell', 'Vacation', [['Vacation']]],
    ['one empty cell', '', [['']]],
    ['an empty row between', 'a\n\nb', [['a'], [''], ['b']]],
    [
      'empty cells only',
      '\t\r\n\t\r\n',
      [
        ['', ''],
        ['', ''],
      ],
    ],
    ['old line ends', 'a\rb', [['a'], ['b']]],
    ['a quote that never ends', '"Vacation\tFiring', [['"Vacation', 'Firing']]],
    ['a quote that ends within a cell', '"a"b\tc', [['"a"b', 'c']]],
  ])('is read from %s', (_, text, cells) => {
    expect(parseTabText(text)).toEqual(cells)
  })
})

describe('a cell', () => {
  test('is written from a day and read back as the same day', async () => {
    const description = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.constantFrom(': x', '- y', 'Vacation: z', ';', '\n a'),
    )
    await fc.assert(
      fc.property(
        status,
        description.map((text) => text.trim()),
        (value, text) => {
          const day = { status: value, description: text }
          expect(parseCell(cellText(day))).toEqual({ wanted: day })
        },
      ),
      { numRuns: 2000 },
    )
    expect(parseCell(cellText(null))).toEqual({ wanted: null })
  })
  test.each([
    ['Vacation', 'on_vacation', ''],
    ['vacation ', 'on_vacation', ''],
    ['ON THE ROAD', 'on_the_road', ''],
    ['Road', 'on_the_road', ''],
    ['on_the_road', 'on_the_road', ''],
    ['Detention / Layover', 'detention__layover', ''],
    ['Layover - Dock 4', 'detention__layover', 'Dock 4'],
    ['Detention / Layover: Dock 4', 'detention__layover', 'Dock 4'],
    ['Safety, at nine', 'safety_orientation', 'at nine'],
    ['Safety Orientation – at nine', 'safety_orientation', 'at nine'],
    ['Vacation\nback on Monday', 'on_vacation', 'back on Monday'],
    ['Vacation:back: on Monday', 'on_vacation', 'back: on Monday'],
    ['Vacation:', 'on_vacation', ''],
  ])('reads %j as users write it', (text, value, description) => {
    expect(parseCell(text)).toEqual({ wanted: { status: value, description } })
  })
  test.each(['', '  ', '-', '–', '\n'])('reads %j as nothing planned', (text) => {
    expect(parseCell(text)).toEqual({ wanted: null })
  })
  test('that is not a status is quoted, with what can be written', () => {
    const all = DUTY_STATUSES.map(({ title }) => title).join(', ')
    expect(parseCell('asleep')).toEqual({
      trouble: `“asleep” is not a status. Write ${all}, with “: …” behind it for a description.`,
    })
    expect(parseCell(`x${'y'.repeat(99)}`)).toMatchObject({
      trouble: expect.stringMatching(/^“xy{39}…” is not a status/),
    })
  })
  test.each(['Roads', 'Vacations: x', 'Road trip', 'Firingsquad', '1', '=A1', '#REF!'])(
    'does not read %j as a status',
    (text) => {
      expect(parseCell(text)).toHaveProperty('trouble')
    },
  )
  test('with a description that the server would refuse is refused', () => {
    expect(parseCell(`Vacation: ${'x'.repeat(MAX_DESCRIPTION)}`)).not.toHaveProperty('trouble')
    expect(parseCell(`Vacation: ${'x'.repeat(MAX_DESCRIPTION + 1)}`)).toMatchObject({
      trouble: expect.stringContaining('at most 500 characters'),
    })
  })
})
